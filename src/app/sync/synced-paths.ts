// What travels, by its path in a root. Anything else in a remote is never written to disk, whatever its name is: each path below
// is made of a few ASCII letters, so none of them climbs out, folds into another on some disk, or means anything to git.

import { HEX, isOf } from "../../memory/alphabet.ts";
import type { Directory } from "../../memory/law/transitions.ts";
import { FILE_BYTES_MAX } from "../../memory/limits.ts";
import { parseMemoryId } from "../../memory/memory.ts";
import { FORGOTTEN } from "../../trust/attest-files.ts";

export type SyncedPath =
  | { readonly kind: "memory"; readonly id: string; readonly directory: Directory }
  | { readonly kind: "statement"; readonly id: string; readonly hash: string }
  | { readonly kind: "tombstone"; readonly hash: string }
  | { readonly kind: "card" }
  | { readonly kind: "config" }
  | { readonly kind: "root" }
  /** A person's own words about the remote: left there, and never taken from there. */
  | { readonly kind: "beside" };

/** The only mode of git's that is taken: neither a link nor a program. */
export const FILE_MODE = "100644";

export const CONFIG_PATH = "memory-config.json";
export const ROOT_PATH = "root.json";
const BESIDE = ["README.md", "LICENSE", ".gitattributes", ".gitignore"];
const HASH_CHARS = 64;
const OWNER = /^[a-z2-7]{32}$/;

export function parsePath(path: string): SyncedPath | null {
  const names = path.split("/");
  const [top = "", name = "", last = null] = names;
  if (names.length === 1) return parseTop(path);
  if (names.length > 3) return null;
  if (top === "memories" || top === "quarantine") return last === null ? parseMemoryPath(top, name) : null;
  if (top === "attest") return last === null ? null : parseStatement(name, last);
  if (top !== "team") return null;
  return (last === null ? isCard(name) : name === "introductions" && hashIn(last) !== null)
    ? { kind: "card" }
    : null;
}

function parseMemoryPath(directory: Directory, name: string): SyncedPath | null {
  const id = name.endsWith(".md") ? parseMemoryId(name) : null;
  return id === null || `${id}.md` !== name ? null : { kind: "memory", id, directory };
}

function isCard(name: string): boolean {
  return name.endsWith(".json") && OWNER.test(name.slice(0, -".json".length));
}

function parseTop(path: string): SyncedPath | null {
  if (path === CONFIG_PATH) return { kind: "config" };
  if (path === ROOT_PATH) return { kind: "root" };
  return BESIDE.includes(path) ? { kind: "beside" } : null;
}

function parseStatement(id: string, name: string): SyncedPath | null {
  const hash = hashIn(name);
  if (hash === null) return null;
  if (id === FORGOTTEN) return { kind: "tombstone", hash };
  return parseMemoryId(id) === id ? { kind: "statement", id, hash } : null;
}

function hashIn(name: string): string | null {
  const hash = name.slice(0, HASH_CHARS);
  return name === `${hash}.json` && hash.length === HASH_CHARS && isOf(HEX, hash) ? hash : null;
}

/** The directories that hold such paths; no other is looked into. */
export function mayEnter(path: string): boolean {
  const [top = "", name, ...more] = path.split("/");
  if (name === undefined) return ["memories", "quarantine", "attest", "team"].includes(top);
  if (more.length > 0) return false;
  if (top === "team") return name === "introductions";
  return top === "attest" && (name === FORGOTTEN || parseMemoryId(name) === name);
}

const STATEMENT_BYTES_MAX = 16 * 1024;
const TOMBSTONE_BYTES_MAX = 512 * 1024;

export function bytesMaxOf({ kind }: SyncedPath): number {
  if (kind === "tombstone") return TOMBSTONE_BYTES_MAX;
  return kind === "statement" ? STATEMENT_BYTES_MAX : FILE_BYTES_MAX;
}
