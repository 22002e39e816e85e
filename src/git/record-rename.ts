// A file that moved stays one file in git: the index learns the new name and keeps the old content, nothing is staged
// besides, and nothing is committed. Best effort: git that is absent or busy loses only the convenience.

import { runGit, runGitUnfiltered } from "./run-git.ts";

export type Rename = { readonly top: string; readonly from: string; readonly to: string };

/** Paths are relative to the top of the work tree. Says whether the index was changed. */
export function recordRename({ top, from, to }: Rename): boolean {
  const listed = runGit(top, ["ls-files", "--stage", "-z", "--", from]);
  const entry = /^(\d{6}) ([0-9a-f]{40,64}) 0\t/.exec(listed.out);
  if (!listed.ok || entry === null) return false;
  const lines = [`0 ${"0".repeat(entry[2]?.length ?? 40)}\t${from}`, `${entry[1]} ${entry[2]} 0\t${to}`];
  const input = lines.map((line) => `${line}\0`).join("");
  return runGitUnfiltered(top, ["update-index", "-z", "--index-info"], input).ok;
}

/** Would git ignore this path? Then moves need no recording, and the memories travel with no clone. */
export function isIgnored(top: string, path: string): boolean {
  return runGit(top, ["check-ignore", "--quiet", "--no-index", "--", path]).ok;
}
