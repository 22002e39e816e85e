import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { demote, look } from "../../fixture/act-on.ts";
import { openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";

test("a machine demotes what it wrote: the file goes to quarantine with who, when and why", async (t) => {
  const project = openProject(t);
  await project.save();
  const outcome = await demote(project, ID, { reason: "it was a guess" });
  const path = `.claude/memory/quarantine/${ID}.md`;
  assert.deepEqual(outcome, { kind: "demoted", id: ID, path });
  const text = readFileSync(join(project.top, path), "utf8");
  assert.match(text, /^trust-level: quarantined$/m);
  assert.match(text, /^last-verified: 2026-05-01$/m);
  assert.match(text, /^quarantined-at: 2026-05-01T12:00:00Z\nquarantined-by: an agent or a script\n/m);
  assert.match(text, /^quarantine-reason: it was a guess$/m);
  const { standing } = await look(project, ID);
  assert.deepEqual(
    [standing.standing, standing.reason],
    ["quarantined", "lowered by this machine on 2026-05-01"],
  );
  assert.equal(Object.keys(readTree(project.root)).includes(`memories/${ID}.md`), false);
});

test("demoting it again is a no-op", async (t) => {
  const project = openProject(t);
  await project.save();
  await demote(project, ID);
  const before = readTree(project.base);
  for (const person of [false, true]) {
    assert.deepEqual(await demote(project, ID, { person }), { kind: "unchanged", id: ID });
  }
  assert.deepEqual(readTree(project.base), before);
});

test("a machine's wish to demote what a person approved is filed, and the memory stays verified", async (t) => {
  const project = openProject(t);
  await project.save({}, { person: true });
  const before = readTree(project.root);
  assert.deepEqual(await demote(project, ID), {
    kind: "requested",
    id: ID,
    why: `a person approved ${ID}, so a person decides`,
  });
  assert.deepEqual(readTree(project.root), before);
  assert.equal((await look(project, ID)).standing.standing, "verified");
});

test("a person demotes what they approved", async (t) => {
  const project = openProject(t);
  await project.save({}, { person: true });
  assert.equal((await demote(project, ID, { person: true })).kind, "demoted");
  assert.equal((await look(project, ID)).standing.reason, "lowered by you on 2026-05-01");
});

test("a broken file is demoted as it is, byte for byte", async (t) => {
  const project = openProject(t);
  const bytes = Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0x00, 0x41]);
  writeFileSync(join(project.root, "memories", "project_broken.md"), bytes);
  assert.equal((await demote(project, "project_broken")).kind, "demoted");
  assert.deepEqual(readFileSync(join(project.root, "quarantine", "project_broken.md")), bytes);
});

test("another digest is a conflict and changes nothing", async (t) => {
  const project = openProject(t);
  await project.save();
  const before = readTree(project.base);
  await assert.rejects(demote(project, ID, { ifDigest: "0".repeat(64) }), refusal("OCC_CONFLICT"));
  assert.deepEqual(readTree(project.base), before);
});

test("inside a git work tree the move is a rename in the index, and nothing is committed", async (t) => {
  const project = openProject(t);
  await project.save();
  project.git("add", ".");
  project.git("commit", "--quiet", "--message", "memories");
  await demote(project, ID);
  const names = project.git("diff", "--cached", "--name-status", "--find-renames=100%").trim();
  assert.equal(names, `R100\t.claude/memory/memories/${ID}.md\t.claude/memory/quarantine/${ID}.md`);
  assert.equal(project.git("rev-list", "--count", "HEAD").trim(), "1");
});
