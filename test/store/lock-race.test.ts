import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { acquireLock } from "../../src/store/lock.ts";
import { freshDir } from "../temp-dir.ts";
import type { Counts } from "./lock-contender.ts";
import { lockDirOf, plantLock, readToken, setAge } from "./lock-files.ts";
import type { Held } from "./lock-holder.ts";

const PROCESSES = 8;
const ROUNDS = 60;
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

test("of 8 processes that find 60 stale locks, one breaks each, and there are never two holders at once", async (t) => {
  const planted = (root: string, round: number): void => {
    plantLock(root, `elsewhere-${round}.4711.abc`, STALE_MS);
  };
  const counts = await race(freshDir(t), planted);
  assert.deepEqual(counts, { taken: PROCESSES * ROUNDS, overlaps: 0, refused: 0, broken: ROUNDS });
});

test("the same with 60 stale locks that hold no token", async (t) => {
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
