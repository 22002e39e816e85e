import type { Command } from "../call/command.ts";

export const sync: Command = {
  name: "sync",
  summary: "Sync your own memories with a git remote",
  usage: [
    "sync [--scope SCOPE] [--dry-run] [--pull-only|--push-only]",
    "sync --remote URL",
    "sync --accept-changes|--accept-settings|--upgrade-remote",
  ],
  options: {
    remote: { type: "string", value: "URL", help: "sync with this repository from now on; none ends it" },
    "dry-run": { type: "boolean", help: "fetch and compare, change nothing" },
    "pull-only": { type: "boolean", help: "take, and send nothing" },
    "push-only": { type: "boolean", help: "send, and take nothing" },
    "accept-settings": { type: "boolean", help: "take the settings that wait in the remote" },
    "accept-changes": { type: "boolean", help: "take what others take out of use, many at once" },
    "upgrade-remote": { type: "boolean", help: "bring an older root and remote up to date, once" },
  },
  exits: {
    0: "done",
    1: "a memory fails validation: nothing was sent",
    2: "quarantined, withheld, or something waits for you",
    3: "a memory has two texts: choose one",
    4: "nothing was pushed",
    5: "another sync is running",
    6: "the remote cannot be reached or used",
  },
  examples: ["sync --remote git@github.com:me/memories.git", "sync", "sync --scope project"],
  run: async (io, call) => (await import("../work/sync.ts")).syncAll(io, call),
};
