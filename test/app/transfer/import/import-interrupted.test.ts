// An import that is killed at any instant leaves whole memories, and the same call finishes it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, { existsSync, readdirSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { COMPILED } from "../../../built.ts";
import { IS_DEEP } from "../../../deep.ts";
import { type InitProject, initProject } from "../../../fixture/init-project.ts";
import { CLI } from "../../../fixture/scratch-project.ts";
import { playImport } from "./play-import.ts";
import { recordFiles, sampleRecord, writeStore } from "./sample-store.ts";

/** More than are stored together; the long suite imports as many as a real store holds. */
const RECORDS = Math.max(IS_DEEP ? 1_000 : 240, Number(process.env["CREDENCE_TEST_RUNS"] ?? 0));
const GIVE_UP_MS = 60_000;

function makeStore(project: InitProject): string {
  const records = Array.from({ length: RECORDS }, (_, index) =>
    sampleRecord({ id: `record-${index}`, title: `Record number ${index}` }),
  );
  return writeStore(join(project.base, "store"), recordFiles(...records));
}

/** Kills the real command once so many memories are there. */
async function killAfter(project: InitProject, args: readonly string[], memories: number): Promise<void> {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: project.top,
    env: { ...COMPILED, ...project.env },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const deadline = Date.now() + GIVE_UP_MS;
  while (countMemories(project) < memories && child.exitCode === null && Date.now() < deadline)
    await sleep(5);
  child.kill("SIGKILL");
  await ended;
}

function countMemories({ root }: InitProject): number {
  return readdirSync(join(root, "memories")).filter((name) => name.endsWith(".md")).length;
}

test("a killed import leaves each memory whole or not at all, and the same call finishes it", async (t) => {
  const project = await initProject(t);
  const store = makeStore(project);
  const args = ["import", "claude-memory", store, "--execute", "--now", "2026-05-01T12:00:00Z"];
  await killAfter(project, args, 1);
  await killAfter(project, args, RECORDS / 2);
  const repaired = await project.call(["doctor", "--repair"]);
  assert.equal(repaired.exit, 0, repaired.stdout);
  const between = countMemories(project);
  assert.ok(between > 0 && between < RECORDS, `${between} of ${RECORDS}`);
  const listed = JSON.parse((await project.done(["list", "--json"])).stdout);
  assert.equal(listed.length, between);
  assert.ok(listed.every(({ standing }: { standing: string }) => standing === "inferred"));
  const rest = await playImport(project, args.slice(1));
  assert.deepEqual(rest.counts, { new: RECORDS - between, here: between, skipped: 0 });
  const { stdout } = await project.done(["journal", "--limit", "100000", "--json"]);
  const entries: { readonly op: string; readonly id: string }[] = JSON.parse(stdout);
  assert.equal(new Set(entries.map(({ id }) => id)).size, RECORDS);
  assert.equal(new Set(entries.map(({ op }) => op)).size, RECORDS);
});

/** No new file fits into the root once so many memories are there. */
function fillUpAfter(t: TestContext, project: InitProject, memories: number): () => void {
  const { openSync } = fs;
  const restore = (): void => {
    Reflect.set(fs, "openSync", openSync);
    syncBuiltinESMExports();
  };
  t.after(restore);
  Reflect.set(fs, "openSync", (...args: Parameters<typeof openSync>) => {
    const isNew = String(args[0]).startsWith(project.root) && String(args[1]).includes("x");
    if (isNew && countMemories(project) >= memories)
      throw Object.assign(new Error("no room"), { code: "ENOSPC", syscall: "open" });
    return openSync(...args);
  });
  syncBuiltinESMExports();
  return restore;
}

test("where the disk fills up in the middle, an import says what is stored, and the same call goes on", async (t) => {
  const project = await initProject(t);
  const args = ["import", "claude-memory", makeStore(project), "--execute", "--now", "2026-05-01T12:00:00Z"];
  const restore = fillUpAfter(t, project, 1);
  const { exit, stderr } = await project.call(args);
  restore();
  const stored = countMemories(project);
  assert.ok(stored > 0 && stored < RECORDS, `${stored} of ${RECORDS}`);
  assert.equal(exit, 1);
  assert.match(stderr, new RegExp(`hint: ${stored} memories are stored; free some space and run it again`));
  const rest = await playImport(project, args.slice(1));
  assert.deepEqual(rest.counts, { new: RECORDS - stored, here: stored, skipped: 0 });
});

test("other writers get their turn while an import runs, and index and index.md follow it", async (t) => {
  const project = await initProject(t);
  const store = makeStore(project);
  const child = spawn(process.execPath, [CLI, "import", "claude-memory", store, "--execute"], {
    cwd: project.top,
    env: { ...COMPILED, ...project.env },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  while (countMemories(project) === 0 && child.exitCode === null) await sleep(5);
  await project.save("project_in_between");
  const [exit] = await ended;
  assert.equal(exit, 0);
  assert.equal((await project.call(["index", "--validate"])).exit, 0);
  const listed = join(project.root, "index.md");
  assert.ok(existsSync(listed) && statSync(listed).size > RECORDS * 40);
});
