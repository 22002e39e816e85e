import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { findText, readTree } from "../../fixture/tree.ts";
import { fingerprintOf, standingsOf } from "../../fixture/two-machines.ts";

const ID = "project_deploy_window";

/** A real state, whose person approved one memory with a key that has this passphrase. */
async function approvedProject(t: TestContext, passphrase = ""): Promise<InitProject> {
  const project = await initProject(t, { state: "real" });
  await project.save(ID, { answers: ["y", passphrase, passphrase] });
  return project;
}

const keyOf = (project: InitProject): { secret: { sealed: boolean } } =>
  JSON.parse(readFileSync(join(project.state, "keys/person.json"), "utf8"));

test("another passphrase opens the same key, and the old one opens nothing", async (t) => {
  const project = await approvedProject(t, "first horse");
  const before = fingerprintOf(project, "person");
  const answers = ["first horse", "second horse", "second horse"];
  const { stdout } = await project.done(["key", "passphrase"], { answers });
  assert.equal(stdout, "the passphrase is changed\n");
  assert.deepEqual([fingerprintOf(project, "person"), keyOf(project).secret.sealed], [before, true]);
  const old = await project.call(["spool", "clear"], {
    answers: ["first horse", "first horse", "first horse"],
  });
  assert.match(old.stderr, /^error: NEEDS_PERSON: wrong passphrase/);
  await project.done(["spool", "clear"], { answers: ["second horse"] });
  assert.deepEqual(findText(project.base, "second horse"), []);
  const none = await project.done(["key", "passphrase"], { answers: ["second horse", "", ""] });
  assert.equal(none.stdout, "your person key has no passphrase now\n");
  assert.match(
    (await project.done(["key", "show"])).stdout,
    /^you {11}.*\(no passphrase: any program you run/m,
  );
  const doctor = await project.call(["doctor"]);
  assert.match(doctor.stdout, /\[i\] person-key: your person key has no passphrase/);
});

test("after a rotation what the old key approved still counts, and what the new one approves does", async (t) => {
  const project = await approvedProject(t);
  const before = fingerprintOf(project, "person");
  const { stdout } = await project.done(["key", "rotate"], { answers: ["y", "", ""] });
  assert.equal(stdout, "you have a new person key\n");
  assert.notEqual(fingerprintOf(project, "person"), before);
  await project.save("project_second", { answers: ["y"] });
  assert.deepEqual(await standingsOf(project), {
    [ID]: "verified: approved by you, by a former key on 2026-05-01",
    project_second: "verified: approved by you on 2026-05-01",
  });
});

test("what the old key signs after the rotation counts for nothing, whatever date it bears", async (t) => {
  const project = await approvedProject(t);
  const path = join(project.state, "keys/person.json");
  const stolen = readFileSync(path);
  await project.done(["key", "rotate"], { answers: ["y", "", ""] });
  // The thief has a machine of their own and a copy of the root, and signs with the stolen key, dated back.
  const thief = await initProject(t, { state: "real" });
  rmSync(join(thief.state, "keys"), { recursive: true, force: true });
  await thief.done(["list"]);
  writeFileSync(join(thief.state, "keys/person.json"), stolen, { mode: 0o600 });
  writeFileSync(join(thief.root, "root.json"), readFileSync(join(project.root, "root.json")));
  await thief.save("project_planted", { answers: ["y"], now: "2026-04-01T12:00:00Z" });
  for (const part of ["memories", "attest"]) {
    cpSync(join(thief.root, part), join(project.root, part), { recursive: true });
  }
  const standings = await standingsOf(project);
  assert.equal(standings["project_planted"], "foreign: never seen here");
  assert.equal(standings[ID], "verified: approved by you, by a former key on 2026-05-01");
});

test("a key that is distrusted loses its word, and nothing it approved applies any more", async (t) => {
  const project = await approvedProject(t);
  await project.done(["key", "rotate", "--distrust"], { answers: ["y", "", ""] });
  assert.deepEqual(await standingsOf(project), { [ID]: "foreign: unknown signer" });
});

test("a rotation that is cut off in the middle leaves the key in use", async (t) => {
  const project = await approvedProject(t);
  const path = join(project.state, "keys/person.json");
  const old = readFileSync(path);
  await project.done(["key", "rotate"], { answers: ["y", "", ""] });
  writeFileSync(path, old);
  assert.deepEqual(await standingsOf(project), { [ID]: "verified: approved by you on 2026-05-01" });
  await project.save("project_second", { answers: ["y"] });
  assert.equal((await standingsOf(project))["project_second"], "verified: approved by you on 2026-05-01");
});

test("whoever is no person changes no key, and a no changes nothing", async (t) => {
  const project = await approvedProject(t);
  const before = readTree(project.base);
  const rows: readonly (readonly [readonly string[], readonly string[] | null, string])[] = [
    [["key", "passphrase"], null, "NEEDS_PERSON"],
    [["key", "rotate"], null, "NEEDS_PERSON"],
    [["key", "rotate"], ["n"], "DECLINED"],
    [["key", "rotate"], ["y", "one", "two"], "NEEDS_PERSON"],
    [["key", "passphrase"], ["one", "two"], "NEEDS_PERSON"],
    [["key", "constructor"], ["y"], "USAGE"],
    [["key"], ["y"], "USAGE"],
  ];
  for (const [args, answers, code] of rows) {
    const { stderr } = await project.call(args, answers === null ? {} : { answers });
    assert.match(stderr, new RegExp(`^error: ${code}: `), args.join(" "));
  }
  assert.deepEqual(readTree(project.base), before);
});
