import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { resealKey, unlockKey } from "../../../src/trust/key-file.ts";
import { playRows } from "../../fixture/command-rows.ts";
import { type InitProject, initProject, projectWithoutKey } from "../../fixture/init-project.ts";
import { findText, readTree } from "../../fixture/tree.ts";
import { fingerprintOf, standingsOf } from "../../fixture/two-machines.ts";

const ID = "project_deploy_window";

/** A person approved one memory with a key that has no passphrase. */
async function approvedProject(t: TestContext): Promise<InitProject> {
  const project = await projectWithoutKey(t);
  await project.save(ID, { answers: ["y", "none", "none"] });
  return project;
}

const keyOf = (project: InitProject): { secret: { sealed: boolean } } =>
  JSON.parse(readFileSync(join(project.state, "keys/person.json"), "utf8"));

test("another passphrase opens the same key, and the old one opens nothing", async (t) => {
  // In a test state, where a guess costs next to nothing.
  const project = await initProject(t);
  await project.done(["key", "passphrase"], { answers: ["the first horse", "the first horse", ""] });
  const before = fingerprintOf(project, "person");
  const answers = ["the first horse", "the second horse", "the second horse", ""];
  const { stdout } = await project.done(["key", "passphrase"], { answers });
  assert.equal(stdout, "the passphrase is changed\n");
  assert.deepEqual([fingerprintOf(project, "person"), keyOf(project).secret.sealed], [before, true]);
  const old = await project.call(["spool", "clear"], {
    answers: ["the first horse", "the first horse", "the first horse"],
  });
  assert.match(old.stderr, /^error: NEEDS_PERSON: wrong passphrase/);
  await project.done(["spool", "clear"], { answers: ["the second horse"] });
  assert.deepEqual(findText(project.base, "the second horse"), []);
  const none = await project.done(["key", "passphrase"], { answers: ["the second horse", "none", "none"] });
  assert.equal(none.stdout, "your person key has no passphrase now\n");
  assert.match(
    (await project.done(["key", "show"])).stdout,
    /^you {11}.*\(no passphrase: any program you run/m,
  );
});

/** The code that a question shows, as a person writes it down. */
const codeIn = (questions: readonly string[]): string =>
  questions.flatMap((question) => /(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}/.exec(question)?.[0] ?? []).at(-1) ?? "";

/** A key with a passphrase, and the recovery code that came with it: in a test state, where a guess costs next to nothing. */
async function sealedProject(t: TestContext): Promise<{ project: InitProject; code: string }> {
  const project = await initProject(t);
  await project.save(ID, { more: ["--as-test-person"] });
  const asked: string[] = [];
  await project.done(["key", "passphrase"], {
    answers: ["the first horse", "the first horse", ""],
    onAskSecret: (question) => void asked.push(question),
  });
  return { project, code: codeIn(asked) };
}

test("the recovery code opens the key when the passphrase is forgotten, and is used up by it", async (t) => {
  const { project, code } = await sealedProject(t);
  const before = fingerprintOf(project, "person");
  const asked: string[] = [];
  const typed = code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
  const { stdout } = await project.done(["key", "recover"], {
    answers: [typed, "the second horse", "the second horse", ""],
    onAskSecret: (question) => void asked.push(question),
  });
  assert.equal(stdout, "the passphrase is changed\n");
  assert.equal(fingerprintOf(project, "person"), before);
  assert.deepEqual(await standingsOf(project), { [ID]: "verified: approved by you on 2026-05-01" });
  await project.done(["spool", "clear"], { answers: ["the second horse"] });
  const used = await project.call(["key", "recover"], { answers: [code, code, code] });
  assert.match(used.stderr, /error: NEEDS_PERSON: wrong recovery code for the person key\n/);
  const next = codeIn(asked);
  assert.notEqual(next, code);
  for (const secret of [code, next, "the second horse", code.replaceAll("-", ""), next.replaceAll("-", "")])
    assert.deepEqual(findText(project.base, secret), []);
});

test("a slip in the recovery code is told from a wrong code, and nothing is changed", async (t) => {
  const { project, code } = await sealedProject(t);
  const before = readFileSync(join(project.state, "keys/person.json"), "utf8");
  const { code: other } = await sealedProject(t);
  const slip = `${code.slice(0, -1)}${code.endsWith("7") ? "8" : "7"}`;
  const asked: string[] = [];
  const { exit, stderr } = await project.call(["key", "recover"], {
    answers: [slip, other, code.slice(0, 12)],
    onAsk: (question) => void asked.push(question),
  });
  assert.equal(exit, 1);
  assert.match(stderr, /^error: NEEDS_PERSON: wrong recovery code/m);
  assert.deepEqual(
    asked.map((question) => question.split("\n")[0]),
    [
      "recovery code of your person key: ",
      "a character is wrong or missing: seven groups of four",
      "not the code of this key",
    ],
  );
  const stopped = await project.call(["key", "recover"], { answers: [code, "the second horse", "another"] });
  assert.match(stopped.stderr, /error: NEEDS_PERSON/);
  assert.equal(readFileSync(join(project.state, "keys/person.json"), "utf8"), before);
  await project.done(["spool", "clear"], { answers: ["the first horse"] });
});

test("a wrong passphrase names the way back where there is one", async (t) => {
  const { project } = await sealedProject(t);
  const path = join(project.state, "keys/person.json");
  const wrong = { answers: ["wrong", "wrong", "wrong"] };
  assert.match((await project.call(["spool", "clear"], wrong)).stderr, /hint: .*credence key recover\n$/);
  const { recovery, ...old } = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...old, recovery: { ...recovery, sealed: "yes" } }), { mode: 0o600 });
  assert.match((await project.call(["spool", "clear"], wrong)).stderr, /hint: .*docs\/trust\.md/);
  assert.match(
    (await project.call(["key", "recover"], { answers: ["x"] })).stderr,
    /^error: NOT_FOUND: this person key has no recovery code$/m,
  );
  await project.done(["spool", "clear"], { answers: ["the first horse"] });
  await project.done(["key", "passphrase"], { answers: ["the first horse", "none", "none"] });
  assert.match(
    (await project.call(["key", "recover"], { answers: ["x"] })).stderr,
    /no passphrase, so there/,
  );
  assert.equal(JSON.parse(readFileSync(path, "utf8")).recovery, undefined);
});

