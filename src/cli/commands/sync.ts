import type { Command } from "../call/command.ts";

export const sync: Command = {
  name: "sync",
  summary: "Sync your own memories with a git remote",
  usage: [
    "sync [--scope SCOPE] [--dry-run] [--pull-only|--push-only]",
    "sync --remote URL",
    "sync --accept-rewrite|--accept-settings",
  ],
  options: {
    remote: { type: "string", value: "URL", help: "sync with this repository from now on; none ends it" },
    "dry-run": { type: "boolean", help: "fetch and compare, change nothing" },
    "pull-only": { type: "boolean", help: "take, and send nothing" },
    "push-only": { type: "boolean", help: "send, and take nothing" },
    "accept-settings": { type: "boolean", help: "take the settings that wait in the remote" },
    "accept-rewrite": { type: "boolean", help: "follow a remote whose history was rewritten" },
  },
  exits: {
    0: "done",
    1: "a memory fails validation: nothing was sent",
    2: "quarantined, kept as here, or settings wait",
    3: "a text changed on both sides, or a rewritten history",
    4: "nothing was pushed",
    5: "another sync is running",
    6: "the remote cannot be reached or used",
  },
  examples: ["sync --remote git@github.com:me/memories.git", "sync", "sync --scope project"],
  run: async (io, call) => (await import("../work/sync.ts")).syncAll(io, call),
};
