import assert from "node:assert/strict";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { auditProject } from "../../fixture/audit-project.ts";
import { memoryText } from "../../fixture/memory-text.ts";

const GOOD = "Plain words, long enough to be a body.\n\nWhy: so.\nHow to apply: so.";

test("drift is what changed past the commands", async (t) => {
  const project = auditProject(t);
  const path = (id: string): string => join(project.root, "memories", `${id}.md`);
  for (const id of ["project_edited", "project_rolled_back"])
    await project.plant(id, { by: "person", body: GOOD });
  for (const id of ["project_rewritten", "project_moved"]) await project.plant(id, { body: GOOD });
  await project.audit();
  writeFileSync(path("project_edited"), memoryText({ tier: "verified", body: `Another text. ${GOOD}` }));
  writeFileSync(path("project_rewritten"), memoryText({ body: `Another text. ${GOOD}` }));
  rmSync(join(project.root, "attest", "project_rolled_back"), { recursive: true });
  renameSync(path("project_moved"), join(project.root, "quarantine", "project_moved.md"));
  writeFileSync(join(project.root, "attest", "project_edited", "odd.json"), "{}");
  const { drift, exit } = await project.audit();
  assert.deepEqual(
    drift.map(({ check, level, id }) => `${check} ${level} ${id}`),
    [
      "misplaced error null",
      "attestation warning null",
      "changed-since-approval warning project_edited",
      "recorded-quarantined warning project_moved",
      "changed-since-written warning project_rewritten",
      "rolled-back warning project_rolled_back",
    ],
  );
  assert.equal(exit, 2);
});

test("signers: own keys, and those who signed and are unknown, with their counts", async (t) => {
  const [ana, bo] = [auditProject(t), auditProject(t)];
  for (const id of ["project_hers", "project_hers_too"]) await ana.plant(id, { by: "person", body: GOOD });
  rmSync(bo.root, { recursive: true });
  renameSync(ana.root, bo.root);
  const { signers, foreign } = await bo.audit(["--as-test-person"]);
  assert.deepEqual(
    signers.own.map(({ kind, sealed }) => [kind, sealed]),
    [
      ["machine", false],
      ["person", false],
    ],
  );
  assert.deepEqual(
    signers.unknown.map(({ kind, statements, ids, root }) => [kind, statements, ids, root]),
    [["person", 2, ["project_hers", "project_hers_too"], ".claude/memory/"]],
  );
  assert.deepEqual(
    foreign.map(({ reason }) => reason),
    ["unknown signer", "unknown signer"],
  );
});

test("an id in two directories is one memory, the one with less trust", async (t) => {
  const project = auditProject(t);
  await project.plant("project_twice", { body: GOOD });
  const text = readFileSync(join(project.root, "memories", "project_twice.md"), "utf8");
  writeFileSync(join(project.root, "quarantine", "project_twice.md"), text);
  const { summary, exit } = await project.audit();
  assert.deepEqual([summary.memories, summary.standings.quarantined, exit], [1, 1, 2]);
});
