// Texts of a root that are not, or no longer, its files: replaced ones, and conflict copies that await a decision elsewhere. Each is
// kept by the hash of its source, in machine state beside the root's records. A statement counts only together with its text, so a text
// that goes missing here makes its statement silent and raises nothing.

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { digestMemory } from "../../../memory/file/digest.ts";
import { parseMemory } from "../../../memory/file/parse-memory.ts";
import { hashSource } from "../../../memory/file/source.ts";
import { replaceFile } from "../../../store/durable.ts";
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

/** The caller has seen that it holds no secret. */
export function keepSource(root: Place, source: string): void {
  const hash = hashSource(source);
  if (hasSource(root, hash)) return;
  ensurePrivate(join(root.records, "sources"));
  replaceFile(pathOf(root, hash), source, 0o600);
}

const HASH = /^[0-9a-f]{64}$/;

function listKeptSources({ records }: Place): string[] {
  const directory = join(records, "sources");
  return existsSync(directory) ? readdirSync(directory).filter((name) => HASH.test(name)) : [];
}

export function eraseSources(root: Place, hashes: Iterable<string>): void {
  for (const hash of hashes) rmSync(pathOf(root, hash), { force: true });
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
