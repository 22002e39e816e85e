import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";
import { openForPerson } from "../call/open-workspace.ts";
import { answerIn } from "../frames/answer.ts";

export const machine: Command = {
  name: "machine",
  summary: "Add a second machine of yours, or end a lost one",
  usage: ["machine add [URL|PATH]", "machine lost NAME"],
  options: {},
  exits: {
    0: "done",
    1: "no such machine, no person, no yes, or not finished",
    6: "the remote cannot be reached or used",
  },
  examples: ["machine add git@example.com:ana/memories.git", "machine add", "machine lost laptop"],
  async run(io, call) {
    const [verb, name, ...more] = call.positionals;
    if (more.length > 0 || (verb !== "add" && verb !== "lost"))
      throw new CredenceError("USAGE", "machine takes add and an address, or lost and a name");
    if (verb === "add") return (await import("../people/machine-add.ts")).addMachine(io, call, name ?? null);
    const purpose = "end a machine of yours";
    return answerIn({ io, call, act: purpose, open: openForPerson }, async (workspace) => {
      const { followCards } = await import("../../app/people/team/follow-cards.ts");
      const { loseMachine } = await import("../people/machine-lost.ts");
      return loseMachine({ io, call, workspace: followCards(workspace), purpose }, name ?? "");
    });
  },
};
