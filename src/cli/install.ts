import type { Command } from "./command.ts";

const OPTIONS: Command["options"] = {
  "dry-run": { type: "boolean", help: "show what would change, and change nothing" },
};

export const install: Command = {
  name: "install",
  summary: "Connect coding agents to their memory",
  usage: ["install [--dry-run]", "install CLIENT [--dry-run] [--scope user|project]"],
  options: OPTIONS,
  examples: ["install claude-code --dry-run", "install claude-code"],
  run: async (io, call) => (await import("./connect.ts")).connect(io, call, "install"),
};

export const uninstall: Command = {
  name: "uninstall",
  summary: "Take our entries out of the agents' settings again",
  usage: ["uninstall [--dry-run]", "uninstall CLIENT [--dry-run] [--scope user|project]"],
  options: OPTIONS,
  run: async (io, call) => (await import("./connect.ts")).connect(io, call, "uninstall"),
};
