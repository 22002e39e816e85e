// Is the holder of a lock still alive? A heartbeat is a file time, and clocks differ between machines: what decides is
// the clock of the disk that holds the lock, asked only where ours finds something odd.

import { lstatSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { codeOf, toWriteFailure } from "./fs-failure.ts";
import { isDead, renderToken } from "./lock-token.ts";

const LOCK_STALE_MS = 60_000;

/** `path` is the token, or the lock directory itself where there is none in it. */
export function readStaleness(path: string, directory: string): "alive" | "stale" | "gone" {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return "gone";
  if (stat.isDirectory() && path !== directory) {
    throw new CredenceError("PATH_ERROR", `${directory} holds a directory`, "remove it: it is no lock");
  }
  if (isDead(basename(path))) return "stale";
  if (Math.abs(Date.now() - stat.mtimeMs) <= LOCK_STALE_MS) return "alive";
  const ageMs = readDiskClock(directory) - stat.mtimeMs;
  if (ageMs < -LOCK_STALE_MS) restartCount(path, stat.mtimeMs + ageMs);
  return ageMs > LOCK_STALE_MS ? "stale" : "alive";
}

/** What the file system says the time is: that of a file made now. */
function readDiskClock(directory: string): number {
  const probe = `${directory}.${renderToken()}.tmp`;
  try {
    writeFileSync(probe, "", { flag: "wx", mode: 0o600 });
    const { mtimeMs } = lstatSync(probe);
    unlinkSync(probe);
    return mtimeMs;
  } catch (error) {
    throw toWriteFailure(error, "the lock");
  }
}

/** A heartbeat from the future would hold for as long: it counts from now, and a holder that lives beats again. */
function restartCount(path: string, nowMs: number): void {
  try {
    utimesSync(path, nowMs / 1_000, nowMs / 1_000);
  } catch (error) {
    // Released in the meantime, or not ours to touch.
    if (!["ENOENT", "EPERM", "EACCES"].includes(codeOf(error))) throw error;
  }
}
