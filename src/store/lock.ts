// One writer per root. The lock is the directory `.index.lockdir`; it contains one file, the token, whose name says who
// holds the lock and whose time is the heartbeat. Fails closed: without the lock there is no write.
//
// The directory is made next to its final path, with the token in it, and renamed, so our lock never exists without
// its holder. A bare one, as other tools make it with mkdir, counts as held until it is stale.
//
// Attack and accident: a writer dies and leaves the lock, and two others find it stale at once: whoever removes the token
// is the breaker, and a file can be removed only once, so a lock taken in the meantime is safe. A repository brings a
// link of that name, so that breaking it would delete files elsewhere: it is not followed.

import {
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { renderInstant } from "../memory/instant.ts";
import { setMode } from "./durable.ts";
import { codeOf, ifPossible, toWriteFailure, writing } from "./fs-failure.ts";
import { ensurePrivate } from "./state-directory.ts";
import { isDead, renderToken } from "./temporary-files.ts";

const LOCK_WAIT_MS = 5_000;

/** The sticky bit means nothing here but that we made the directory: an empty one lost its token and is free. */
const OWN_MODE = 0o1755;
const TOKEN_MODE = 0o644;
const BEAT = ".";
const LOCK = ".index.lockdir";

export type Lock = {
  /** Called before each write: keeps the lock alive, and refuses if it was broken meanwhile. */
  readonly beat: () => void;
  readonly release: () => void;
};

export type LockSetting = { readonly waitMs?: number };

export function acquireLock(root: string, { waitMs = LOCK_WAIT_MS }: LockSetting = {}): Lock {
  const directory = join(root, LOCK);
  const deadline = performance.now() + waitMs;
  const queue: Queue = { claim: null, freeSince: null, before: 1 };
  try {
    for (;;) {
      const lock = tryLock(directory, queue);
      if (lock !== null) return lock;
      if (queue.freeSince === null && breakIfStale(directory)) continue;
      if (performance.now() >= deadline)
        throw new CredenceError("LOCK_TIMEOUT", `this root is being written to by ${sayHolder(root)}`);
      queue.claim ??= makeClaim(directory);
      sleep((queue.before === 0 ? FIRST_POLL_MS : POLL_MS) * (0.5 + Math.random()));
    }
  } finally {
    if (queue.claim !== null) removeClaim(queue.claim);
  }
}

/** One writer of machine state's own files, those of no root: of two at once, the second reads what the first one wrote. */
export function withStateLock<Result>(state: string, work: () => Result): Result {
  const lock = acquireLock(ensurePrivate(state));
  try {
    return writing("machine state", work);
  } finally {
    lock.release();
  }
}

// Who waits stands in a queue: what will become the lock is made at once and waits beside it, and the disk dates it. Whoever finds
// the lock free lets those before them have their turn, and takes it when they do not: one that was stopped, or is of a version that
// knows no queue, keeps nobody out. The rename alone decides.

const FIRST_POLL_MS = 5;
const POLL_MS = 25;
const TURN_MS = 25;
const TURNS_MAX = 8;
/** Nobody waits for so long: what is older was left. */
const CLAIM_MS = 10_000;
const CLAIM = /^\.index\.lockdir\.(.+)\.tmp$/;

type Queue = {
  /** What waits for its turn. */
  claim: string | null;
  /** Since when the lock has been seen free. */
  freeSince: number | null;
  /** How many were in front at the last look. */
  before: number;
};

function tryLock(directory: string, queue: Queue): Lock | null {
  if (isTaken(directory)) {
    queue.freeSince = null;
    return null;
  }
  queue.freeSince ??= performance.now();
  queue.before = countBefore(directory, queue.claim);
  if (performance.now() - queue.freeSince < queue.before * TURN_MS) return null;
  // Kept before it is tried: whatever the disk answers, it is removed in the end.
  queue.claim ??= makeClaim(directory);
  const lock = take(directory, queue.claim);
  if (lock !== null || timeOf(queue.claim) === null) queue.claim = null;
  return lock;
}

function makeClaim(directory: string): string {
  const token = renderToken();
  const claim = `${directory}.${token}.tmp`;
  try {
    mkdirSync(claim, { mode: 0o700 });
    setMode(claim, OWN_MODE);
    writeFileSync(join(claim, token), BEAT, { flag: "wx", mode: TOKEN_MODE });
    setMode(join(claim, token), TOKEN_MODE);
    return claim;
  } catch (error) {
    removeClaim(claim);
    throw toWriteFailure(error, "the lock");
  }
}

/** @returns null where somebody else was first. */
function take(directory: string, claim: string): Lock | null {
  const token = join(directory, CLAIM.exec(basename(claim))?.[1] ?? "");
  try {
    renameSync(claim, directory);
  } catch (error) {
    if (["EEXIST", "ENOTEMPTY", "ENOENT"].includes(codeOf(error))) return null;
    throw toWriteFailure(error, "the lock");
  }
  return holdLock(directory, token);
}

/** How many have waited for longer, as far as a turn is left to them; what a process left that is gone is removed. */
function countBefore(directory: string, own: string | null): number {
  const names = ifPossible(() => readdirSync(dirname(directory)), []);
  const since = own === null ? Number.POSITIVE_INFINITY : (timeOf(own) ?? 0);
  let before = 0;
  for (const name of names) {
    const token = CLAIM.exec(name)?.[1];
    const path = join(dirname(directory), name);
    if (token === undefined || path === own) continue;
    if (isDead(token)) removeClaim(path);
    const at = timeOf(path);
    const isOlder = at !== null && (at < since || (at === since && path < String(own)));
    if (isOlder && Math.abs(Date.now() - at) <= CLAIM_MS) before += 1;
  }
  return Math.min(before, TURNS_MAX);
}

function timeOf(path: string): number | null {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function removeClaim(claim: string): void {
  removeQuietly(() => rmSync(claim, { recursive: true, force: true }));
}

function isTaken(directory: string): boolean {
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  if (stat.isDirectory()) return true;
  throw new CredenceError("PATH_ERROR", `${directory} is not a directory`, "remove it: it is not a lock");
}

function holdLock(directory: string, token: string): Lock {
  return {
    beat: () => {
      try {
        // Written, not dated by us: the disk's clock is the one that all who share the root can see.
        writeFileSync(token, BEAT, { flag: "r+" });
      } catch (error) {
        if (codeOf(error) !== "ENOENT") throw toWriteFailure(error, "the lock");
        throw new CredenceError("LOCK_TIMEOUT", "this process lost its lock, and another one is writing");
      }
    },
    release: () => {
      const letGo = (): boolean => removeQuietly(() => unlinkSync(token));
      // Twice: a disk that refuses once would keep everybody out for a minute.
      if (letGo() || letGo()) removeQuietly(() => rmdirSync(directory));
    },
  };
}

/** Says whether it is worth trying again at once. */
function breakIfStale(directory: string): boolean {
  const names = readNames(directory);
  if (names === null) return true;
  if (names.length === 0) return isFree(directory) && removeQuietly(() => rmdirSync(directory));
  if (names.some((name) => readStaleness(join(directory, name), directory) !== "stale")) return false;
  const removed = names.filter((name) => removeQuietly(() => unlinkSync(join(directory, name))));
  return removed.length > 0 && removeQuietly(() => rmdirSync(directory));
}

/** Does somebody hold the lock right now, as far as a look can tell? Nothing is touched. */
export function isBeingWritten(root: string): boolean {
  const directory = join(root, LOCK);
  return (readNames(directory) ?? []).some((name) => {
    const stat = lstatSync(join(directory, name), { throwIfNoEntry: false });
    return stat !== undefined && !isDead(name) && Math.abs(Date.now() - stat.mtimeMs) <= LOCK_STALE_MS;
  });
}

/** An empty lock. Removing it is safe: rmdir fails as soon as there is a token in it. */
function isFree(directory: string): boolean {
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isDirectory()) return false;
  return (stat.mode & 0o1000) !== 0 || readStaleness(directory, directory) === "stale";
}

function readNames(directory: string): string[] | null {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw toWriteFailure(error, "the lock");
  }
}

