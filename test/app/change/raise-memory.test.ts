// S4's thresholds and its matrix, through the commands and real files.

import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type JudgedText, judgeText } from "../../../src/app/change/judge-text.ts";
import { type ActSaying, attestText } from "../../../src/app/change/sign/attest.ts";
import { planText } from "../../../src/app/change/write-text.ts";
import { repairRoot } from "../../../src/app/health/repair-root.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import type { LoadedMemory } from "../../../src/app/memories/load-memory.ts";
import { rootOf, type Workspace } from "../../../src/app/workspace/workspace.ts";
import { demote, look, raise } from "../../fixture/act-on.ts";
import { initProject } from "../../fixture/init-project.ts";
import { beginLife, type Life } from "../../fixture/life-project.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { type OpenProject, openProject, savedProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { readTree } from "../../fixture/tree.ts";
import type { Owner } from "../../temp-dir.ts";
import { brief, queueOf } from "../review/review-sample.ts";

test("S4 §4: a date in the file does not make a stale approval fresh (§5.1)", async (t) => {
  const life = await beginLife(t, "person");
  life.edit((text) => text.replace("last-verified: 2026-05-01", "last-verified: 2026-08-01"));
  assert.equal(life.age(91).stale, true);
});

test("S4 §8: a memory keeps its name and its body byte for byte through every move", async (t) => {
  const project = await initProject(t, { inGit: false });
  const body = "Line one,  with two spaces.\n\n\tA tab, an e\u0301 and 日本.\nWhy: x\nHow to apply: y";
  await project.save("project_alpha", { body });
  const bodyIn = (directory: string): string =>
    readFileSync(join(project.root, directory, "project_alpha.md"), "utf8").split("\n---\n")[1] ?? "";
  const before = bodyIn("memories");
  const person = "--as-test-person";
  for (const [args, directory] of [
    [["promote", "--now", "2026-06-01T12:00:00Z"], "memories"],
    [["demote", "--reason", "x"], "quarantine"],
    [["restore"], "memories"],
    [["reaffirm"], "memories"],
  ] as const) {
    const [verb, ...more] = args;
    await project.done([verb, "project_alpha", ...more, person]);
    assert.equal(bodyIn(directory), before, verb);
    const other = directory === "memories" ? "quarantine" : "memories";
    assert.deepEqual(readdirSync(join(project.root, other)), [], verb);
  }
});

test("S4 §8: inside a git work tree a restore is recorded as a rename, like the demotion before it", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  const commit = (message: string): string => project.git("commit", "--quiet", "--all", "--message", message);
  project.git("add", "--all");
  commit("one");
  await project.done(["demote", "project_alpha", "--reason", "x"]);
  commit("two");
  await project.done(["restore", "project_alpha", "--as-test-person"]);
  const status = project.git("status", "--porcelain", "--find-renames");
  assert.match(status, /^R. .*quarantine\/project_alpha\.md -> .*memories\/project_alpha\.md$/m);
});

// S4's transition table, row by row, through the commands and real files.

/** The fields that S4 §3 says are recorded. */
function recorded(life: Life): (string | undefined)[] {
  const file = life.file();
  return [file["directory"], file["trust-level"], file["created-at"], file["last-verified"]];
}

const CREATED = "2026-05-01T12:00:00Z";
const fail = (text: string): string => text.replace("it came up", `ghp_${"x1Y2".repeat(9)}`);

async function refused(life: Life, [day, words]: readonly [number, string], code: string): Promise<void> {
  const before = life.file();
  const { stderr } = await life.act(day, words);
  assert.match(stderr, new RegExp(`^error: ${code}: `), words);
  assert.deepEqual(life.file(), before, words);
}

test("S4 §3, §6: promote makes inferred verified in its place, re-affirming dates it anew, and time alone changes neither", async (t) => {
  const life = await beginLife(t, "machine");
  assert.equal(await life.standing(1_000), "inferred");
  assert.equal((await life.act(9, "promote")).exit, 0);
  assert.deepEqual(recorded(life), ["memories", "verified", CREATED, "2026-05-10"]);
  assert.equal((await life.act(100, "reaffirm")).exit, 0);
  assert.deepEqual(recorded(life), ["memories", "verified", CREATED, "2026-08-09"]);
  assert.equal(await life.standing(1_000), "verified");
});

