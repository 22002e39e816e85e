import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";
import { openForPerson } from "../call/open-workspace.ts";
import { answerIn } from "../frames/answer.ts";

export const machine: Command = {
  name: "machine",
  summary: "List your machines, add one, or end a lost one",
  usage: ["machine [list]", "machine add [URL|PATH]", "machine lost NAME"],
  options: {},
  exits: {
    0: "done",
    1: "no such machine, no person, no yes, or not finished",
    6: "the remote cannot be reached or used",
  },
  examples: ["machine add git@example.com:ana/memories.git", "machine add", "machine lost laptop"],
  async run(io, call) {
    const [verb = "list", name, ...more] = call.positionals;
    if (verb === "list" && name === undefined)
      return answerIn({ io, call }, async (workspace) => {
        const { listMachines } = await import("../people/machine.ts");
        return listMachines(workspace);
      });
    if (verb === "add" && more.length === 0)
      return (await import("../people/machine-add.ts")).addMachine(io, call, name ?? null);
    if (verb !== "lost" || name === undefined || more.length > 0)
      throw new CredenceError("USAGE", "machine takes list, add and an address, or lost and a name");
    const purpose = "end a machine of yours";
    return answerIn({ io, call, act: purpose, open: openForPerson }, async (workspace) => {
      const { followCards } = await import("../../app/people/team/follow-cards.ts");
      const { loseMachine } = await import("../people/machine-lost.ts");
      return loseMachine({ io, call, workspace: followCards(workspace), purpose }, name);
    });
  },
};
