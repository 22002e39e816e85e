// The files that make a directory a root: its random id and what git must not track.

import { randomBytes } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { parseJson } from "../memory/json.ts";
import { ensureDirectory, replaceFile } from "./durable.ts";
import type { RootPlace } from "./find-root.ts";
import { toWriteFailure } from "./fs-failure.ts";

const ROOT_ID = /^[0-9a-f]{32}$/;
const ROOT_FILE_BYTES_MAX = 4_096;

/** Derived or local: never in a commit. */
const IGNORED = ["index.md", ".index.lockdir/", "archive/", "*.tmp"];

export type Modes = { readonly file: number; readonly directory: number };

/** A project's files are as open as its sources; a person's own are theirs alone. */
export function modesOf(place: Pick<RootPlace, "scope">): Modes {
  return place.scope === "user" ? { file: 0o600, directory: 0o700 } : { file: 0o644, directory: 0o755 };
}

/** Makes the root, or completes one that lacks a part; says whether it is new. */
export function makeRoot(place: RootPlace): { readonly id: string; readonly isNew: boolean } {
  const modes = modesOf(place);
  try {
    for (const name of ["memories", "quarantine", "attest"]) {
      ensureDirectory(join(place.path, name), modes.directory);
    }
    writeIfAbsent(place, ".gitignore", `${IGNORED.join("\n")}\n`);
    const id = randomBytes(16).toString("hex");
    const isNew = writeIfAbsent(place, "root.json", `${JSON.stringify({ v: 1, root: id })}\n`);
    return { id: readRootId(place.path), isNew };
  } catch (error) {
    throw toWriteFailure(error, place.shown);
  }
}

export function readRootId(root: string): string {
  const path = join(root, "root.json");
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size > ROOT_FILE_BYTES_MAX) throw brokenRoot(root);
  const value = parseJson(readFileSync(path, "utf8"));
  if (typeof value !== "object" || value === null || !("v" in value) || !("root" in value))
    throw brokenRoot(root);
  if (typeof value.v === "number" && value.v > 1) {
    throw new CredenceError("NEWER_FORMAT", `this root has format ${value.v}`);
  }
  if (value.v !== 1 || typeof value.root !== "string" || !ROOT_ID.test(value.root)) throw brokenRoot(root);
  return value.root;
}

function writeIfAbsent(place: RootPlace, name: string, text: string): boolean {
  const path = join(place.path, name);
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
  replaceFile(path, text, modesOf(place).file);
  return true;
}

function brokenRoot(root: string): CredenceError {
  return new CredenceError(
    "PATH_ERROR",
    `root.json in ${root} is damaged`,
    "restore it from git or a backup",
  );
}
