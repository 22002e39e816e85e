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
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { basename, join } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { isGone, OWN_PROCESS, setMode } from "./durable.ts";
import { codeOf, toWriteFailure, writing } from "./fs-failure.ts";
import { ensurePrivate } from "./state-directory.ts";

const LOCK_WAIT_MS = 5_000;
const LOCK_POLL_MS = 50;

/** The sticky bit means nothing here but that we made the directory: an empty one lost its token and is free. */
const OWN_MODE = 0o1755;
const TOKEN_MODE = 0o644;
const BEAT = ".";

export type Lock = {
  /** Called before each write: keeps the lock alive, and refuses if it was broken meanwhile. */
  readonly beat: () => void;
  readonly release: () => void;
};

export type LockSetting = { readonly waitMs?: number };

export function acquireLock(root: string, { waitMs = LOCK_WAIT_MS }: LockSetting = {}): Lock {
  const directory = join(root, ".index.lockdir");
  const deadline = performance.now() + waitMs;
  for (;;) {
    const lock = tryLock(directory);
    if (lock !== null) return lock;
    if (breakIfStale(directory)) continue;
    if (performance.now() >= deadline) {
      throw new CredenceError("LOCK_TIMEOUT", "another process is writing to this root");
    }
    sleep(LOCK_POLL_MS);
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

function tryLock(directory: string): Lock | null {
  if (isTaken(directory)) return null;
  const token = renderToken();
  const claim = `${directory}.${token}.tmp`;
  try {
    mkdirSync(claim, { mode: 0o700 });
    setMode(claim, OWN_MODE);
    writeFileSync(join(claim, token), BEAT, { flag: "wx", mode: TOKEN_MODE });
    setMode(join(claim, token), TOKEN_MODE);
    renameSync(claim, directory);
  } catch (error) {
    removeQuietly(() => rmSync(claim, { recursive: true, force: true }));
    // Somebody else was first.
    if (codeOf(error) === "EEXIST" || codeOf(error) === "ENOTEMPTY") return null;
    throw toWriteFailure(error, "the lock");
  }
  return holdLock(directory, join(directory, token));
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
  const directory = join(root, ".index.lockdir");
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

// The name of the file in a lock: on which system, by which process, and a word of chance, so that no two are alike.

function renderToken(): string {
  return `${realm()}.${OWN_PROCESS}.${Math.random().toString(36).slice(2, 12)}`;
}

/** A holder of this very system whose process is gone cannot beat again. */
export function isDead(token: string): boolean {
  const [where, holder] = token.split(".");
  if (where !== realm() || holder === undefined || !/^\d{1,10}$/.test(holder)) return false;
  return isGone(Number(holder));
}

/**
 * Process ids mean something only within one running system, and there within one name space. Two machines may bear
 * the same name, so the name alone does not tell them apart.
 */
function realm(): string {
  const boot = readQuietly(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const space = readQuietly(() => readlinkSync("/proc/self/ns/pid"));
  return `${hostname()}-${boot ?? hardware()}-${space ?? ""}`.replaceAll(/[^A-Za-z0-9-]/g, "_");
}

function hardware(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.find(({ internal, mac }) => !internal && mac !== "00:00:00:00:00:00")?.mac ?? "";
}

function readQuietly(read: () => string): string | null {
  try {
    return read();
  } catch {
    // Only Linux has these; elsewhere the network hardware stands in.
    return null;
  }
}
