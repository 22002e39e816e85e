import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";
import { openForPerson, openWorkspaceFor } from "../call/open-workspace.ts";
import { answerIn } from "../frames/answer.ts";

const VERBS = ["list", "add", "join", "accept", "introduce", "leave", "remove"] as const;
type Verb = (typeof VERBS)[number];

const PURPOSES: Readonly<Record<Verb, string>> = {
  list: "read",
  add: "add somebody to your team",
  join: "put your card into this root",
  accept: "accept cards of your team",
  introduce: "introduce somebody",
  leave: "end your card",
  remove: "stop trusting somebody",
};

export const team: Command = {
  name: "team",
  summary: "Join the people of this project and accept them",
  usage: [
    "team [list]",
    "team add [NAME…] [--all-roots]",
    "team join [--name NAME]",
    "team accept [--code|--mine] [--all-roots]",
    "team introduce NAME…",
    "team leave [--machine NAME]",
    "team remove NAME",
  ],
  options: {
    name: { type: "string", value: "NAME", help: "the name that your team knows you by" },
    mine: { type: "boolean", help: "the card is of another machine of yours" },
    code: { type: "boolean", help: "compare one code with all who sit here" },
    "all-roots": { type: "boolean", help: "in all projects, never in your user root" },
    machine: { type: "string", value: "NAME", help: "take one of your machines off your card" },
  },
  exits: {
    0: "done",
    1: "no such card or name, no person, or no yes",
  },
  examples: ["team add Ana", "team accept --code", "team remove Ana"],
  async run(io, call) {
    const [given = "list", ...names] = call.positionals;
    const verb = VERBS.find((each) => each === given);
    if (verb === undefined) {
      throw new CredenceError("USAGE", "team takes list, add, join, accept, introduce, leave or remove");
    }
    // A person is asked for the passphrase once it is known that there is something to do.
    const open = verb === "list" ? openWorkspaceFor : openForPerson;
    const purpose = PURPOSES[verb];
    return answerIn({ io, call, act: purpose, open }, async (workspace) => {
      const { runTeam } = await import("../people/team.ts");
      return runTeam({ io, call, workspace, purpose }, verb, names);
    });
  },
};
