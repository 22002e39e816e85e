import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";

/** For its help text: bin/credence.ts gives a whole call to a small process of its own. */
export const hook: Command = {
  name: "hook",
  summary: "What a client calls at each event of a session",
  usage: ["hook CLIENT EVENT --state DIR --cache DIR [--only PART]"],
  options: { only: { type: "string", value: "PART", help: "recall or capture: one part of the work" } },
  exits: { 0: "always: a hook never stands in an agent's way" },
  run: () => {
    const hint = "credence install CLIENT writes whole calls into the client's settings";
    throw new CredenceError("USAGE", "a hook is called by a client", hint);
  },
};
