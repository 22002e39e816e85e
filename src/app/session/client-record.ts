// What a client's record of a session says: how often it was compacted, and what the conversation still has. Fails open: of a
// record that cannot be read nothing is known, and the session goes on. Nothing of what was said in it is kept.

import { readFileSync, statSync } from "node:fs";
import { codeOf } from "../../store/fs-failure.ts";

/** A prompt waits for it. */
const BYTES_MAX = 64 * 1024 * 1024;

export function countMarks({ path, mark }: { readonly path: string; readonly mark: string }): number {
  const bytes = readRecord(path);
  let count = 0;
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) count += 1;
  return count;
}

type Keeping = { readonly path: string; readonly has: (record: string, said: string) => boolean };

export function isStillSaid({ path, has }: Keeping, said: string): boolean {
  return has(readRecord(path).toString("utf8"), said);
}

function readRecord(path: string): Buffer {
  try {
    const record = statSync(path);
    if (record.isFile() && record.size <= BYTES_MAX) return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === "") throw error;
  }
  return Buffer.alloc(0);
}
