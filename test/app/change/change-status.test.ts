import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { demote, look, setStatus } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";

function textOf(project: OpenProject): string {
  return readFileSync(join(project.root, "memories", `${ID}.md`), "utf8");
}

async function standingOf(project: OpenProject): Promise<string> {
  const { standing, memory } = await look(project, ID);
  return `${standing.standing}, ${memory?.status}: ${standing.reason}`;
}

test("a memory is retired with its reason, and only a person brings it back", async (t) => {
  const project = openProject(t);
  await project.save();
  const before = textOf(project);
  const retired = await setStatus(project, ["retire", ID], { reason: "no longer so" });
  assert.deepEqual(retired, { kind: "changed", id: ID });
  assert.match(
    textOf(project),
    /^status: retired\nretired-at: 2026-05-01T12:00:00Z\nretired-reason: no longer so$/m,
  );
  assert.equal(await standingOf(project), "retired, retired: retired by this machine on 2026-05-01");
  await assert.rejects(setStatus(project, ["unretire", ID]), refusal("NEEDS_PERSON"));
  assert.deepEqual(await setStatus(project, ["unretire", ID], { person: true }), { kind: "changed", id: ID });
  assert.equal(textOf(project), before);
  assert.equal(await standingOf(project), "inferred, active: written here");
});

test("a memory is archived and brought back by anybody, and its trust stays", async (t) => {
  const project = openProject(t);
  await project.save();
  const before = textOf(project);
  await setStatus(project, ["archive", ID], { reason: "quiet for now" });
  assert.match(
    textOf(project),
    /^status: archived\narchived-at: 2026-05-01T12:00:00Z\narchived-reason: quiet for now$/m,
  );
  assert.equal(await standingOf(project), "inferred, archived: written here");
  await setStatus(project, ["unarchive", ID]);
  assert.equal(textOf(project), before);
});

test("doing it again changes nothing", async (t) => {
  const project = openProject(t);
  await project.save();
  for (const action of ["unarchive", "archive", "retire"] as const) await setStatus(project, [action, ID]);
  const before = readTree(project.base);
  assert.deepEqual(await setStatus(project, ["retire", ID]), { kind: "unchanged", id: ID });
  assert.deepEqual(readTree(project.base), before);
});

for (const action of ["retire", "archive"] as const) {
  test(`a machine's wish to ${action} what a person approved is filed, and nothing else changes`, async (t) => {
    const project = openProject(t);
    await project.save({}, { person: true });
    const before = readTree(project.base);
    const outcome = await setStatus(project, [action, ID], { reason: "it seems old" });
    const why = `a person approved ${ID}, so a person decides`;
    assert.deepEqual(outcome, { kind: "requested", id: ID, why });
    const after = readTree(project.base);
    const [filed, ...others] = Object.keys(after).filter((path) => after[path] !== before[path]);
    assert.match(filed ?? "", /^credence\/state\/roots\/[0-9a-f]{32}\/requests\.ndjson$/);
    assert.deepEqual(others, []);
    const { digest } = await look(project, ID);
    assert.deepEqual(JSON.parse(readFileSync(join(project.base, filed ?? ""), "utf8")), {
      v: 1,
      at: "2026-05-01T12:00:00Z",
      id: ID,
      digest,
      command: action,
      reason: "it seems old",
    });
  });
}

test("a person retires and archives what they approved", async (t) => {
  const project = openProject(t);
  await project.save({}, { person: true });
  await setStatus(project, ["archive", ID], { person: true });
  assert.equal(await standingOf(project), "verified, archived: approved by you on 2026-05-01");
  await setStatus(project, ["retire", ID], { person: true });
  assert.equal(await standingOf(project), "retired, retired: retired by you on 2026-05-01");
});

test("another digest is a conflict and changes nothing", async (t) => {
  const project = openProject(t);
  await project.save();
  const before = readTree(project.base);
  const wrong = { ifDigest: "0".repeat(64) };
  await assert.rejects(setStatus(project, ["retire", ID], wrong), refusal("OCC_CONFLICT"));
  assert.deepEqual(readTree(project.base), before);
  const { digest } = await look(project, ID);
  assert.equal((await setStatus(project, ["retire", ID], { ifDigest: digest })).kind, "changed");
});

test("a secret in a reason is refused and is written nowhere, also where the cut would have hidden it", async (t) => {
  const project = openProject(t);
  await project.save();
  const before = readTree(project.base);
  const [first, second] = [SAMPLE_SECRET.slice(0, 6), SAMPLE_SECRET.slice(6)];
  const reasons = [
    `leaked ${SAMPLE_SECRET}`,
    `${"why ".repeat(72)} ${SAMPLE_SECRET}`,
    `moved to https://my-app:${second}@git.acme.io/x`,
    `leaked ${first}<redacted>${second}</redacted>`,
    `leaked ${first}\u00AD${second}`,
  ];
  for (const reason of reasons) {
    await assert.rejects(setStatus(project, ["retire", ID], { reason }), refusal("SECRET_DETECTED"));
    await assert.rejects(demote(project, ID, { reason }), refusal("SECRET_DETECTED"));
  }
  assert.deepEqual(readTree(project.base), before);
  assert.deepEqual(findText(project.base, SAMPLE_SECRET.slice(0, 12)), []);
});

test("a reason is one clean line of at most 300 characters", async (t) => {
  const project = openProject(t);
  await project.save();
  await setStatus(project, ["retire", ID], { reason: `two\nlines\u001B[2J ${"and more ".repeat(60)}` });
  const reason = (await look(project, ID)).memory?.retiredReason ?? "";
  assert.match(reason, /^two lines\[2J and more/);
  assert.equal(reason.length <= 300, true);
});
