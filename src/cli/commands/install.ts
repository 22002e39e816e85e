import type { Command } from "../call/command.ts";

const OPTIONS: Command["options"] = {
  "dry-run": { type: "boolean", help: "show what would change, and change nothing" },
};

/** As forms of a call name them: completion offers these words. */
const CLIENTS = "claude-code|codex|cursor|gemini|opencode";

function formsOf(verb: string): string[] {
  return [
    `${verb} [--dry-run]`,
    `${verb} ${CLIENTS} [--dry-run]`,
    `${verb} CLIENT --scope user|project [--dry-run]`,
  ];
}

export const install: Command = {
  name: "install",
  summary: "Connect coding agents to their memory",
  usage: formsOf("install"),
  options: OPTIONS,
  exits: { 1: "the client named is not here, or one failed" },
  examples: ["install claude-code --dry-run", "install claude-code"],
  run: async (io, call) => (await import("../connect/connect.ts")).connect(io, call, "install"),
};

export const uninstall: Command = {
  name: "uninstall",
  summary: "Take our entries out of the agents' settings again",
  usage: formsOf("uninstall"),
  options: OPTIONS,
  run: async (io, call) => (await import("../connect/connect.ts")).connect(io, call, "uninstall"),
};
