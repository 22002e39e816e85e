// What a machine's branch is made of: statements and texts under their own hashes, and a few papers under names of their own.
//
// Attack: whoever can write to the remote makes trees of any names and any number. Only paths of exactly this layout are looked
// at, each made of a few ASCII letters, so none folds into another or means anything to git or to a disk. Fails closed.

import { HEX, isOf } from "../../memory/alphabet.ts";
import { isPaper, type ObjectName } from "../../memory/carried.ts";

export type { ObjectName, Refusal } from "../../memory/carried.ts";

/** The only mode of git's that is taken: neither a link nor a program. */
export const FILE_MODE = "100644";

const PAPERS = "papers/";
const SHARD = /^[st](?:\/[0-9a-f]{2}){0,2}$/;
const [HASH_AT, PATH_CHARS] = [8, 72];

export function pathOf(name: ObjectName): string {
  const hash = name.slice(2);
  return `${name.slice(0, 1)}/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
}

/** @returns null when no object lies at such a path. */
export function nameAt(path: string): ObjectName | null {
  const hash = path.slice(HASH_AT);
  if (path.length !== PATH_CHARS || !isOf(HEX, hash)) return null;
  const name: ObjectName = `${path.startsWith("s") ? "s" : "t"}/${hash}`;
  return pathOf(name) === path ? name : null;
}

/** The directories that hold objects; no other is looked into. */
export function holdsObjects(path: string): boolean {
  return SHARD.test(path);
}

export function holdsPapers(path: string): boolean {
  return path === "papers" || path === "papers/attest" || path === "papers/attest/people";
}

export function pathOfPaper(paper: string): string {
  return `${PAPERS}${paper}`;
}

/** @returns null when no paper lies at such a path. */
export function paperAt(path: string): string | null {
  const paper = path.startsWith(PAPERS) ? path.slice(PAPERS.length) : "";
  return isPaper(paper) ? paper : null;
}
