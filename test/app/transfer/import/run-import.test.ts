// What an import does to a root: nothing in a dry run, nothing twice, nothing to what is there.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../../fixture/init-project.ts";
import { readTree } from "../../../fixture/tree.ts";
import { outcomes, playImport, show } from "./play-import.ts";
import { recordFiles, sampleRecord, writeStore } from "./sample-store.ts";

const ID = "project_use_postgres";

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
