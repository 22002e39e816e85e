import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { acquireLock, whenLocked } from "../../src/store/lock.ts";
import { IS_DEEP } from "../deep.ts";
import { withoutWaits } from "../faults/skip-waits.ts";
import { freshDir } from "../temp-dir.ts";
import type { Counts } from "./lock-contender.ts";
import { lockDirOf, ownRealm, plantLock, readToken, setAge } from "./lock-files.ts";
import type { Held } from "./lock-holder.ts";

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

test("a link or a file in place of the lock is refused, and what it leads to is not touched", (t) => {
  const base = freshDir(t);
  const [root, elsewhere] = [join(base, "root"), join(base, "elsewhere")];
  mkdirSync(root);
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, "precious"), "text");
  setAge(join(elsewhere, "precious"), 600_000);
  symlinkSync(elsewhere, lockDirOf(root));
  assert.throws(() => acquireLock(root, { waitMs: 60 }), { code: "PATH_ERROR", exit: 1 });
  assert.ok(existsSync(join(elsewhere, "precious")));
  unlinkSync(lockDirOf(root));
  writeFileSync(lockDirOf(root), "");
  assert.throws(() => acquireLock(root, { waitMs: 60 }), { code: "PATH_ERROR", exit: 1 });
});

test("a directory in the lock, which could never be broken, is refused at once", (t) => {
  const root = freshDir(t);
  mkdirSync(join(lockDirOf(root), "below"), { recursive: true });
  assert.throws(() => acquireLock(root, { waitMs: 60 }), { code: "PATH_ERROR", exit: 1 });
  assert.ok(existsSync(join(lockDirOf(root), "below")));
});

test("a file that a repository brings in the lock holds for no longer than a heartbeat", (t) => {
  const root = freshDir(t);
  mkdirSync(lockDirOf(root));
  writeFileSync(join(lockDirOf(root), "README"), "");
  assert.throws(() => acquireLock(root, { waitMs: 60 }), { code: "LOCK_TIMEOUT" });
  setAge(join(lockDirOf(root), "README"), 62_000);
  acquireLock(root, { waitMs: 0 }).release();
  assert.ok(!existsSync(lockDirOf(root)));
});

/** What somebody left who waited: beside the lock, dated by the disk. */
function plantTicket(root: string, token: string, ageMs: number): string {
  const ticket = `${lockDirOf(root)}.${token}.tmp`;
  mkdirSync(ticket);
  setAge(ticket, ageMs);
  return ticket;
}

test("the oldest ticket has the first turn; one that is not used, as its process was stopped, is lost", (t) => {
  const root = freshDir(t);
  const ticket = plantTicket(root, FOREIGN, 1_000);
  assert.throws(() => acquireLock(root, { waitMs: 0 }), { code: "LOCK_TIMEOUT" });
  assert.deepEqual(readdirSync(root), [basename(ticket)]);
  const begun = performance.now();
  acquireLock(root).release();
  assert.ok(performance.now() - begun >= 750);
  assert.deepEqual(readdirSync(root), []);
});

test("the ticket of a process that has ended is removed at once", (t) => {
  const root = freshDir(t);
  plantTicket(root, `${ownRealm(root)}.${deadProcess()}.abc`, 1_000);
  acquireLock(root, { waitMs: 0 }).release();
  assert.deepEqual(readdirSync(root), []);
});

