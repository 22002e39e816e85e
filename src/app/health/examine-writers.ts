// Tries what every writer needs: disk space in each root and in the cache (`examineState` tries machine state), and the
// lock of each root. A probe is a small file that is removed at once, and the lock is released at once.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { removeQuietly, temporaryBeside, writeNewFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { acquireLock, sayHolder } from "../../store/lock.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Ailment } from "./examine-root.ts";

/** The size of a small memory. */
const PROBE_BYTES = 4_096;
/** A writer usually finishes within this time. */
const WAIT_MS = 1_000;

const MAKE_ROOM = "make room on its disk, or make it writable for you; until then nothing new is kept there";
const WAIT = "wait for it, or end it";

export function examineWriters({ roots, cache, state }: Workspace): Ailment[] {
  return [
    ...roots.flatMap(({ path, shown }) => [...examineRoom(path, shown), ...examineLock(path, shown)]),
    ...examineRoom(nearest(cache), `the search index in ${cache}`),
    ...(existsSync(state.path) ? examineLock(state.path, "machine state") : []),
  ];
}

/** Writes a file of the size of a small memory and removes it. */
export function tryWriting(directory: string): void {
  const path = temporaryBeside(join(directory, ".try"));
  writeNewFile(path, "x".repeat(PROBE_BYTES), 0o600);
  removeQuietly(path);
}

function examineRoom(directory: string, what: string): Ailment[] {
  const failure = failureOf(() => writing(what, () => tryWriting(directory)));
  return failure === null ? [] : [ailment("room", "warning", `${failure.message}: ${MAKE_ROOM}`)];
}

function examineLock(directory: string, what: string): Ailment[] {
  const failure = failureOf(() => writing(what, () => acquireLock(directory, { waitMs: WAIT_MS }).release()));
  if (failure === null) return [];
  if (failure.code === "PATH_ERROR") return [ailment("lock", "error", `${failure.message}: ${failure.hint}`)];
  // Any other failure also kept the probe from being written, and was reported above.
  if (failure.code !== "LOCK_TIMEOUT") return [];
  const held = `nothing can be written to ${what}: its lock is held by ${sayHolder(directory)}`;
  return [ailment("lock", "warning", `${held}: ${WAIT}`)];
}

/** @returns null on success. */
function failureOf(work: () => void): CredenceError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof CredenceError) return error;
    throw error;
  }
}

/** The directory itself, or its closest existing parent. */
function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path));
}

/** A problem that `--repair` does not solve. */
export function ailment(check: string, level: Ailment["level"], message: string): Ailment {
  return { check, level, message, repairable: false };
}
