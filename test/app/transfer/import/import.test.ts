// Without a person, 50 memories a root a day: an import is no way around it.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type InitProject, initProject } from "../../../fixture/init-project.ts";
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
    done.items.filter(({ kind }) => kind !== "new").map(({ id, reason }) => [id, reason]),
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

test("who does not know the passphrase imports nothing", async (t) => {
  const project = await initProject(t, { state: "real" });
  const store = makeStore(project);
  const { exit, stderr } = await project.call(["import", "claude-memory", store, "--execute"], {
    answers: [1, 2, 3].flatMap(() => ["correct horse", "another"]),
  });
  assert.equal(exit, 1);
  assert.match(stderr, /^error: NEEDS_PERSON: the two passphrases differ/);
  assert.deepEqual((await playImport(project, ["claude-memory", store])).counts.here, 0);
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

test("forgetting a memory erases it from every backup, too", async (t) => {
  const project = await initProject(t);
  await project.save("project_onyx", { body: "The quick onyx goblin jumps over the lazy dwarf." });
  const source = writeStore(join(project.base, "store"), recordFiles(sampleRecord()));
  const { backups } = await playImport(project, ["claude-memory", source, "--execute"]);
  const copy = join(backups[0] ?? "", "memories", "project_onyx.md");
  assert.match(readFileSync(copy, "utf8"), /onyx goblin/);
  await project.done(["forget", "project_onyx", "--reason", "private", "--as-test-person"]);
  assert.equal(existsSync(copy), false);
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
    sampleRecord({ id: "aside", title: "Aside, a giraffe", record_status: "archived" }),
  );
  const source = writeStore(join(project.base, "store"), records);
  const report = await playImport(project, ["claude-memory", source, "--execute"]);
  assert.deepEqual(outcomes(report), { "decisions/aside.json": "archived", "decisions/old.json": "retired" });
  const old = await show(project, "project_old");
  assert.deepEqual([old["standing"], old["reason"]], ["retired", "retired by this machine on 2026-05-01"]);
  const aside = await show(project, "project_aside");
  assert.deepEqual([aside["standing"], aside["status"]], ["inferred", "archived"]);
  assert.equal((await playImport(project, ["claude-memory", source, "--execute"])).counts.here, 2);
});
