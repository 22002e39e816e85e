import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { collectGarbage } from "../../../src/app/change/collect-garbage.ts";
import { dropRequests, readRequests } from "../../../src/app/change/requests.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { demote, look, raise, setStatus } from "../../fixture/act-on.ts";
import { type OpenProject, type OpenSetting, openProject, savedProject } from "../../fixture/open-project.ts";
import { pick } from "../../fixture/pick.ts";
import { assertRefused, refusal } from "../../fixture/refusal.ts";
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

test("a memory is retired with its reason, and brought back by a person only; archived and brought back by anybody", async (t) => {
  const project = await savedProject(t);
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
  await setStatus(project, ["archive", ID], { reason: "quiet for now" });
  assert.match(
    textOf(project),
    /^status: archived\narchived-at: 2026-05-01T12:00:00Z\narchived-reason: quiet for now$/m,
  );
  assert.equal(await standingOf(project), "inferred, archived: written here");
  await setStatus(project, ["unarchive", ID]);
  assert.equal(textOf(project), before);
});

test("a memory that a statement archives stays archived though a commit takes the mark out of its file", async (t) => {
  const project = await savedProject(t, {}, { person: true });
  const before = textOf(project);
  await setStatus(project, ["archive", ID], { person: true });
  writeFileSync(join(project.root, "memories", `${ID}.md`), before);
  assert.equal(await standingOf(project), "verified, archived: approved by you on 2026-05-01");
  await assert.rejects(setStatus(project, ["unarchive", ID]), refusal("NEEDS_PERSON"));
  await setStatus(project, ["unarchive", ID], { person: true });
  assert.equal(await standingOf(project), "verified, active: approved by you on 2026-05-01");
});

