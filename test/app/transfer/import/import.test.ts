// Without a person, 50 memories a root a day: an import is no way around it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { COMPILED } from "../../../built.ts";
import { IS_DEEP } from "../../../deep.ts";
import { type InitProject, initProject } from "../../../fixture/init-project.ts";
import { pick } from "../../../fixture/pick.ts";
import { CLI } from "../../../fixture/scratch-project.ts";
import { readTree } from "../../../fixture/tree.ts";
import { outcomes, playImport, show } from "./play-import.ts";
import { recordFiles, sampleRecord, writeStore } from "./sample-store.ts";

const LIMIT = "DAILY_LIMIT: 50 memories were created here today without a person";

function makeStore(project: InitProject): string {
  const records = Array.from({ length: 53 }, (_, index) =>
    sampleRecord({ id: `record-${String(index).padStart(2, "0")}`, title: `Record number ${index}` }),
  );
  return writeStore(join(project.base, "store"), recordFiles(...records));
}

test("without a person the rest of the day is named and left out, in a dry run too, and the next day goes on", async (t) => {
  const project = await initProject(t, { state: "real" });
  const store = makeStore(project);
  const planned = await playImport(project, ["claude-memory", store]);
  assert.deepEqual(planned.counts, { new: 50, here: 0, skipped: 3 });
  const done = await playImport(project, ["claude-memory", store, "--execute"]);
  assert.deepEqual(
    pick(
      done.items.filter(({ kind }) => kind !== "new"),
      "id",
      "reason",
    ),
    [
      ["project_record_50", LIMIT],
      ["project_record_51", LIMIT],
      ["project_record_52", LIMIT],
    ],
  );
  const later = { now: "2026-05-02T12:00:00Z" };
  const next = await playImport(project, ["claude-memory", store, "--execute"], later);
  assert.deepEqual(next.counts, { new: 3, here: 50, skipped: 0 });
});

test("a person who unlocks their key has no limit, and what they do not confirm is inferred", async (t) => {
  const project = await initProject(t, { state: "real" });
  const store = makeStore(project);
  // At the first need of the key its passphrase is chosen and repeated.
  const options = { answers: ["correct horse", "correct horse", ""] };
  const { counts, items } = await playImport(project, ["claude-memory", store, "--execute"], options);
  assert.deepEqual(counts, { new: 53, here: 0, skipped: 0 });
  assert.ok(items.every(({ becomes }) => becomes === "inferred"));
});

// What is out of use, here or there, does not come into use by an import.

const ID = "project_use_postgres";

test("what a person removed stays removed, whatever a source holds", async (t) => {
  const project = await initProject(t);
  const forgotten = sampleRecord({ id: "forgotten-zebra", title: "Forgotten zebra" });
  const source = writeStore(join(project.base, "store"), recordFiles(sampleRecord(), forgotten));
  await playImport(project, ["claude-memory", source, "--execute"]);
  await project.done(["demote", ID, "--reason", "wrong"]);
  await project.done(["forget", "project_forgotten_zebra", "--reason", "private", "--as-test-person"]);
  for (const more of [[], ["--execute"], ["--execute", "--as-test-person"]]) {
    assert.deepEqual(outcomes(await playImport(project, ["claude-memory", source, ...more])), {
      "decisions/forgotten-zebra.json":
        "skipped: REMOVED: exactly this text was forgotten, so it is not stored again",
      "decisions/use-postgres.json": `skipped: REMOVED: this text was removed: ${ID} is in quarantine`,
    });
  }
  assert.deepEqual(readdirSync(join(project.root, "memories")), []);
});

test("a record that is out of use there is out of use here, and signed so", async (t) => {
  const project = await initProject(t);
  const records = recordFiles(
    sampleRecord({
      id: "old",
      title: "An old zebra",
      record_status: "retired",
      retired_at: "2026-02-01T00:00:00Z",
      retired_reason: "replaced",
    }),
    sampleRecord({
      id: "aside",
      title: "Aside, a giraffe",
      record_status: "archived",
      archived_at: "2026-03-01T00:00:00Z",
      archived_reason: "quiet",
    }),
  );
  const source = writeStore(join(project.base, "store"), records);
  const report = await playImport(project, ["claude-memory", source, "--execute"]);
  assert.deepEqual(outcomes(report), { "decisions/aside.json": "archived", "decisions/old.json": "retired" });
  const old = await show(project, "project_old");
  assert.deepEqual([old["standing"], old["reason"]], ["retired", "retired by this machine on 2026-05-01"]);
  const aside = await show(project, "project_aside");
  assert.deepEqual([aside["standing"], aside["status"]], ["inferred", "archived"]);
  for (const [id, status, reason] of [
    ["old", "retired", "replaced"],
    ["aside", "archived", "quiet"],
  ]) {
    const text = readFileSync(join(project.root, "memories", `project_${id}.md`), "utf8");
    assert.match(text, new RegExp(`^${status}-reason: ${reason}$`, "m"));
    assert.match(text, new RegExp(`^${status}-at: 2026-05-01T12:00:00Z$`, "m"));
  }
  assert.equal((await playImport(project, ["claude-memory", source, "--execute"])).counts.here, 2);
});

