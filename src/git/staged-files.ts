// What a commit would contain: the blobs that are staged, whatever the files in the work tree say by now.

import { runGit, runGitOnIndex } from "./run-git.ts";

type StagedFile = { readonly path: string; readonly blob: string };

const ENTRY = /:\d{6} 100\d{3} [0-9a-f]{40,64} ([0-9a-f]{40,64}) [AM]\0([^\0]+)\0/g;

/** Those that are new or changed. `index` is the one that git names to its hooks, where it names one. */
export function listStaged(top: string, index: string | null, under: readonly string[]): StagedFile[] {
  const what = ["diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--diff-filter=AM"];
  const { out } = runGitOnIndex(top, index, [...what, "--", ...under]);
  return [...out.matchAll(ENTRY)].map(([, blob = "", path = ""]) => ({ blob, path }));
}

/** @returns null when it cannot be read, or is far too large to be a memory. */
export function readBlob(top: string, blob: string): string | null {
  const { ok, out } = runGit(top, ["cat-file", "blob", blob]);
  return ok ? out : null;
}

/** Files in there that git does not know yet, and does not ignore. */
export function listUntracked(top: string, under: readonly string[]): string[] {
  const { out } = runGit(top, ["ls-files", "--others", "--exclude-standard", "-z", "--", ...under]);
  return out.split("\0").filter((path) => path !== "");
}

/** Where somebody has git look for hooks, other than in the repository itself; null where nobody has. */
export function findHooksPath(top: string, configFiles: readonly string[]): string | null {
  const local = runGit(top, ["config", "--local", "--includes", "--get", "core.hooksPath"]);
  const others = configFiles.map((file) =>
    runGit(top, ["config", "--file", file, "--includes", "--get", "core.hooksPath"]),
  );
  const found = [local, ...others].find(({ ok, out }) => ok && out.trim() !== "");
  return found === undefined ? null : found.out.trim();
}

// What git knows about a file that two branches changed, and its own way of merging text.

/** As git has them in its index while a merge is not finished. */
type Stages = { readonly ours: string; readonly theirs: string };

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

type MergedPaths = { readonly base: string; readonly ours: string; readonly theirs: string };

/** What git does with a file that no driver is named for. Says whether nothing is left to resolve. Paths are absolute. */
export function mergeAsText(cwd: string, { base, ours, theirs }: MergedPaths): boolean {
  const labels = ["ours", "base", "theirs"].flatMap((label) => ["-L", label]);
  return runGit(cwd, ["merge-file", "--quiet", ...labels, ours, base, theirs]).ok;
}