for (const author of ["machine", "person"] as const) {
  const from = author === "person" ? "verified" : "inferred";
  test(`S4 §3, §6: ${from} becomes quarantined when a validator hard-fails it`, async (t) => {
    const life = await beginLife(t, author);
    assert.equal(await life.revalidate(2), "passes");
    life.edit(fail);
    assert.equal(await life.revalidate(3), "quarantined");
    assert.deepEqual(recorded(life), ["quarantine", "quarantined", CREATED, "2026-05-04"]);
    // Of a text that a hand changed the statement names no approved words, so the file keeps what the validator wrote.
    assert.equal(life.file()["quarantined-by"], author === "person" ? "secret-check" : "a validator");
  });
}

test("S4 §3, §6: quarantined becomes verified by restore once every validator passes, and never before", async (t) => {
  const life = await beginLife(t, "machine");
  life.edit(fail);
  await life.revalidate(3);
  const before = life.file();
  assert.equal((await life.act(4, "restore")).exit, 2);
  assert.deepEqual(life.file(), before);
  life.edit((text) => text.replace(/ghp_\w+/, "it came up"));
  assert.equal((await life.act(5, "restore")).exit, 0);
  assert.deepEqual(recorded(life), ["memories", "verified", CREATED, "2026-05-06"]);
  assert.equal(life.file()["quarantined-at"], undefined);
  assert.equal(await life.standing(5), "verified");
});

test("S4 §3: nothing goes from quarantined or verified to inferred, and a quarantined memory is not edited", async (t) => {
  const verified = await beginLife(t, "person");
  for (const words of ["keep", "promote", "restore"]) await refused(verified, [9, words], "WRONG_STANDING");
  verified.edit((text) => text.replace("trust-level: verified", "trust-level: inferred"));
  // By hand it can be lowered; the way back is a promotion.
  assert.equal(await verified.standing(9), "inferred");
  const quarantined = await beginLife(t, "machine");
  await quarantined.act(1, "demote --reason wrong");
  for (const words of ["keep", "promote", "reaffirm", "update --description New", "unretire"])
    await refused(quarantined, [9, words], "WRONG_STANDING");
  assert.equal(await quarantined.revalidate(1_000), "passes");
  assert.equal(await quarantined.standing(1_000), "quarantined");
});

// A clock that once ran ahead: what it dated counts as undated, and nothing stays stuck for it.

const ID = "project_deploy_on_fridays";
const AHEAD = "2029-05-05T00:00:00Z";
const TODAY = "2026-05-01T12:00:00Z";
test("an approval dated ahead is none on record, and the next one counts", async (t) => {
  const project = await savedProject(t, {}, { person: true, now: AHEAD });
  const stale = [`${ID}: stale, approved at no known time`];
  assert.deepEqual(brief(await queueOf(project, { now: TODAY })), stale);
  await raise(project, ["reaffirm", ID]);
  assert.deepEqual(brief(await queueOf(project, { now: TODAY })), []);
  assert.deepEqual(brief(await queueOf(project, { now: "2026-08-02T12:00:00Z" })), [
    `${ID}: stale, approved 93 days ago`,
  ]);
});

test("a text dated ahead is observed from when a person keeps it", async (t) => {
  const project = await savedProject(t, {}, { now: AHEAD });
  await assert.rejects(raise(project, ["promote", ID]), {
    code: "OBSERVING",
    hint: "keep it now; then it can be promoted from 2026-05-08T12:00:00Z",
  });
  await raise(project, ["keep", ID]);
  assert.equal((await look(project, ID)).standing.reason, "kept by you on 2026-05-01");
  await assert.rejects(
    raise(project, ["promote", ID], { now: "2026-05-08T11:59:59Z" }),
    refusal("OBSERVING"),
  );
  await raise(project, ["promote", ID], { now: "2026-05-08T12:00:00Z" });
  assert.equal((await look(project, ID)).standing.standing, "verified");
});

test("what is in use and observed already is not kept", async (t) => {
  const project = await savedProject(t);
  await assert.rejects(raise(project, ["keep", ID]), refusal("WRONG_STANDING"));
});

test("what was dictated waits for a yes alone, whatever its date", async (t) => {
  const project = await savedProject(t, { origin: "dictated" }, { now: AHEAD });
  await raise(project, ["promote", ID]);
  assert.equal((await look(project, ID)).standing.standing, "verified");
});

// One id in memories and in quarantine, with a text each: a restore destroys neither.

const OTHER = {
  name: "Something unlike it",
  body: "Nothing here is about the other memory at all.",
} as const;

/** One text in quarantine, and another in the place where it would go. */
async function twinProject(owner: Owner): Promise<{ readonly project: OpenProject; readonly path: string }> {
  const project = openProject(owner);
  await project.save();
  await demote(project, ID);
  await project.save(OTHER);
  const path = join(project.root, "memories", `${ID}.md`);
  copyFileSync(join(project.root, "memories", "project_something_unlike_it.md"), path);
  return { project, path };
}

