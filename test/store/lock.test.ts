import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { acquireLock } from "../../src/store/lock.ts";
import { freshDir } from "../temp-dir.ts";
import { lockDirOf, ownRealm, plantLock, readToken, setAge } from "./lock-files.ts";

const MINUTE_MS = 60_000;
const FOREIGN = "elsewhere-1f0c.4711.abc";

/** Gone by the time it is used. */
function deadProcess(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

function refuses(root: string): void {
  const before = readdirSync(lockDirOf(root));
  assert.throws(() => acquireLock(root, { waitMs: 60 }), { code: "LOCK_TIMEOUT", exit: 75 });
  assert.deepEqual(readdirSync(lockDirOf(root)), before);
  assert.deepEqual(readdirSync(root), [".index.lockdir"]);
}

function takes(root: string): void {
  const lock = acquireLock(root, { waitMs: 0 });
  assert.equal(readToken(root).split(".")[1], String(process.pid));
  lock.release();
  assert.deepEqual(readdirSync(root), []);
}

test("a lock is a directory with the token of its holder, and releasing it leaves nothing", (t) => {
  const root = freshDir(t);
  const lock = acquireLock(root);
  assert.match(readToken(root), new RegExp(`^[\\w-]+\\.${process.pid}\\.[a-z0-9]+$`));
  lock.release();
  assert.deepEqual(readdirSync(root), []);
});

test("a lock that cannot be had is waited for, then refused with LOCK_TIMEOUT, exit 75", (t) => {
  const root = freshDir(t);
  const lock = acquireLock(root);
  const start = performance.now();
  assert.throws(() => acquireLock(root, { waitMs: 300 }), { code: "LOCK_TIMEOUT", exit: 75 });
  assert.ok(performance.now() - start >= 300);
  lock.release();
  takes(root);
});

test("a lock of another system is respected for 60 seconds after its heartbeat, and then broken", (t) => {
  const root = freshDir(t);
  const token = plantLock(root, FOREIGN, 0);
  refuses(root);
  setAge(token, MINUTE_MS - 2_000);
  refuses(root);
  setAge(token, MINUTE_MS + 2_000);
  takes(root);
});

test("a heartbeat from the future counts from now on, so it neither holds for ever nor falls at once", (t) => {
  const root = freshDir(t);
  const token = plantLock(root, FOREIGN, -30_000);
  refuses(root);
  // A little skew between two clocks is left as it is.
  assert.ok(statSync(token).mtimeMs > Date.now() + 20_000);
  setAge(token, -24 * 60 * MINUTE_MS);
  refuses(root);
  assert.ok(Math.abs(Date.now() - statSync(token).mtimeMs) < 10_000);
  setAge(token, MINUTE_MS + 2_000);
  takes(root);
});

test("a holder of this system that died is recovered at once", (t) => {
  const root = freshDir(t);
  plantLock(root, `${ownRealm(root)}.${deadProcess()}.abc`, 0);
  takes(root);
});

test("a holder of this system that lives is respected, until it is a minute late", (t) => {
  const root = freshDir(t);
  const token = plantLock(root, `${ownRealm(root)}.${process.ppid}.abc`, 30_000);
  refuses(root);
  setAge(token, MINUTE_MS + 2_000);
  takes(root);
});

test("a machine of the same name is another system: its process numbers say nothing here", (t) => {
  const root = freshDir(t);
  const name = ownRealm(root).slice(0, hostname().length);
  plantLock(root, `${name}-00000000-0000-4000-8000-000000000000-.${deadProcess()}.abc`, 0);
  refuses(root);
});

test("a bare lock, as other tools make it, is respected for a minute and then broken", (t) => {
  const root = freshDir(t);
  mkdirSync(lockDirOf(root), { mode: 0o755 });
  refuses(root);
  setAge(lockDirOf(root), MINUTE_MS + 2_000);
  takes(root);
});

test("an empty lock of ours lost its token when its holder let go, so it is free", (t) => {
  const root = freshDir(t);
  mkdirSync(lockDirOf(root));
  chmodSync(lockDirOf(root), 0o1755);
  takes(root);
});

test("a heartbeat keeps the lock, however old it was", (t) => {
  const root = freshDir(t);
  const lock = acquireLock(root);
  const token = join(lockDirOf(root), readToken(root));
  setAge(token, MINUTE_MS + 2_000);
  lock.beat();
  assert.ok(Date.now() - statSync(token).mtimeMs < 10_000);
  assert.throws(() => acquireLock(root, { waitMs: 60 }), { code: "LOCK_TIMEOUT" });
  lock.release();
});

test("a holder whose lock was broken is told at its next heartbeat, and releasing leaves the new lock alone", (t) => {
  const root = freshDir(t);
  const sleeper = acquireLock(root);
  setAge(join(lockDirOf(root), readToken(root)), MINUTE_MS + 2_000);
  const breaker = acquireLock(root, { waitMs: 0 });
  assert.throws(() => sleeper.beat(), { code: "LOCK_TIMEOUT", exit: 75 });
  sleeper.release();
  assert.equal(readdirSync(lockDirOf(root)).length, 1);
  breaker.beat();
  assert.throws(() => acquireLock(root, { waitMs: 60 }), { code: "LOCK_TIMEOUT" });
  breaker.release();
  assert.deepEqual(readdirSync(root), []);
});
