import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";
import { openForPerson } from "../call/open-workspace.ts";
import { answerIn } from "../frames/answer.ts";

export const machine: Command = {
  name: "machine",
  summary: "List your machines, or take a lost one out",
  usage: ["machine [list]", "machine lost NAME"],
  options: {},
  exits: {
    0: "done",
    1: "no such machine, no person, or no yes",
  },
  examples: ["machine", "machine lost laptop"],
  async run(io, call) {
    const [verb = "list", name, ...more] = call.positionals;
    if (verb === "list" && name === undefined)
      return answerIn({ io, call }, async (workspace) => {
        const { listMachines } = await import("../people/machine.ts");
        return listMachines(workspace);
      });
    if (verb !== "lost" || name === undefined || more.length > 0)
      throw new CredenceError("USAGE", "machine takes list, or lost and the name of a machine");
    const purpose = "end a machine of yours";
    return answerIn({ io, call, act: purpose, open: openForPerson }, async (workspace) => {
      const { followCards } = await import("../../app/people/team/follow-cards.ts");
      const { loseMachine } = await import("../people/machine-lost.ts");
      return loseMachine({ io, call, workspace: followCards(workspace), purpose }, name);
    });
  },
};