test("a restore onto another text is refused before anybody is asked, and both stay (§6)", async (t) => {
  const { project } = await twinProject(t);
  const before = readTree(project.base);
  const nobody = async (): Promise<never> => assert.fail("a person was asked");
  await assert.rejects(raise(project, ["restore", ID], { confirm: nobody }), (error: unknown) => {
    assert.ok(refusal("EXISTS")(error));
    assert.match(String(error instanceof Error && "hint" in error && error.hint), /credence doctor --repair/);
    return true;
  });
  assert.deepEqual(readTree(project.base), before);
});

test("after the repair that sets the other text aside, the restore goes through", async (t) => {
  const { project, path } = await twinProject(t);
  const other = readFileSync(path, "utf8");
  const workspace = await project.open();
  repairRoot(workspace, rootOf(workspace, "project"));
  await raise(project, ["restore", ID]);
  assert.equal((await look(project, ID)).standing.standing, "verified");
  const aside = join(project.root, "archive", "2026-05", `${ID}.md`);
  assert.equal(readFileSync(aside, "utf8"), other);
});

// What may be signed: a text that was judged, as it was judged, by somebody whose word is enough for it.

const REDACTED = `The old token was <redacted>${SAMPLE_SECRET}</redacted> until it was revoked.`;

async function saved(owner: Owner, person: boolean): Promise<{ workspace: Workspace; target: LoadedMemory }> {
  const project = openProject(owner);
  await project.save({}, { person });
  const workspace = await project.open({ person });
  return { workspace, target: findMemory(workspace, ID) };
}

async function judge(workspace: Workspace, body: string, by: "machine" | "person"): Promise<JudgedText> {
  const { judged } = await judgeText(workspace, `${ID}.md`, { text: memoryText({ body }), vouchedBy: by });
  assert.ok(judged !== null);
  return judged;
}

test("what a validator fails is no judged text, and redaction counts for a person only", async (t) => {
  const { workspace } = await saved(t, true);
  const judgedBy = async (body: string, vouchedBy: "machine" | "person"): Promise<unknown> => {
    const { judged } = await judgeText(workspace, `${ID}.md`, { text: memoryText({ body }), vouchedBy });
    return judged === null ? null : judged.redactionCounted;
  };
  assert.deepEqual(
    await Promise.all([
      judgedBy(`It was ${SAMPLE_SECRET} until Friday.`, "person"),
      judgedBy(REDACTED, "machine"),
      judgedBy(REDACTED, "person"),
      judgedBy("We deploy on Tuesdays before noon.", "machine"),
    ]),
    [null, null, true, false],
  );
});

test("nothing else is written under a statement than the content that was judged", async (t) => {
  const { workspace, target } = await saved(t, false);
  const judged = await judge(workspace, "We deploy on Tuesdays before noon.", "machine");
  const write = (text: string) =>
    planText(workspace, judged, {
      by: "machine",
      input: target.input,
      command: "update",
      changes: [{ kind: "write", path: `memories/${ID}.md`, text }],
    });
  assert.throws(() => write(judged.text.replace("Tuesdays", "Mondays")), refusal("INTERNAL"));
  assert.throws(() => write("no memory at all"), refusal("INTERNAL"));
  // Marks beside the content are not what was judged.
  const { changes } = write(judged.text.replace("source-machine: laptop", "source-machine: tower"));
  assert.equal(changes.length, 2);
});

test("a machine does not vouch for what is redacted, and nobody approves without a person's key", async (t) => {
  const { workspace, target } = await saved(t, false);
  const { input } = target;
  const redacted = await judge(workspace, REDACTED, "person");
  assert.throws(
    () => attestText(workspace, redacted, { by: "machine", keeps: false, input }),
    refusal("INTERNAL"),
  );
  const plain = await judge(workspace, "We deploy on Tuesdays before noon.", "machine");
  assert.throws(
    () => attestText(workspace, plain, { by: "person", keeps: false, input }),
    refusal("INTERNAL"),
  );
});

type Copy = { readonly [Key in keyof JudgedText]: JudgedText[Key] };
type Vouching = Extract<ActSaying["act"], "wrote" | "keep" | "approve">;

test("a copy of a judged text is none, and an act without one vouches for no content", () => {
  // Judged by tsc: neither line compiles once the type allows more.
  const copyIsNone: Copy extends JudgedText ? never : true = true;
  const actsDoNotVouch: [Vouching] extends [never] ? true : never = true;
  assert.ok(copyIsNone && actsDoNotVouch);
});