// What an import does to a root: nothing in a dry run, nothing twice, nothing to what is there.

test("a dry run says what would happen and writes nothing", async (t) => {
  const project = await initProject(t);
  const source = writeStore(join(project.base, "store"), recordFiles(sampleRecord()));
  await playImport(project, ["claude-memory", source]);
  const before = readTree(project.base);
  const report = await playImport(project, ["claude-memory", source]);
  assert.deepEqual(report, {
    dryRun: true,
    backups: [],
    counts: { new: 1, here: 0, skipped: 0 },
    stopped: false,
    items: [
      {
        source: "decisions/use-postgres.json",
        id: ID,
        scope: "project",
        type: "project",
        category: "decision",
        kind: "new",
        becomes: "inferred",
        reason: null,
        fix: null,
        flags: [],
      },
    ],
  });
  assert.deepEqual(readTree(project.base), before);
  const { stdout } = await project.done(["import", "claude-memory", source]);
  assert.equal(
    stdout,
    `inferred   ${ID} project, decision (decisions/use-postgres.json)\n1 new, 0 already here, 0 left out\ndry run, nothing was written; use --execute\n`,
  );
});

test("--execute backs the root up first, says where, and stores each record as this machine's word", async (t) => {
  const project = await initProject(t);
  await project.save("project_here_before");
  const before = readTree(project.root);
  const source = writeStore(join(project.base, "store"), recordFiles(sampleRecord()));
  const { backups, counts } = await playImport(project, ["claude-memory", source, "--execute"]);
  assert.equal(counts.new, 1);
  const [backup = ""] = backups;
  assert.match(backup, /\/state\/backups\/2026-05-01T120000Z\/[0-9a-f]{32}$/);
  const { ".gitignore": _, "index.md": __, ...copied } = before;
  assert.deepEqual(readTree(backup), copied);
  const { body, digest, ...memory } = await show(project, ID);
  assert.match(String(digest), /^[0-9a-f]{64}$/);
  assert.match(body, /^## Context\n\nWe need a database that everybody knows\.\n/);
  assert.deepEqual(memory, {
    id: ID,
    scope: "project",
    path: `.claude/memory/memories/${ID}.md`,
    name: "Use PostgreSQL",
    description: "PostgreSQL, one version for all services.",
    type: "project",
    category: "decision",
    tags: ["database"],
    cues: [],
    contradicts: [],
    tier: "inferred",
    standing: "inferred",
    reason: "written here",
    flagged: null,
    status: "active",
    createdAt: "2026-01-02T03:04:05Z",
    lastVerified: null,
    origin: "import",
    taint: [],
  });
  const { stdout } = await project.done(["journal"]);
  assert.match(stdout, new RegExp(`import +${ID} by machine\n$`));
});

test("a second run changes nothing, not even by a backup", async (t) => {
  const project = await initProject(t);
  const source = writeStore(join(project.base, "store"), recordFiles(sampleRecord()));
  await playImport(project, ["claude-memory", source, "--execute"]);
  const before = readTree(project.base);
  const again = await playImport(project, ["claude-memory", source, "--execute"]);
  assert.deepEqual(outcomes(again), {
    "decisions/use-postgres.json": `here: ${ID} already says exactly this`,
  });
  assert.deepEqual(again.backups, []);
  assert.deepEqual(readTree(project.base), before);
});

test("nothing is overwritten: another text under the id is named and left out", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  const before = readTree(join(project.root, "memories"));
  const source = writeStore(join(project.base, "store"), recordFiles(sampleRecord()));
  for (const more of [[], ["--execute"]]) {
    assert.deepEqual(outcomes(await playImport(project, ["claude-memory", source, ...more])), {
      "decisions/use-postgres.json": `skipped: EXISTS: ${ID} exists and says something else`,
    });
  }
  assert.deepEqual(readTree(join(project.root, "memories")), before);
});

// An import that is killed at any instant leaves whole memories, and the same call finishes it.

/** More than are stored together; the long suite imports as many as a real store holds. */
const RECORDS = Math.max(IS_DEEP ? 1_000 : 240, Number(process.env["CREDENCE_TEST_RUNS"] ?? 0));
function makeLarge(project: InitProject): string {
  const records = Array.from({ length: RECORDS }, (_, index) =>
    sampleRecord({ id: `record-${index}`, title: `Record number ${index}` }),
  );
  return writeStore(join(project.base, "store"), recordFiles(...records));
}

function countMemories({ root }: InitProject): number {
  return readdirSync(join(root, "memories")).filter((name) => name.endsWith(".md")).length;
}

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
  const args = ["import", "claude-memory", makeLarge(project), "--execute", "--now", "2026-05-01T12:00:00Z"];
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
  const store = makeLarge(project);
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
