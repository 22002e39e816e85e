// S4's thresholds and its matrix, through the commands and real files.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";
import { beginLife, type Life } from "../../fixture/life-project.ts";
import { parseBlock } from "../../fixture/parse-block.ts";

test("S4 §4: a promotion is refused on day 6 with the date, and open on days 7 and 8", async (t) => {
  for (const [day, exit] of [
    [6, 1],
    [7, 0],
    [8, 0],
  ] as const) {
    const life = await beginLife(t, "machine");
    assert.deepEqual(
      [life.age(day).due, (await life.act(day, "promote")).exit],
      [exit === 0, exit],
      `day ${day}`,
    );
  }
  const { stderr } = await (await beginLife(t, "machine")).act(6, "promote");
  assert.match(stderr, /^error: OBSERVING: .*\nhint: it can be promoted from 2026-05-08T12:00:00Z\n$/);
});

test("S4 §4: a verified memory is fresh for 90 days and stale on day 91, and applies all the same", async (t) => {
  const life = await beginLife(t, "person");
  assert.deepEqual(
    [89, 90, 91].map((day) => life.age(day).stale),
    [false, false, true],
  );
  assert.equal(await life.standing(91), "verified");
  await life.act(91, "reaffirm");
  assert.deepEqual(
    [91, 181, 182].map((day) => life.age(day).stale),
    [false, false, true],
  );
});

test("S4 §4: a date in the file does not make a stale approval fresh (§5.1)", async (t) => {
  const life = await beginLife(t, "person");
  life.edit((text) => text.replace("last-verified: 2026-05-01", "last-verified: 2026-08-01"));
  assert.equal(life.age(91).stale, true);
});

test("S4 §4: quarantine is passive to day 30, in audits from 31 to 90, an archive candidate from 91", async (t) => {
  const life = await beginLife(t, "machine");
  await life.act(0, "demote --reason wrong");
  assert.deepEqual(
    [0, 30, 31, 90, 91].map((day) => life.age(day).quarantine),
    ["passive", "passive", "audit", "audit", "archive-candidate"],
  );
  assert.equal(await life.standing(91), "quarantined");
});

test("S4 §4: archiving goes to the month of the quarantine, is a person's act and deletes nothing", async (t) => {
  const project = await initProject(t, { inGit: false });
  await project.save("project_alpha");
  await project.done(["demote", "project_alpha", "--reason", "x", "--now", "2026-05-31T12:00:00Z"]);
  const text = readFileSync(join(project.root, "quarantine/project_alpha.md"), "utf8");
  const late = ["archive", "project_alpha", "--now", "2026-09-01T12:00:00Z"];
  assert.match((await project.call(late)).stderr, /^error: NEEDS_PERSON: /);
  await project.done([...late, "--as-test-person"]);
  assert.equal(readFileSync(join(project.root, "archive/2026-05/project_alpha.md"), "utf8"), text);
  assert.deepEqual(readdirSync(join(project.root, "quarantine")), []);
  await project.done(["restore", "project_alpha", "--now", "2026-09-02T12:00:00Z", "--as-test-person"]);
  assert.deepEqual(readdirSync(join(project.root, "memories")), ["project_alpha.md"]);
});