test("a waiter whose ticket was taken away takes another one and waits on", async (t) => {
  const root = freshDir(t);
  const lock = acquireLock(root);
  const waiting = whenLocked(root, {}, (own) => own.release());
  const tickets = (): string[] => readdirSync(root).filter((name) => name.endsWith(".tmp"));
  const [first = ""] = tickets();
  rmSync(join(root, first), { recursive: true });
  while (tickets().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.notDeepEqual(tickets(), [first]);
  lock.release();
  await waiting;
  assert.deepEqual(readdirSync(root), []);
});

test("a refusal names the process that holds the lock, since when, and when it ends", (t) => {
  const root = freshDir(t);
  const lock = acquireLock(root);
  const holder = new RegExp(
    `by process ${process.pid} since 20\\S+Z; unless it writes again, its lock ends at 20\\S+Z$`,
  );
  assert.throws(() => acquireLock(root, { waitMs: 60 }), { message: holder });
  lock.release();
});

test("a long wait is told once, with the holder, and a process that waits aside goes on meanwhile", async (t) => {
  const root = freshDir(t);
  const lock = acquireLock(root);
  const told: string[] = [];
  const onWait = (holder: string): void => void told.push(holder);
  await withoutWaits(async () =>
    assert.throws(() => acquireLock(root, { onWait }), { code: "LOCK_TIMEOUT", exit: 75 }),
  );
  assert.equal(told.length, 1);
  assert.match(told[0] ?? "", new RegExp(`^process ${process.pid} since 20`));
  const later = whenLocked(root, { onWait }, (own) => own.release());
  lock.release();
  await later;
  assert.equal(told.length, 1);
  assert.deepEqual(readdirSync(root), []);
});

test("a process that ends while it waits leaves a ticket that holds up nobody", async (t) => {
  const root = freshDir(t);
  const lock = acquireLock(root);
  const waiter = start("lock-holder.ts", [root, "0"]);
  t.after(() => waiter.kill("SIGKILL"));
  while (readdirSync(root).length === 1) await new Promise((resolve) => setTimeout(resolve, 5));
  waiter.kill("SIGKILL");
  await once(waiter, "close");
  assert.equal(readdirSync(root).length, 2);
  lock.release();
  takes(root);
});

const PROCESSES = 8;
const ROUNDS = IS_DEEP ? 60 : 12;
const STALE_MS = 62_000;

function start(script: string, args: readonly string[]): ChildProcess {
  const path = join(import.meta.dirname, script);
  return spawn(process.execPath, [path, ...args], { stdio: ["ignore", "pipe", "inherit"] });
}

async function finish(child: ChildProcess): Promise<Counts> {
  const chunks: string[] = [];
  child.stdout?.on("data", (chunk) => chunks.push(String(chunk)));
  const [exit] = await once(child, "close");
  assert.equal(exit, 0);
  const counts: Counts = JSON.parse(chunks.join(""));
  return counts;
}

async function race(base: string, prepare: (root: string, round: number) => void): Promise<Counts> {
  const roots = Array.from({ length: ROUNDS }, (_, round) => join(base, `root-${round}`));
  roots.forEach((root, round) => {
    mkdirSync(root);
    prepare(root, round);
  });
  const go = join(base, "go");
  const children = Array.from({ length: PROCESSES }, () => start("lock-contender.ts", [go, ...roots]));
  const all = children.map(finish);
  writeFileSync(go, "");
  const counts = await Promise.all(all);
  for (const root of roots) assert.deepEqual(readdirSync(root), []);
  const total = (key: keyof Counts): number => counts.reduce((sum, each) => sum + each[key], 0);
  return {
    taken: total("taken"),
    overlaps: total("overlaps"),
    refused: total("refused"),
    broken: total("broken"),
  };
}

async function startHolder(t: TestContext, root: string, everyMs: number): Promise<ChildProcess> {
  const child = start("lock-holder.ts", [root, String(everyMs)]);
  t.after(() => child.kill("SIGKILL"));
  const said: Held = "held\n";
  if (child.stdout !== null) assert.equal(String(await once(child.stdout, "data")), said);
  return child;
}

test(`of 8 processes that find ${ROUNDS} stale locks, one breaks each, and there are never two holders at once`, async (t) => {
  const planted = (root: string, round: number): void => {
    plantLock(root, `elsewhere-${round}.4711.abc`, STALE_MS);
  };
  const counts = await race(freshDir(t), planted);
  assert.deepEqual(counts, { taken: PROCESSES * ROUNDS, overlaps: 0, refused: 0, broken: ROUNDS });
});

test(`the same with ${ROUNDS} stale locks that hold no token`, async (t) => {
  const planted = (root: string): void => {
    mkdirSync(lockDirOf(root));
    setAge(lockDirOf(root), STALE_MS);
  };
  const counts = await race(freshDir(t), planted);
  assert.deepEqual(counts, { taken: PROCESSES * ROUNDS, overlaps: 0, refused: 0, broken: 0 });
});

test("a holder killed with SIGKILL is recovered at once on the same machine", async (t) => {
  const root = freshDir(t);
  const holder = await startHolder(t, root, 0);
  assert.equal(readToken(root).split(".")[1], String(holder.pid));
  assert.throws(() => acquireLock(root, { waitMs: 60 }), { code: "LOCK_TIMEOUT" });
  holder.kill("SIGKILL");
  await once(holder, "close");
  const lock = acquireLock(root, { waitMs: 0 });
  lock.release();
  assert.deepEqual(readdirSync(root), []);
});

test("a holder that beats is never broken, however long its clock stood still", async (t) => {
  const root = freshDir(t);
  const holder = await startHolder(t, root, 5);
  const token = readToken(root);
  for (let round = 0; round < 5; round += 1) {
    setAge(join(lockDirOf(root), token), STALE_MS);
    await new Promise((resolve) => setTimeout(resolve, 40));
    assert.throws(() => acquireLock(root, { waitMs: 60 }), { code: "LOCK_TIMEOUT" });
    assert.equal(readToken(root), token);
  }
  holder.kill("SIGKILL");
  await once(holder, "close");
});
