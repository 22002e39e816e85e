// What a machine's branch is made of: statements and texts under their own hashes, and a few papers under names of their own.
//
// Attack: whoever can write to the remote makes trees of any names and any number. Only paths of exactly this layout are looked
// at, each made of a few ASCII letters, so none folds into another or means anything to git or to a disk. Fails closed.

import { HEX, isOf } from "../../memory/alphabet.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { isErasingAct } from "../../memory/law/sets/acts.ts";
import { FILE_BYTES_MAX } from "../../memory/limits.ts";

/** `s/` and the hash of a statement, or `t/` and the hash of a text. */
export type ObjectName = `${"s" | "t"}/${string}`;

/** Why something is not taken: its path, its kind of entry, its bytes, or one more than there may be. */
export type Refusal = "path" | "mode" | "size" | "hash" | "number";

/** The only mode of git's that is taken: neither a link nor a program. */
export const FILE_MODE = "100644";
export const MACHINE = /^[a-z2-7]{32}$/;

const PAPERS = "papers/";
const PAPER = /^(?:root|memory-config|team\/[a-z2-7]{32}|team\/introductions\/[0-9a-f]{64})\.json$/;
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
  return path === "papers" || path === "papers/team" || path === "papers/team/introductions";
}

export function pathOfPaper(paper: string): string {
  return `${PAPERS}${paper}`;
}

/** @returns null when no paper lies at such a path. */
export function paperAt(path: string): string | null {
  const paper = path.startsWith(PAPERS) ? path.slice(PAPERS.length) : "";
  return PAPER.test(paper) ? paper : null;
}

const STATEMENT_BYTES_MAX = 16 * 1024;
const TOMBSTONE_BYTES_MAX = 512 * 1024;

export function bytesMaxOf(name: ObjectName): number {
  return name.startsWith("s/") ? TOMBSTONE_BYTES_MAX : FILE_BYTES_MAX;
}

/** Are these the bytes of that name? Only a tombstone may be larger than other statements: it names all that it ends. */
export function findFault(name: ObjectName, bytes: Uint8Array): Refusal | null {
  if (bytes.length > bytesMaxOf(name)) return "size";
  if (sha256Hex(bytes) !== name.slice(2)) return "hash";
  if (name.startsWith("t/") || bytes.length <= STATEMENT_BYTES_MAX) return null;
  const value = parseJson(Buffer.from(bytes).toString("utf8"));
  return isRecord(value) && isErasingAct(value["act"]) ? null : "size";
}
