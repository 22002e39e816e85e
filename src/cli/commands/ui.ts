import { CredenceError } from "../../memory/errors.ts";
import type { Command } from "../call/command.ts";
import { parseCount, textOf } from "../call/values.ts";

const MINUTES_MAX = 10;

export const ui: Command = {
  name: "ui",
  summary: "See and decide your memories on a page in your browser",
  usage: ["ui [--no-open] [--unlocked MINUTES]"],
  options: {
    "no-open": { type: "boolean", help: "print the file to open, and open no browser" },
    unlocked: {
      type: "string",
      value: "MINUTES",
      help: "carry out decisions unasked, for at most 10 minutes",
    },
  },
  examples: ["ui", "ui --no-open"],
  async run(io, call) {
    if (call.json)
      throw new CredenceError("USAGE", "a page is no JSON", "credence review --json lists what waits");
    const isUnlocked = textOf(call, "unlocked") !== null;
    const minutes = parseCount(call, "unlocked", { fallback: MINUTES_MAX, max: MINUTES_MAX });
    const { runPage } = await import("../page/run-page.ts");
    const opens = call.values["no-open"] !== true;
    return runPage(io, call, { opens, unlockedMinutes: isUnlocked ? minutes : null });
  },
};
