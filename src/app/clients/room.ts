// Whether there is room for what setup is about to write, asked before a person chooses a passphrase and writes a recovery code
// down: a code for a key that was never made is worse than none.

import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { toWriteFailure } from "../../store/fs-failure.ts";

export type WantedRoom = { readonly path: string; readonly bytes: number };

/** Throws where a file cannot be written there, or the disk has fewer bytes left. */
export function refuseNoRoom(wanted: readonly WantedRoom[]): void {
  for (const { path, bytes } of wanted) {
    const place = findPlace(path);
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < bytes) throw new CredenceError("DISK_FULL", `${place} has no room for ${path}`, FIX);
    tryToWrite(place);
  }
}

const FIX = "nothing was changed: make room there, or make it writable, then run credence setup again";

/** The nearest directory above that is there. */
function findPlace(path: string): string {
  return existsSync(path) ? path : findPlace(dirname(path));
}

function tryToWrite(place: string): void {
  try {
    const directory = mkdtempSync(join(place, ".credence-room-"));
    try {
      writeFileSync(join(directory, "x"), Buffer.alloc(PROBE_BYTES));
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  } catch (error) {
    const failure = toWriteFailure(error, place);
    throw failure instanceof CredenceError ? new CredenceError(failure.code, failure.message, FIX) : failure;
  }
}

const PROBE_BYTES = 64 * 1024;

export function bytesBelow(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
