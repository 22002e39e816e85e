// S4's thresholds and its matrix, through the commands and real files.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";
import { beginLife } from "../../fixture/life-project.ts";
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
