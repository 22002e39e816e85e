// What happened to files in the commits of a work tree, from the objects of git alone: no file is read, no filter, no text
// conversion and no signature check runs, and nothing that is missing is fetched. Only commands that build on objects are used:
// they do not heed what a repository configures for people's eyes.
//
// Attack: a history without end, or a tree so wide that a look at it takes minutes. The newest commits are looked at, git has ten
// seconds for each question, and what it does not answer in time is not known.

import { runGit, runGitForBytes } from "./run-git.ts";

export type Commit = {
  readonly id: string;
  /** When it was committed, in milliseconds. */
  readonly at: number;
};

/** Of a merge the line that was merged into: what it brought counts as the merge's own change. */
const COMMITS_MAX = 5_000;

/** The newest first, from `head` on. @returns null when git does not say. */
export function listCommits(top: string, head: string): Commit[] | null {
  const asked = ["--first-parent", "--timestamp", `--max-count=${COMMITS_MAX}`, head, "--"];
  const { ok, out } = runGit(top, ["rev-list", ...asked]);
  if (!ok) return null;
  return out.split("\n").flatMap((line) => {
    const [, seconds = "", id = ""] = /^(\d{1,15}) ([0-9a-f]{40,64})$/.exec(line) ?? [];
    return id === "" ? [] : [{ id, at: Number(seconds) * 1_000 }];
  });
}

/** One file in one commit; an id is null where there was no such file. */
export type FileChange = {
  readonly path: string;
  /** The place of the commit in the list. */
  readonly commit: number;
  readonly before: string | null;
  readonly after: string | null;
};

/** More would not fit on a command line; then all changes are read, and those of other files left out. */
const PATHS_MAX = 1_000;

/** What became of these files in the first `count` commits, the newest first. @returns null when git does not say. */
export function readChanges(
  top: string,
  commits: readonly Commit[],
  { count, paths }: { readonly count: number; readonly paths: ReadonlySet<string> },
): FileChange[] | null {
  // A commit and the one before it: of a merge nothing else is compared.
  const pairs = commits.slice(0, count).map(({ id }, at) => [id, commits[at + 1]?.id ?? null] as const);
  const input = pairs.flatMap(([id, parent]) => (parent === null ? [] : `${id} ${parent}\n`)).join("");
  const limited = paths.size <= PATHS_MAX ? [...paths] : [];
  const asked = ["--stdin", "-r", "-z", "--raw", "--no-renames", "--no-abbrev"];
  // A path is a name here and not a pattern.
  const { ok, out } = runGit(top, ["--literal-pathspecs", "diff-tree", ...asked, "--", ...limited], input);
  if (!ok) return null;
  const places = new Map(pairs.map(([id], at) => [id, at]));
  return parseChanges(out, places).filter(({ path }) => paths.has(path));
}

const CHANGE = /^:\d{6} \d{6} ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [A-Z]\d*$/;

/** The id of a commit, then its changes, each in two parts: what, and to which file. */
function parseChanges(out: string, places: ReadonlyMap<string, number>): FileChange[] {
  const changes: FileChange[] = [];
  const parts = out.split("\0");
  let commit = -1;
  for (let at = 0; at < parts.length; at += 1) {
    const part = (parts[at] ?? "").trimStart();
    const [, before, after] = CHANGE.exec(part) ?? [];
    if (before === undefined || after === undefined) {
      commit = places.get(part.trimEnd()) ?? commit;
      continue;
    }
    at += 1;
    changes.push({ path: parts[at] ?? "", commit, before: idOrNull(before), after: idOrNull(after) });
  }
  return changes;
}

function idOrNull(id: string): string | null {
  return /^0+$/.test(id) ? null : id;
}

/** A longer file is not compared line by line. */
const BLOB_BYTES_MAX = 1024 * 1024;
const ALL_BYTES_MAX = 16 * 1024 * 1024;

/** The contents of files by their ids, a character for each byte, as far as they are there and not too long. */
export function readBlobs(top: string, ids: readonly string[]): Map<string, string> {
  if (ids.length === 0) return new Map();
  const listOf = (some: readonly string[]): string => some.map((id) => `${id}\n`).join("");
  const sizes = runGit(top, ["cat-file", "--batch-check"], listOf(ids)).out.split("\n");
  let left = ALL_BYTES_MAX;
  const wanted = sizes.flatMap((line) => {
    const [, id, digits = ""] = /^([0-9a-f]{40,64}) blob (\d{1,12})$/.exec(line) ?? [];
    const size = Number(digits);
    if (id === undefined || size > Math.min(BLOB_BYTES_MAX, left)) return [];
    left -= size;
    return [{ id, size }];
  });
  const { out } = runGitForBytes(top, ["cat-file", "--batch"], listOf(wanted.map(({ id }) => id)));
  // Each begins with a line about it and ends with a line end.
  let at = 0;
  return new Map(
    wanted.map(({ id, size }) => {
      const start = at + `${id} blob ${size}\n`.length;
      at = start + size + 1;
      return [id, out.slice(start, start + size)];
    }),
  );
}
