// What is out of use, here or there, does not come into use by an import.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../../fixture/init-project.ts";
import { outcomes, playImport, show } from "./play-import.ts";
import { recordFiles, sampleRecord, writeStore } from "./sample-store.ts";

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
      "decisions/forgotten-zebra.json": "skipped: you removed this (project_forgotten_zebra)",
      "decisions/use-postgres.json": `skipped: you removed this (${ID} is in quarantine)`,
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
