// Attestations as files: `attest/<id>/<hash>.json`, immutable, named by content, so that merging two histories is putting
// the files together. Any other file there is reported and ignored.

import { type Dirent, lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { sha256Hex } from "../memory/file/sha256.ts";
import { type Attestation, parseAttestation } from "../memory/law/attestation.ts";
import type { Vouching } from "../memory/law/evidence.ts";
import { parseMemoryId } from "../memory/memory.ts";

export type AttestFiles = {
  readonly attestations: readonly Attestation[];
  /** Those of the known ones that are there, to the last byte. */
  readonly recognized: readonly Vouching[];
  /** Names and why they do not count. */
  readonly odd: readonly { readonly name: string; readonly why: string }[];
  /** More files than any history has, or one that may not be read: nothing in it can be relied on. */
  readonly overflow: boolean;
};

const FILES_MAX = 4_096;
const FILE_BYTES_MAX = 16 * 1024;
/** It names every statement that it ends. */
const TOMBSTONE_BYTES_MAX = 512 * 1024;
const NAME = /^([0-9a-f]{64})\.json$/;

/** Where tombstones lie, beside the directories of the ids. No id is spelt like this. */
export const FORGOTTEN = "forgotten";

export function attestPath({ v, id }: Pick<Attestation, "v" | "id">, hash: string): string {
  return join("attest", v === 2 ? FORGOTTEN : id, `${hash}.json`);
}

/** What was read and verified before is not read as a statement again: its name is the hash of its bytes. */
export function readAttestFiles(
  root: string,
  id: string,
  known: ReadonlyMap<string, Vouching> = new Map(),
): AttestFiles {
  const directory = join(root, "attest", id);
  const stat = hasStatements(root) ? lstatSync(directory, { throwIfNoEntry: false }) : undefined;
  if (stat === undefined) return NONE;
  if (!stat.isDirectory()) {
    return { ...NONE, odd: [{ name: id, why: "it is not a directory" }] };
  }
  const entries = readEntries(directory);
  if (entries === null) return unreliable(id, "it cannot be read");
  if (entries.length > FILES_MAX) return unreliable(id, "it contains more files than any history has");
  const attestations: Attestation[] = [];
  const recognized: Vouching[] = [];
  const odd: { name: string; why: string }[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    const read = readOne(directory, entry, known);
    if (read === null) return unreliable(join(id, entry.name), "it cannot be read");
    if ("signature" in read) attestations.push(read);
    else if ("hash" in read) recognized.push(read);
    else odd.push({ name: join(id, entry.name), why: read.why });
  }
  return { attestations, recognized, odd, overflow: false };
}

const NONE: AttestFiles = { attestations: [], recognized: [], odd: [], overflow: false };

/** Every id that has statements, whether or not its file is there. */
export function listAttestedIds(root: string): string[] {
  if (!hasStatements(root)) return [];
  return readdirSync(join(root, "attest")).filter((name) => parseMemoryId(name) === name);
}

/** A link in its place leads out of the root, and what is there is not the root's. */
function hasStatements(root: string): boolean {
  return lstatSync(join(root, "attest"), { throwIfNoEntry: false })?.isDirectory() === true;
}

/** An act that we cannot see may be a negative one. */
function unreliable(name: string, why: string): AttestFiles {
  return { ...NONE, odd: [{ name, why }], overflow: true };
}

function readEntries(directory: string): Dirent[] | null {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (isDenied(error)) return null;
    if (isAbsent(error)) return [];
    throw error;
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EACCES";
}

/** Another process has just forgotten it. */
function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function bytesMaxIn(directory: string): number {
  return basename(directory) === FORGOTTEN ? TOMBSTONE_BYTES_MAX : FILE_BYTES_MAX;
}

/** @returns null when the file may not be read. */
function readOne(
  directory: string,
  entry: Dirent,
  known: ReadonlyMap<string, Vouching>,
): Attestation | Vouching | { readonly why: string } | null {
  const hash = NAME.exec(entry.name)?.[1];
  if (hash === undefined || !entry.isFile()) return { why: "it is not an attestation file" };
  const path = join(directory, entry.name);
  try {
    if (lstatSync(path).size > bytesMaxIn(directory)) return { why: "it is too large" };
    const text = readFileSync(path, "utf8");
    const vouching = known.get(hash);
    if (vouching !== undefined && sha256Hex(text) === hash) return vouching;
    const read = parseAttestation(text, hash);
    return "hash" in read ? read : { why: read.message };
  } catch (error) {
    if (isDenied(error)) return null;
    if (isAbsent(error)) return { why: "it is gone" };
    throw error;
  }
}
