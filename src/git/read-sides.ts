// The two versions of a file between which an unfinished merge, rebase, cherry-pick or stash waits for a decision.

import { runGit } from "./run-git.ts";

/** As they are committed: the one that git puts first, and the one below it. */
export type Sides = { readonly upper: string; readonly lower: string };

const STAGE = /(?:^|\0)100\d{3} ([0-9a-f]{40,64}) ([23])\t/g;

/** @returns null when git knows of no conflict in it, or only one side has the file. `path` is relative to the top. */
export function readSides(top: string, path: string): Sides | null {
  const { out } = runGit(top, ["ls-files", "--unmerged", "-z", "--", path]);
  const blobs = new Map([...out.matchAll(STAGE)].map(([, blob, stage]) => [stage, blob]));
  const [upper, lower] = ["2", "3"].map((stage) => {
    const { ok, out: text } = runGit(top, ["cat-file", "blob", blobs.get(stage) ?? ""]);
    return ok ? text : null;
  });
  return typeof upper === "string" && typeof lower === "string" ? { upper, lower } : null;
}
