// The commit that a work tree is at, read from the disk alone: a hook has no time to start git.
//
// Attack: a repository whose HEAD names a path out of it, a pipe or a file without end. A name stays below `refs`, only plain
// files of a bounded size are read, and what is not the id of a commit is no answer. Where refs are kept in another form,
// nothing is known.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ifPossible } from "./fs-failure.ts";
import { findEntry } from "./paths.ts";
import type { WorkTree } from "./work-tree.ts";

const REF_BYTES_MAX = 4_096;
/** A prompt may wait for it. About ten thousand names. */
const PACKED_BYTES_MAX = 1024 * 1024;
/** A branch can be a name for another. */
const HOPS_MAX = 5;

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const SYMBOLIC = /^ref: (refs\/[^\s\0]{1,1000})$/;

/** @returns null when there is no commit yet, or it cannot be told. */
export function readHead({
  gitDirectory,
  commonDirectory,
}: Pick<WorkTree, "gitDirectory" | "commonDirectory">): string | null {
  let line = readFirstLine(join(gitDirectory, "HEAD"));
  for (let hop = 0; line !== null && hop < HOPS_MAX; hop += 1) {
    if (COMMIT.test(line)) return line;
    const name = SYMBOLIC.exec(line)?.[1];
    if (name === undefined || name.split("/").includes("..")) return null;
    line = readFirstLine(join(commonDirectory, name)) ?? findPacked(commonDirectory, name);
  }
  return null;
}

function findPacked(commonDirectory: string, name: string): string | null {
  const text = readPlain(join(commonDirectory, "packed-refs"), PACKED_BYTES_MAX) ?? "";
  const end = text.indexOf(` ${name}\n`);
  return end === -1 ? null : text.slice(text.lastIndexOf("\n", end) + 1, end);
}

function readFirstLine(path: string): string | null {
  return readPlain(path, REF_BYTES_MAX)?.split("\n", 1)[0]?.trimEnd() ?? null;
}

function readPlain(path: string, bytesMax: number): string | null {
  // Gone in between, or not ours to read.
  return ifPossible(() => {
    const stat = findEntry(path);
    return stat?.isFile() === true && stat.size <= bytesMax ? readFileSync(path, "latin1") : null;
  }, null);
}
