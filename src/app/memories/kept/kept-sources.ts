// Texts of a root that are not, or no longer, its files: replaced ones, and those that wait for a decision elsewhere. By the hash of
// their source, in machine state beside the root's records. A word counts only together with its text, so a text that goes missing
// here makes its word silent and raises nothing.

import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { digestMemory } from "../../../memory/file/digest.ts";
import { parseMemory } from "../../../memory/file/parse-memory.ts";
import { hashSource } from "../../../memory/file/source.ts";
import { replaceFile } from "../../../store/durable.ts";
import { codeOf } from "../../../store/fs-failure.ts";
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

/** Whoever calls has seen that it holds no secret. */
export function keepSource(root: Place, source: string): void {
  const hash = hashSource(source);
  if (hasSource(root, hash)) return;
  try {
    ensurePrivate(join(root.records, "sources"));
    replaceFile(pathOf(root, hash), source, 0o600);
  } catch (error) {
    // The change itself is done; a disk that refuses this costs its way back.
    if (codeOf(error) === "") throw error;
  }
}

function listKeptSources({ records }: Place): string[] {
  const directory = join(records, "sources");
  return existsSync(directory) ? readdirSync(directory).filter((name) => /^[0-9a-f]{64}$/.test(name)) : [];
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
      const parsed = parseMemory(readKeptSource(root, hash) ?? "");
      return parsed.kind === "memory" && forgotten.has(digestMemory(parsed.memory));
    }),
  );
}

function pathOf({ records }: Place, hash: string): string {
  return join(records, "sources", hash);
}
