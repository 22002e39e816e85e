import type { Command } from "../call/command.ts";

export const setup: Command = {
  name: "setup",
  summary: "Set up everything, in about a minute",
  usage: ["setup", "setup --yes [--json]"],
  options: {
    yes: { type: "boolean", help: "ask nothing: connect agents and do nothing else" },
  },
  exits: { 1: "an agent could not be connected, or a note was left out" },
  examples: ["setup", "setup --yes"],
  run: async (io, call) => (await import("../connect/setup.ts")).setUp(io, call),
};
