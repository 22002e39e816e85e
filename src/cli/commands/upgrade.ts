import type { Command } from "../call/command.ts";

const OPTIONS: Command["options"] = {
  "dry-run": { type: "boolean", help: "say what would change, and change nothing" },
  yes: { type: "boolean", help: "ask nothing" },
};

export const upgrade: Command = {
  name: "upgrade",
  summary: "Let your agents start this version, or the one at PATH",
  usage: ["upgrade [PATH] [--dry-run]", "upgrade [PATH] --yes"],
  options: OPTIONS,
  exits: { 1: "a client or a root could not be brought along" },
  examples: ["upgrade", "upgrade credence-0.3.0.tgz"],
  run: async (io, call) => (await import("../connect/upgrade.ts")).upgrade(io, call),
};

export const rollback: Command = {
  name: "rollback",
  summary: "Let your agents start the version before",
  usage: ["rollback [--dry-run]", "rollback --yes"],
  options: OPTIONS,
  exits: { 1: "there is no version before, or a client does not answer" },
  run: async (io, call) => (await import("../connect/rollback.ts")).rollback(io, call),
};
