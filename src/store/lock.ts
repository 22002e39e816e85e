// One writer per root. The lock is the directory `.index.lockdir`; it contains one file, the token, whose name says who
// holds the lock and whose time is the heartbeat. Fails closed: without the lock there is no write.
//
// The directory is made next to its final path, with the token in it, and renamed, so our lock never exists without
// its holder. A bare one, as other tools make it with mkdir, counts as held until it is stale. A writer that finds the lock taken
// waits in the order of tickets beside it (see below), and is refused with the holder's name when its time is over.
//
// Attack and accident: a writer dies and leaves the lock, and two others find it stale at once: whoever removes the token
// is the breaker, and a file can be removed only once, so a lock taken in the meantime is safe. A repository brings a
// link of that name, so that breaking it would delete files elsewhere: it is not followed.

import {
  lstatSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { renderInstant } from "../memory/instant.ts";
import { codeOf, ifPossible, toWriteFailure, writing } from "./fs-failure.ts";
import { ensurePrivate } from "./state-directory.ts";
import {
  BEAT,
  findOlder,
  isDead,
  makeTicket,
  removeTicket,
  renderToken,
  timeOf,
  tokenOf,
} from "./temporary-files.ts";

const LOCK_WAIT_MS = 30_000;
/** A caller that waits for so long is told whose work it waits for. */
const TELL_MS = 2_000;

const LOCK = ".index.lockdir";

export type Lock = {
  /** Called before each write: keeps the lock alive, and refuses if it was broken meanwhile. */
  readonly beat: () => void;
  readonly release: () => void;
};

export type LockSetting = {
  readonly waitMs?: number;
  /** Called once, with the holder of the lock, when the wait is a long one. */
  readonly onWait?: ((holder: string) => void) | undefined;
};

/** Blocks this process while it waits. */
export function acquireLock(root: string, setting: LockSetting = {}): Lock {
  const waiting = waitInOrder(root, setting);
  for (;;) {
    const step = waiting.next();
    if (step.done === true) return step.value;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, step.value);
  }
}

/** The same for a process that answers others meanwhile. The work begins as the lock is taken: no other work of this process comes
 * in between. */
export async function whenLocked<Result>(
  root: string,
  setting: LockSetting,
  work: (lock: Lock) => Result,
): Promise<Result> {
  const waiting = waitInOrder(root, setting);
  for (;;) {
    const step = waiting.next();
    if (step.done === true) return work(step.value);
    await new Promise((done) => setTimeout(done, step.value));
  }
}

/** Yields how many milliseconds to wait until the next look. */
function* waitInOrder(root: string, { waitMs = LOCK_WAIT_MS, onWait }: LockSetting): Generator<number, Lock> {
  const directory = join(root, LOCK);
  const began = performance.now();
  const queue: Queue = { ticket: null, freeSince: null, older: 1, countedAt: -COUNT_MS };
  let tell = onWait;
  try {
    for (;;) {
      const lock = tryLock(directory, queue);
      if (lock !== null) return lock;
      if (queue.freeSince === null && breakIfStale(directory)) continue;
      const waitedMs = performance.now() - began;
      if (waitedMs >= waitMs)
        throw new CredenceError("LOCK_TIMEOUT", `this root is being written to by ${sayHolder(root)}`);
      if (waitedMs >= TELL_MS) {
        tell?.(sayHolder(root));
        tell = undefined;
      }
      queue.ticket ??= makeTicket(directory);
      yield (queue.older === 0 ? FIRST_POLL_MS : POLL_MS) * (0.5 + Math.random());
    }
  } finally {
    if (queue.ticket !== null) removeTicket(queue.ticket);
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

type Queue = {
  ticket: string | null;
  /** Since when the lock has been seen free. */
  freeSince: number | null;
  /** How many older tickets there were at the last count, and when it was. */
  older: number;
  countedAt: number;
};

const FIRST_POLL_MS = 5;
const POLL_MS = 50;
/** A count looks at every ticket, so it is rare while the lock is taken. */
const COUNT_MS = 250;
const TURN_MS = 750;
/** The second in line comes before the third. */
const STEP_MS = 25;
const STEPS_MAX = 8;

/** A waiter that finds the lock free leaves the older tickets their turn. A turn that passes unused, as of a process that was stopped
 * or of a machine that is gone, costs the ticket: its process takes another one, if it lives. */
function tryLock(directory: string, queue: Queue): Lock | null {
  const now = performance.now();
  const isUntaken = !isTaken(directory);
  queue.freeSince = isUntaken ? (queue.freeSince ?? now) : null;
  if (!isUntaken && now - queue.countedAt < COUNT_MS) return null;
  if (queue.ticket !== null && timeOf(queue.ticket) === null) queue.ticket = null;
  const older = findOlder(directory, queue.ticket);
  [queue.older, queue.countedAt] = [older.length, now];
  if (queue.freeSince === null) return null;
  const freeMs = now - queue.freeSince;
  if (older.length > 0 && freeMs < TURN_MS + STEP_MS * Math.min(older.length, STEPS_MAX)) return null;
  older.forEach(removeTicket);
  // Kept before it is tried: whatever the disk answers, it is removed in the end.
  queue.ticket ??= makeTicket(directory);
  return take(directory, queue.ticket);
}

/** @returns null where another process was first, or took the ticket away. */
function take(directory: string, ticket: string): Lock | null {
  const token = join(directory, tokenOf(ticket));
  try {
    renameSync(ticket, directory);
  } catch (error) {
    if (["EEXIST", "ENOTEMPTY", "ENOENT"].includes(codeOf(error))) return null;
    throw toWriteFailure(error, "the lock");
  }
  const lock = holdLock(directory, token);
  try {
    // The time of the token is the heartbeat, and the ticket may have waited for long.
    lock.beat();
    return lock;
  } catch (error) {
    lock.release();
    if (error instanceof CredenceError && error.code === "LOCK_TIMEOUT") return null;
    throw error;
  }
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
  const since = lstatSync(lock, { throwIfNoEntry: false })?.ctimeMs;
  if (since === undefined) return "processes that take turns";
  const beat = (token === undefined ? null : timeOf(join(lock, token))) ?? since;
  const [first, last] = [since, beat].map(renderInstant);
  const lived = first === last ? "" : `, which wrote last at ${last}`;
  return `${who} since ${first}${lived}; unless it writes again, its lock ends at ${renderInstant(beat + LOCK_STALE_MS)}`;
}