test("S4 §5: verified is loaded without a mark, inferred with one, quarantined not at all", async (t) => {
  const project = await initProject(t, { inGit: false });
  await project.save("project_verified", { more: ["--as-test-person"] });
  await project.save("project_inferred");
  await project.save("project_quarantined");
  await project.done(["demote", "project_quarantined", "--reason", "x"]);
  const { stdout } = await project.done(["recall", "--session-start"]);
  const block = parseBlock(stdout.trimEnd());
  assert.ok(block.kind === "block", stdout);
  assert.deepEqual(
    block.entries.map(({ path, inferred }) => [path.split("/").at(-1), inferred]),
    [
      ["project_verified.md", false],
      ["project_inferred.md", true],
    ],
  );
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
  const commit = (message: string): string =>
    project.git(
      "-c",
      "user.name=a",
      "-c",
      "user.email=a@example.com",
      "commit",
      "--quiet",
      "--all",
      "--message",
      message,
    );
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

test("S4 §3: a new memory by inference is inferred, with created-at and without last-verified", async (t) => {
  const life = await beginLife(t, "machine");
  assert.deepEqual(recorded(life), ["memories", "inferred", CREATED, undefined]);
  assert.equal(await life.standing(0), "inferred");
});

test("S4 §3: a new memory by a person is verified, and last-verified is the day of its creation", async (t) => {
  const life = await beginLife(t, "person");
  assert.deepEqual(recorded(life), ["memories", "verified", CREATED, "2026-05-01"]);
  assert.equal(await life.standing(0), "verified");
});

test("S4 §3, §6: inferred becomes verified by promote after the observation period, and stays in its place", async (t) => {
  const life = await beginLife(t, "machine");
  assert.equal((await life.act(9, "promote")).exit, 0);
  assert.deepEqual(recorded(life), ["memories", "verified", CREATED, "2026-05-10"]);
  assert.equal(await life.standing(9), "verified");
});

for (const author of ["machine", "person"] as const) {
  const from = author === "person" ? "verified" : "inferred";
  test(`S4 §3, §6: ${from} becomes quarantined by demote, and demoting again is no error`, async (t) => {
    const life = await beginLife(t, author);
    assert.equal((await life.act(3, "demote --reason wrong")).exit, 0);
    assert.deepEqual(recorded(life), ["quarantine", "quarantined", CREATED, "2026-05-04"]);
    const file = life.file();
    assert.deepEqual(
      [file["quarantined-at"], file["quarantined-by"], file["quarantine-reason"]],
      ["2026-05-04T12:00:00Z", "a person", "wrong"],
    );
    assert.equal((await life.act(5, "demote --reason wrong")).exit, 0);
    assert.deepEqual(life.file(), file);
  });

  test(`S4 §3, §6: ${from} becomes quarantined when a validator hard-fails it`, async (t) => {
    const life = await beginLife(t, author);
    assert.equal(await life.revalidate(2), "passes");
    life.edit(fail);
    assert.equal(await life.revalidate(3), "quarantined");
    assert.deepEqual(recorded(life), ["quarantine", "quarantined", CREATED, "2026-05-04"]);
    assert.equal(life.file()["quarantined-by"], "secret-check");
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

test("S4 §3: verified stays verified by re-affirming, and last-verified is that day", async (t) => {
  const life = await beginLife(t, "person");
  assert.equal((await life.act(100, "reaffirm")).exit, 0);
  assert.deepEqual(recorded(life), ["memories", "verified", CREATED, "2026-08-09"]);
});

test("S4 §3: nothing goes from quarantined or verified to inferred, and a quarantined memory is not edited", async (t) => {
  const verified = await beginLife(t, "person");
  for (const words of ["keep", "promote", "restore"]) await refused(verified, [9, words], "WRONG_STANDING");
  verified.edit((text) => text.replace("trust-level: verified", "trust-level: inferred"));
  // By hand it can be lowered; the way back is a promotion.
  assert.equal(await verified.standing(9), "inferred");
  const quarantined = await beginLife(t, "machine");
  await quarantined.act(1, "demote --reason wrong");
  for (const words of ["keep", "promote", "reaffirm", "update --description New", "unretire"]) {
    await refused(quarantined, [9, words], "WRONG_STANDING");
  }
});

test("S4 §3: time alone raises nothing and lowers nothing", async (t) => {
  const inferred = await beginLife(t, "machine");
  assert.equal(await inferred.standing(1_000), "inferred");
  const verified = await beginLife(t, "person");
  assert.equal(await verified.standing(1_000), "verified");
  await inferred.act(1, "demote --reason wrong");
  assert.equal(await inferred.revalidate(1_000), "passes");
  assert.equal(await inferred.standing(1_000), "quarantined");
});

test("S4 §3: without a person nothing is raised", async (t) => {
  const life = await beginLife(t, "machine");
  for (const words of ["promote", "reaffirm", "restore", "keep"]) {
    const { stderr } = await life.act(30, words, "machine");
    assert.match(stderr, /^error: NEEDS_PERSON: /, words);
  }
  assert.equal(await life.standing(30), "inferred");
});
