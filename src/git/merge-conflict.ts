// What git knows about a file that two branches changed, and its own way of merging text.

import { runGit } from "./run-git.ts";
import { readBlob } from "./staged-files.ts";

/** As git has them in its index while a merge is not finished. */
export type Stages = { readonly ours: string; readonly theirs: string };

/** @returns null when git knows of no conflict in it, or only one side has the file. `path` is relative to the top. */
export function readStages(top: string, path: string): Stages | null {
  const { ok, out } = runGit(top, ["ls-files", "--unmerged", "-z", "--", path]);
  if (!ok) return null;
  const blobs = new Map<string, string>();
  for (const [, blob = "", stage = ""] of out.matchAll(/(?:^|\0)100\d{3} ([0-9a-f]{40,64}) ([23])\t/g)) {
    blobs.set(stage, blob);
  }
  const read = (stage: string): string | null => {
    const blob = blobs.get(stage);
    return blob === undefined ? null : readBlob(top, blob);
  };
  const [ours, theirs] = [read("2"), read("3")];
  return ours === null || theirs === null ? null : { ours, theirs };
}

export type MergedPaths = { readonly base: string; readonly ours: string; readonly theirs: string };

/** What git does with a file that no driver is named for. Says whether nothing is left to resolve. Paths are absolute. */
export function mergeAsText(cwd: string, { base, ours, theirs }: MergedPaths): boolean {
  const labels = ["ours", "base", "theirs"].flatMap((label) => ["-L", label]);
  return runGit(cwd, ["merge-file", "--quiet", ...labels, ours, base, theirs]).ok;
}