for (const action of ["retire", "archive"] as const) {
  test(`a machine's wish to ${action} what a person approved is filed, and nothing else changes`, async (t) => {
    const project = await savedProject(t, {}, { person: true });
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

test("another digest is a conflict and changes nothing", async (t) => {
  const project = await savedProject(t);
  const ifDigest = "0".repeat(64);
  await assertRefused(project.base, "OCC_CONFLICT", () => setStatus(project, ["retire", ID], { ifDigest }));
  await assertRefused(project.base, "OCC_CONFLICT", () => demote(project, ID, { ifDigest }));
  const { digest } = await look(project, ID);
  assert.equal((await setStatus(project, ["retire", ID], { ifDigest: digest })).kind, "changed");
});

test("a secret in a reason is refused and is written nowhere, also where the cut would have hidden it", async (t) => {
  const project = await savedProject(t);
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
  const project = await savedProject(t);
  await setStatus(project, ["retire", ID], { reason: `two\nlines\u001B[2J ${"and more ".repeat(60)}` });
  const reason = (await look(project, ID)).memory?.retiredReason ?? "";
  assert.match(reason, /^two lines\[2J and more/);
  assert.equal(reason.length <= 300, true);
});

test("a quarantined memory leaves for the archive by a person only, to the month it was quarantined in", async (t) => {
  const project = await savedProject(t);
  await demote(project, ID, { now: "2026-03-31T23:59:59Z" });
  for (const action of ["retire", "unarchive"] as const) {
    await assert.rejects(setStatus(project, [action, ID], { person: true }), refusal("WRONG_STANDING"));
  }
  await assert.rejects(setStatus(project, ["archive", ID]), refusal("NEEDS_PERSON"));
  const files = (): string[][] =>
    Object.entries(readTree(project.root)).filter(([path]) => path.endsWith(`${ID}.md`));
  const [[, text = ""] = []] = files();
  await setStatus(project, ["archive", ID], { person: true });
  assert.deepEqual(files(), [[`archive/2026-03/${ID}.md`, text]]);
  assert.equal((await look(project, ID)).standing.standing, "quarantined");
  assert.deepEqual(await setStatus(project, ["archive", ID], { person: true }), {
    kind: "unchanged",
    id: ID,
  });
  await raise(project, ["restore", ID]);
  assert.deepEqual(
    files().map(([path]) => path),
    [`memories/${ID}.md`],
  );
});

test("archiving the same id a second time in a month keeps both texts", async (t) => {
  const project = openProject(t);
  for (const body of ["The first text, long enough to be one.", "The second text, and long enough, too."]) {
    await project.save({ body }, { person: true });
    await demote(project, ID, { person: true });
    await setStatus(project, ["archive", ID], { person: true });
  }
  assert.deepEqual(findText(join(project.root, "archive"), "The first text"), [`2026-05/${ID}.md`]);
  assert.deepEqual(findText(join(project.root, "archive"), "The second text"), [`2026-05/${ID}-2.md`]);
});

test("a machine demotes what it wrote: the file goes to quarantine with who, when and why", async (t) => {
  const project = await savedProject(t);
  const outcome = await demote(project, ID, { reason: "it was a guess" });
  const path = `.claude/memory/quarantine/${ID}.md`;
  assert.deepEqual(outcome, { kind: "demoted", id: ID, path });
  const text = readFileSync(join(project.top, path), "utf8");
  assert.match(text, /^trust-level: quarantined$/m);
  assert.match(text, /^last-verified: 2026-05-01$/m);
  assert.match(
    text,
    /^quarantined-at: 2026-05-01T12:00:00Z\nquarantined-by: "an agent, a script or a person who did not sign"\n/m,
  );
  assert.match(text, /^quarantine-reason: it was a guess$/m);
  const { standing } = await look(project, ID);
  assert.deepEqual(
    [standing.standing, standing.reason],
    ["quarantined", "lowered by this machine on 2026-05-01"],
  );
  assert.equal(Object.keys(readTree(project.root)).includes(`memories/${ID}.md`), false);
});

test("a broken file is demoted as it is, byte for byte", async (t) => {
  const project = openProject(t);
  const bytes = Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe, 0x00, 0x41]);
  writeFileSync(join(project.root, "memories", "project_broken.md"), bytes);
  assert.equal((await demote(project, "project_broken")).kind, "demoted");
  assert.deepEqual(readFileSync(join(project.root, "quarantine", "project_broken.md")), bytes);
});

test("wishes about approved memories are listed oldest first, without lines that are none, and only those that were seen are dropped", async (t) => {
  const project = await savedProject(t, {}, { person: true });
  const root = rootOf(await project.open(), "project");
  assert.deepEqual(readRequests(root), []);
  await setStatus(project, ["retire", ID], { reason: "old" });
  await demote(project, ID, { now: "2026-05-02T12:00:00Z" });
  const requests = readRequests(root);
  assert.deepEqual(pick(requests, "at", "id", "command", "reason"), [
    ["2026-05-01T12:00:00Z", ID, "retire", "old"],
    ["2026-05-02T12:00:00Z", ID, "demote", "wrong"],
  ]);
  dropRequests(root, requests.slice(0, 1));
  assert.deepEqual(readRequests(root), requests.slice(1));
  const none = '{"v":1,"at":"","id":"../x","command":"","digest":null,"reason":null}';
  appendFileSync(join(root.records, "requests.ndjson"), `no json\n{"v":2}\nnull\n${none}\n`);
  await setStatus(project, ["archive", ID]);
  assert.equal(readRequests(root).length, 2);
  dropRequests(root, requests);
  assert.deepEqual(pick(readRequests(root), "command"), ["archive"]);
});

async function collect(
  project: OpenProject,
  { dryRun = false, ...setting }: OpenSetting & { readonly dryRun?: boolean },
): Promise<string[]> {
  const workspace = await project.open({ person: true, ...setting });
  return collectGarbage(workspace, rootOf(workspace, "project"), { dryRun });
}

async function retired(t: Parameters<typeof openProject>[0]): Promise<OpenProject> {
  const project = await savedProject(t);
  await project.save({ name: "Still in use" });
  await setStatus(project, ["retire", ID]);
  return project;
}

test("a memory retired thirty days ago is deleted by a person, not a second earlier, and no machine takes its id again", async (t) => {
  const project = await retired(t);
  const due = { now: "2026-05-31T12:00:00Z" };
  assert.deepEqual(await collect(project, { now: "2026-05-31T11:59:59Z" }), []);
  await assertRefused(project.base, "NEEDS_PERSON", async () => {
    assert.deepEqual(await collect(project, { ...due, person: false, dryRun: true }), [ID]);
    await collect(project, { ...due, person: false });
  });
  assert.deepEqual(await collect(project, due), [ID]);
  assert.deepEqual(Object.keys(readTree(join(project.root, "memories"))), ["project_still_in_use.md"]);
  assert.equal(findText(join(project.root, "attest", ID), '"act":"retire"').length, 2);
  await assert.rejects(project.save(), refusal("WRONG_STANDING"));
});

const GRACE: readonly (readonly [unknown, string, boolean])[] = [
  [0, "2026-05-01T12:00:00Z", true],
  [1, "2026-05-02T11:59:59Z", false],
  [1, "2026-05-02T12:00:00Z", true],
  ["90", "2026-06-30T12:00:00Z", false],
  ["thirty", "2026-05-31T11:59:59Z", false],
  ["thirty", "2026-05-31T12:00:00Z", true],
  [-5, "2026-05-01T12:00:00Z", true],
];

test("the grace period is the configured one, 0 and numbers in quotes too, and 30 days where it is none", async (t) => {
  const project = await retired(t);
  for (const [days, now, due] of GRACE) {
    writeFileSync(
      join(project.state, "config.json"),
      JSON.stringify({ delete: { grace_period_days: days } }),
    );
    assert.deepEqual(await collect(project, { now, dryRun: true }), due ? [ID] : [], `${days} ${now}`);
  }
});

test("a root's own file makes the grace period longer and never shorter", async (t) => {
  const project = await retired(t);
  const path = join(project.root, "memory-config.json");
  writeFileSync(path, '{"delete":{"grace_period_days":60}}');
  assert.deepEqual(await collect(project, { now: "2026-06-29T12:00:00Z", dryRun: true }), []);
  assert.deepEqual(await collect(project, { now: "2026-06-30T12:00:00Z", dryRun: true }), [ID]);
  writeFileSync(path, '{"delete":{"grace_period_days":0}}');
  assert.deepEqual(await collect(project, { now: "2026-05-30T12:00:00Z", dryRun: true }), []);
});

test("a file that merely says that it was retired long ago is never deleted", async (t) => {
  const project = await savedProject(t, {}, { person: true });
  const path = join(project.root, "memories", `${ID}.md`);
  const forged = readFileSync(path, "utf8").replace(
    "\n---\nDeploy",
    "\nstatus: retired\nretired-at: 2020-01-01T00:00:00Z\n---\nDeploy",
  );
  writeFileSync(path, forged);
  assert.deepEqual(await collect(project, { now: "2026-12-31T12:00:00Z" }), []);
  assert.equal(readFileSync(path, "utf8"), forged);
});

test("the date of the retirement is the signed one, not what the file says", async (t) => {
  const project = await retired(t);
  const path = join(project.root, "memories", `${ID}.md`);
  writeFileSync(path, readFileSync(path, "utf8").replace("retired-at: 2026", "retired-at: 2020"));
  assert.deepEqual(await collect(project, { now: "2026-05-02T12:00:00Z" }), []);
});
