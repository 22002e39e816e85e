import type { Command } from "../call/command.ts";

export const mergeFile: Command = {
  name: "merge-file",
  summary: "Merge a memory that two branches changed, by field",
  usage: ["merge-file ID", "merge-file BASE OURS THEIRS PATH"],
  options: {},
  exits: { 0: "merged, in one memory or in two", 3: "a conflict is left" },
  run: async (io, call) => (await import("../work/in-git.ts")).mergeFiles(io, call),
};

export const gitHook: Command = {
  name: "git-hook",
  summary: "Called by git before a commit, after a merge",
  usage: ["git-hook HOOK"],
  options: { index: { type: "string", value: "FILE", help: "the index of the commit" } },
  exits: { 2: "a staged memory fails a check" },
  run: async (io, call) => (await import("../work/in-git.ts")).runGitHook(io, call),
};
