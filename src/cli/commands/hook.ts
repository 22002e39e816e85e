import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";

/** For its help text: bin/credence.ts gives a whole call to a small process of its own. */
export const hook: Command = {
  name: "hook",
  summary: "Called by a client at each session event",
  usage: ["hook CLIENT EVENT --state DIR --cache DIR [--only P] [--room N]"],
  options: {
    only: { type: "string", value: "PART", help: "recall or capture: one part of the work" },
    room: { type: "string", value: "CHARS", help: "how much context the client was told to accept" },
  },
  exits: { 0: "always: a hook never blocks an agent by failing" },
  run: () => {
    const hint = "credence install CLIENT writes complete calls into the client's settings";
    throw new CredenceError("USAGE", "a hook is called by a client", hint);
  },
};
