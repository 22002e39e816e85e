// Locks as other processes leave them: on disk, with a token of any age from any system.

import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { acquireLock } from "../../src/store/lock.ts";

export function lockDirOf(root: string): string {
  return join(root, ".index.lockdir");
}

/** The one name in the lock. */
export function readToken(root: string): string {
  const [token = "", ...others] = readdirSync(lockDirOf(root));
  if (others.length > 0) throw new Error(`${others.length} tokens too many`);
  return token;
}

/** How a token of this system begins. */
export function ownRealm(root: string): string {
  const lock = acquireLock(root);
  const [realm = ""] = readToken(root).split(".");
  lock.release();
  return realm;
}

export function plantLock(root: string, token: string, ageMs: number): string {
  const path = join(lockDirOf(root), token);
  mkdirSync(lockDirOf(root));
  writeFileSync(path, "");
  setAge(path, ageMs);
  return path;
}

/** Below zero: a time to come. */
export function setAge(path: string, ageMs: number): void {
  const seconds = (Date.now() - ageMs) / 1_000;
  utimesSync(path, seconds, seconds);
}