test("after a rotation what the old key approved still counts, and what the new one approves does", async (t) => {
  const project = await approvedProject(t);
  const before = fingerprintOf(project, "person");
  const { stdout } = await project.done(["key", "rotate"], { answers: ["y", "none", "none"] });
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
  await project.done(["key", "rotate"], { answers: ["y", "none", "none"] });
  // The thief has a machine of their own and a copy of the root, and signs with the stolen key, dated back.
  const thief = await projectWithoutKey(t);
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

test("a key that is distrusted loses its word, and one whose rotation was cut off in the middle is in use", async (t) => {
  const project = await approvedProject(t);
  const path = join(project.state, "keys/person.json");
  const old = readFileSync(path);
  await project.done(["key", "rotate", "--distrust"], { answers: ["y", "none", "none"] });
  assert.deepEqual(await standingsOf(project), { [ID]: "foreign: unknown signer" });
  const other = await approvedProject(t);
  const its = join(other.state, "keys/person.json");
  const own = readFileSync(its);
  assert.notDeepEqual(own, old);
  await other.done(["key", "rotate"], { answers: ["y", "none", "none"] });
  writeFileSync(its, own);
  await other.save("project_second", { answers: ["y"] });
  const approved = "verified: approved by you on 2026-05-01";
  assert.deepEqual(await standingsOf(other), { [ID]: approved, project_second: approved });
});

test("whoever is no person changes no key, and a no changes nothing", async (t) => {
  const { call, done, base } = await approvedProject(t);
  // The first use says where the key was made, and that it did.
  await done(["spool", "clear"], { answers: [] });
  const before = readTree(base);
  const other = ["tulip ankle vendor", "two"];
  await playRows(call, [
    ["key passphrase", 1, /^error: NEEDS_PERSON: /],
    ["key recover", 1, /^error: NEEDS_PERSON: /],
    ["key rotate", 1, /^error: NEEDS_PERSON: /],
    ["key rotate", 1, /^error: DECLINED: /, { answers: ["n"] }],
    ["key rotate", 1, /^error: NEEDS_PERSON: /, { answers: ["y", ...other] }],
    ["key passphrase", 1, /^error: NEEDS_PERSON: /, { answers: other }],
    ["key constructor", 64, /^error: USAGE: /, { answers: ["y"] }],
  ]);
  assert.deepEqual(readTree(base), before);
});

test("a passphrase that is short, common or empty is refused with the reason, and none is a word", async (t) => {
  const project = await initProject(t);
  const asked: string[] = [];
  const good = "tulip ankle vendor";
  const reasons: readonly (readonly [string, RegExp])[] = [
    ["", /^Nothing was typed\.\nChoose a passphrase of at least 12 characters\n\(or type none: /],
    ["elevenchars", /^Not this one: it has fewer than 12 characters\.\nChoose/],
    ["Passw0rd2025!", /^Not this one: it is easy to guess: common words, a year\.\n/],
    ["qwertyuiopasdf", /^Not this one: it is easy to guess: a row of the keyboard\.\n/],
    [`${userInfo().username}-credence-1234`, /the name of the user, the machine or the product/],
  ];
  const { stdout } = await project.done(["key", "passphrase"], {
    answers: [...reasons.map(([typed]) => typed), good, good, ""],
    onAskSecret: (question) => void asked.push(question),
  });
  assert.equal(stdout, "the passphrase is changed\n");
  for (const [place, [, reason]] of reasons.entries()) assert.match(asked[place + 1] ?? "", reason);
  assert.equal(asked.at(-2), "once more: ");
  const enters = await project.call(["key", "passphrase"], { answers: [good, ...Array(20).fill("")] });
  assert.match(enters.stderr, /error: NEEDS_PERSON: no passphrase was chosen/);
  assert.equal(keyOf(project).secret.sealed, true);
});

test("the first use of a new key says when and on which terminal it was made, on each terminal", async (t) => {
  const project = await initProject(t, { state: "real" });
  const made = "your person key was made on 2026-05-01 at 12:00 UTC on /dev/pts/7\n";
  assert.match(
    (await project.call(["doctor"])).stdout,
    /\[i\] person-key: no person key yet: whoever first approves something at a terminal makes it; /,
  );
  assert.match(
    (await project.call(["status"])).stdout,
    /^person key +none yet: made when you first approve something/m,
  );
  const first = await project.done(["key", "passphrase"], { answers: ["none", "none"] });
  assert.deepEqual([first.stdout, first.stderr], ["you have a person key now\n", ""]);
  const now = "2026-05-02T12:00:00Z";
  assert.equal((await project.save(ID, { answers: ["y"], now })).stderr, made);
  assert.equal((await project.save("project_second", { answers: ["y"], now })).stderr, "");
  const elsewhere = { answers: ["y"], now, terminalName: "/dev/pts/9" };
  assert.equal((await project.save("project_third", elsewhere)).stderr, made);
  assert.match(
    (await project.call(["status"])).stdout,
    /^person key +without a passphrase; .*: credence key passphrase gives it one; made on 2026-05-01 at 12:00 UTC on \/dev\/pts\/7$/m,
  );
});

test("a key of an earlier version unlocks as before, and says once what it does not know and how to change a weak passphrase", async (t) => {
  const project = await approvedProject(t);
  const path = join(project.state, "keys/person.json");
  const { terminal: _, ...old } = JSON.parse(readFileSync(path, "utf8"));
  const weak = resealKey(old, unlockKey(old, null) ?? assert.fail(), {
    passphrase: "short",
    recoveryCode: null,
  });
  writeFileSync(path, JSON.stringify(weak), { mode: 0o600 });
  const once = await project.done(["spool", "clear"], { answers: ["short"] });
  assert.equal(
    once.stderr,
    "your person key was made on 2026-05-01 at 12:00 UTC by an earlier version, which did not record the terminal\n" +
      "your passphrase is weak (it has fewer than 12 characters): credence key passphrase changes it\n",
  );
  assert.equal((await project.done(["spool", "clear"], { answers: ["short"] })).stderr, "");
});
