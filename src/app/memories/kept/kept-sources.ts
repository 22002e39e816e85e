// Texts of a root that are not, or no longer, its files: replaced ones, and those that wait for a decision elsewhere. By the hash of
// their source, in machine state beside the root's records; those of statements of version 1, which name no more, by their digest, too. A word counts only together with its text, so a text that goes missing
// here makes its word silent and raises nothing.

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestMemory } from "../../../memory/file/digest.ts";
import { parseMemory } from "../../../memory/file/parse-memory.ts";
import { hashSource } from "../../../memory/file/source.ts";
import { replaceFile } from "../../../store/durable.ts";
import { readQuietly } from "../../../store/log-file.ts";
import { ensurePrivate } from "../../../store/state-directory.ts";
import type { OpenRoot } from "../../workspace/workspace.ts";

type Place = Pick<OpenRoot, "records">;

export function hasSource(root: Place, hash: string): boolean {
  return existsSync(pathOf(root, hash));
}

/** @returns null when it is not here, or not the text of its name. */
export function readKeptSource(root: Place, hash: string): string | null {
  if (!hasSource(root, hash)) return null;
  const text = readFileSync(pathOf(root, hash), "utf8");
  return hashSource(text) === hash ? text : null;
}

/** The text of a digest, as far as it was kept for a statement of version 1. */
export function readKeptOfVersion1(root: Place, digest: string): string | null {
  const hash = readQuietly(version1Path(root, digest));
  return HASH.test(hash) ? readKeptSource(root, hash) : null;
}

/** `digest`: its own, where a statement of version 1 names it. Whoever calls has seen that it holds no secret. */
export function keepSource(root: Place, source: string, digest: string | null = null): void {
  const hash = hashSource(source);
  if (!hasSource(root, hash)) {
    ensurePrivate(join(root.records, "sources"));
    replaceFile(pathOf(root, hash), source, 0o600);
  }
  if (digest !== null) nameByDigest(root, digest, hash);
}

/** Of several texts the least hash, on every machine that has them. */
function nameByDigest(root: Place, digest: string, hash: string): void {
  const known = readQuietly(version1Path(root, digest));
  if (known <= hash && readKeptOfVersion1(root, digest) !== null) return;
  ensurePrivate(dirname(version1Path(root, digest)));
  replaceFile(version1Path(root, digest), hash, 0o600);
}

const HASH = /^[0-9a-f]{64}$/;

function listKeptSources({ records }: Place): string[] {
  const directory = join(records, "sources");
  return existsSync(directory) ? readdirSync(directory).filter((name) => HASH.test(name)) : [];
}

export function eraseSources(root: Place, hashes: Iterable<string>): void {
  for (const hash of hashes) {
    const digest = digestOf(readKeptSource(root, hash) ?? "");
    if (digest !== null) rmSync(version1Path(root, digest), { force: true });
    rmSync(pathOf(root, hash), { force: true });
  }
}

/** Of a memory that is forgotten, by the digests of its texts. */
export function eraseSourcesOf(root: Place, digests: readonly string[]): void {
  const forgotten = new Set(digests);
  eraseSources(
    root,
    listKeptSources(root).filter((hash) => {
      const digest = digestOf(readKeptSource(root, hash) ?? "");
      return digest !== null && forgotten.has(digest);
    }),
  );
}

function digestOf(source: string): string | null {
  const parsed = parseMemory(source);
  return parsed.kind === "memory" ? digestMemory(parsed.memory) : null;
}

function pathOf({ records }: Place, hash: string): string {
  return join(records, "sources", hash);
}

function version1Path({ records }: Place, digest: string): string {
  return join(records, "sources", "version1", digest);
}
