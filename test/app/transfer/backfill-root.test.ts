// The migration of the trust model 1.0.0, section by section, as SPEC §12 has it: verified only if a person confirms.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";
import { BODY, CONFIRM, keysOf, MACHINE, plant, tierAfter } from "./old-files.ts";

for (const type of ["user", "feedback", "project"]) {
  test(`S4 §9: ${type} becomes verified where a person confirms it`, async (t) => {
    const project = await initProject(t);
    plant(project, `memories/${type}_a.md`);
    assert.deepEqual(await tierAfter(project, `${type}_a`, { answers: ["y"] }), ["verified", "verified"]);
  });

  test(`S4 §9, SPEC §12: ${type} becomes inferred without a person, and nobody vouches for it by that`, async (t) => {
    const project = await initProject(t);
    plant(project, `memories/${type}_a.md`);
    assert.deepEqual(await tierAfter(project, `${type}_a`), ["inferred", "foreign"]);
  });
}

test("S4 §9: reference becomes inferred, also where a person confirms it: then they keep it", async (t) => {
  const project = await initProject(t);
  plant(project, "memories/reference_a.md");
  assert.deepEqual(await tierAfter(project, "reference_a", { answers: ["y"] }), ["inferred", "inferred"]);
});

test("S4 §9, the conservative default: what a person does not confirm is inferred", async (t) => {
  const project = await initProject(t);
  plant(project, "memories/project_a.md");
  plant(project, "memories/project_b.md");
  assert.deepEqual(await tierAfter(project, "project_a", { answers: ["n", "q"] }), ["inferred", "foreign"]);
  assert.equal(keysOf(project, "memories/project_b.md")["trust-level"], "inferred");
});

test("S4 §9, initial values: created-at from the file, source-machine from here, last-verified today or none", async (t) => {
  const project = await initProject(t);
  plant(project, "memories/project_a.md");
  plant(project, "memories/reference_b.md");
  await project.done(CONFIRM, { answers: ["y", "y"] });
  const { name: _, ...verified } = keysOf(project, "memories/project_a.md");
  assert.deepEqual(verified, {
    description: "Old",
    type: "project",
    "trust-level": "verified",
    "created-at": "2026-02-03T04:05:06Z",
    "last-verified": "2026-05-01",
    "source-machine": MACHINE,
  });
  assert.equal("last-verified" in keysOf(project, "memories/reference_b.md"), false);
});

test("S4 §7: what lies in quarantine becomes quarantined, with the day on record", async (t) => {
  const project = await initProject(t);
  plant(project, "quarantine/project_a.md");
  await project.done(["backfill", "--execute"]);
  const { "trust-level": tier, "last-verified": day } = keysOf(project, "quarantine/project_a.md");
  assert.deepEqual([tier, day], ["quarantined", "2026-05-01"]);
});

test("only missing fields are filled: what is there stays, byte for byte, and so does the body", async (t) => {
  const project = await initProject(t);
  const extra = ["# a comment", "created-at: 2025-01-01T00:00:00Z", "unknown: kept", "trust-level: verified"];
  plant(project, "memories/project_a.md", extra);
  const path = join(project.root, "memories/project_a.md");
  const before = readFileSync(path, "utf8");
  await project.done(["backfill", "--execute"]);
  assert.equal(
    readFileSync(path, "utf8"),
    before.replace(`\n---\n${BODY}`, `\nsource-machine: ${MACHINE}\n---\n${BODY}`),
  );
});
