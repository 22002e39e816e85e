// The names in a spool, a directory for each root: a session has one file after the other, numbered, and a small one that
// remembers its turns. Sessions are named by a hash, because a client may call one whatever it likes.

import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../memory/file/sha256.ts";

export type SpoolFile = {
  readonly path: string;
  readonly name: string;
  /** Of the session it belongs to. */
  readonly key: string;
  readonly number: number;
};

export type MeasuredFile = SpoolFile & { readonly bytes: number; readonly mtimeMs: number };

export const DROPPED_FILE = "dropped.ndjson";

const KEY_CHARS = 32;
const NAME = /^(?<key>[0-9a-f]{32})\.(?<number>\d{1,6})\.ndjson$/;

export function placeSpool(state: string, rootId: string): string {
  return join(state, "spool", rootId);
}

export function keyOfSession(session: string): string {
  return sha256Hex(session).slice(0, KEY_CHARS);
}

export function pathOfLines(directory: string, key: string, number: number): string {
  return join(directory, `${key}.${number}.ndjson`);
}

export function pathOfTurns(directory: string, key: string): string {
  return join(directory, `${key}.json`);
}

/** Those with lines, by session and number. */
export function listSpool(directory: string): SpoolFile[] {
  const files = listNames(directory).flatMap((name): SpoolFile[] => {
    const { key, number } = NAME.exec(name)?.groups ?? {};
    return key === undefined ? [] : [{ path: join(directory, name), name, key, number: Number(number) }];
  });
  return files.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)) || a.number - b.number);
}

/** Everything that lies there. */
export function listNames(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry: Dirent) => entry.isFile())
      .map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** What was removed in the meantime is left out. */
export function measureFiles<File extends { readonly path: string }>(
  files: readonly File[],
): (File & { readonly bytes: number; readonly mtimeMs: number })[] {
  return files.flatMap((file) => {
    const stat = statSync(file.path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ ...file, bytes: stat.size, mtimeMs: stat.mtimeMs }];
  });
}