function removeQuietly(remove: () => void): boolean {
  try {
    remove();
    return true;
  } catch {
    // Somebody else removed it first, or holds it again, or the disk refuses: whatever stays goes stale.
    return false;
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

// Is the holder of a lock still alive? A heartbeat is a file time, and clocks differ between machines: what decides is
// the clock of the disk that holds the lock, asked only where ours finds something odd.

const LOCK_STALE_MS = 60_000;

/** `path` is the token, or the lock directory itself where there is none in it. */
function readStaleness(path: string, directory: string): "alive" | "stale" | "gone" {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return "gone";
  if (stat.isDirectory() && path !== directory) {
    throw new CredenceError("PATH_ERROR", `${directory} holds a directory`, "remove it: it is not a lock");
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

/** For whoever is kept from writing: who holds the lock, since when, and when it ends by itself. Of a name, which a repository may
 * have made up as a sentence for an agent, only a process number is said. */
export function sayHolder(root: string): string {
  const lock = join(root, LOCK);
  const [token] = ifPossible(() => readdirSync(lock), []);
  const number = /^[\w-]{1,300}\.(\d{1,10})\.[a-z0-9]{1,12}$/.exec(token ?? "")?.[1];
  const who = number === undefined ? "another tool" : `process ${number}`;
  const since = timeOf(lock);
  if (since === null) return "processes that take turns";
  const beat = (token === undefined ? null : timeOf(join(lock, token))) ?? since;
  const [first, last] = [since, beat].map(renderInstant);
  const lived = first === last ? "" : `, which wrote last at ${last}`;
  return `${who} since ${first}${lived}; unless it writes again, its lock ends at ${renderInstant(beat + LOCK_STALE_MS)}`;
}
