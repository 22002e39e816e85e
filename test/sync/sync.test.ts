// Two machines of people who trust each other, and a bare repository between them.

import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import { freshDir } from "../temp-dir.ts";
import {
  bodyOf,
  filesOf,
  gitIn,
  type Machine,
  machinesTogether,
  type Pair,
  PERSON,
  standingsOf,
  tipOf,
} from "./machines.ts";

/** Each of them, in this order, without trouble. */
async function syncEach(...machines: readonly Machine[]): Promise<void> {
  for (const machine of machines) {
    const { exit, stdout, stderr } = await machine.sync();
    assert.deepEqual([exit, stderr], [0, ""], stdout);
  }
}

async function assertAlike({ ana, bo }: Pair): Promise<void> {
  assert.deepEqual(filesOf(ana), filesOf(bo));
  assert.deepEqual(await standingsOf(ana), await standingsOf(bo));
}

test("what is saved on one machine is used on the other, and both have the same files", async (t) => {
  const pair = await machinesTogether(t, ["ana", "bo"]);
  const { ana, bo, remote } = pair;
  await ana.save("user_from_ana");
  await bo.save("user_from_bo", { more: [PERSON] });
  await syncEach(ana, bo, ana);
  await assertAlike(pair);
  assert.deepEqual(await standingsOf(ana), { user_from_ana: "inferred", user_from_bo: "verified" });
  assert.deepEqual(tipOf(remote), ["README.md", "root.json"]);
  assert.match((await ana.sync()).stdout, /nothing new on either side/);
  assert.equal(gitIn(remote, "for-each-ref", "refs/heads/m/").trim().split("\n").length, 2);
});

test("an update, a demotion, a retirement and a restoration arrive", async (t) => {
  const pair = await machinesTogether(t, ["ana", "bo"]);
  const { ana, bo } = pair;
  for (const id of ["user_a", "user_b", "user_c"])
    await ana.save(id, { body: `${bodyOf(id)} ${id.repeat(4)}` });
  await syncEach(ana, bo);
  await bo.done(["update", "user_a", "--body", "It is otherwise by now, and this is how it is."]);
  await bo.done(["demote", "user_b", "--reason", "doubt"]);
  await bo.done(["retire", "user_c", "--reason", "over"]);
  await syncEach(bo, ana);
  await assertAlike(pair);
  assert.deepEqual(await standingsOf(ana), { user_a: "inferred", user_b: "quarantined", user_c: "retired" });
  await ana.done(["restore", "user_b", PERSON]);
  await syncEach(ana, bo);
  await assertAlike(pair);
  assert.equal((await standingsOf(bo))["user_b"], "verified");
});

test("a text that two machines changed waits beside the one that has the name, and either way both have the same files", async (t) => {
  const pair = await machinesTogether(t, ["ana", "bo"]);
  const { ana, bo } = pair;
  await ana.save("user_words");
  await syncEach(ana, bo);
  await ana.done(["update", "user_words", "--body", "Ana says that it is so, and gives her reasons."]);
  await bo.done(["update", "user_words", "--body", "Bo says that it is otherwise, and gives his."]);
  await syncEach(ana);
  const { exit, stdout } = await bo.sync();
  assert.equal(exit, 3, stdout);
  assert.match(stdout, /1 in two versions, for you to choose: credence review\n {4}user_words\n/);
  assert.equal((await ana.sync()).exit, 3);
  await assertAlike(pair);
  const words = Object.entries(filesOf(ana)).filter(([path]) => path.startsWith("memories/user_words"));
  assert.equal(words.length, 2);
  for (const said of [/Ana says/, /Bo says/]) assert.ok(words.some(([, text]) => said.test(text)));
  assert.deepEqual(Object.values(await standingsOf(bo)).sort(), ["foreign", "inferred"]);
});

test("of two texts that people approved at once neither is a fact until somebody chooses, whoever syncs first", async (t) => {
  for (const isAnaFirst of [true, false]) {
    const pair = await machinesTogether(t, ["ana", "bo"]);
    const order = isAnaFirst ? [pair.ana, pair.bo] : [pair.bo, pair.ana];
    await pair.ana.save("user_port", { more: [PERSON] });
    await syncEach(pair.ana, pair.bo);
    for (const machine of order) {
      const body = `${machine.name} says that the port is another one, and that it stays.`;
      await machine.done(["update", "user_port", "--body", body, PERSON]);
    }
    for (let round = 0; round < 3; round += 1) for (const machine of order) await machine.sync();
    await assertAlike(pair);
    const standings = await standingsOf(pair.ana);
    assert.deepEqual(Object.values(standings).sort(), ["foreign", "inferred"], `ana first: ${isAnaFirst}`);
    await pair.bo.done(["promote", "user_port", "--now", "2026-05-10T12:00:00Z", PERSON]);
    for (const machine of [...order, ...order]) await machine.sync();
    await assertAlike(pair);
    assert.equal((await standingsOf(pair.ana))["user_port"], "verified");
  }
});

test("a file that is deleted without a statement comes back, whether its text is kept here or only there", async (t) => {
  const pair = await machinesTogether(t, ["ana", "bo"]);
  const { ana, bo } = pair;
  await ana.save("user_advice");
  await ana.save("user_fact", { more: [PERSON] });
  await syncEach(ana, bo);
  const before = filesOf(ana);
  for (const id of ["user_advice", "user_fact"]) {
    rmSync(join(ana.root, `memories/${id}.md`));
    rmSync(join(ana.root, `attest/${id}`), { recursive: true });
    assert.match((await ana.sync()).stdout, /1 came back/);
    const { [`memories/${id}.md`]: text } = filesOf(ana);
    assert.equal(text, before[`memories/${id}.md`]);
  }
  assert.deepEqual(await standingsOf(ana), { user_advice: "inferred", user_fact: "verified" });
});

test("what a person forgot is forgotten on the machine that trusts them, with every trace, and does not come again", async (t) => {
  const pair = await machinesTogether(t, ["ana", "bo"]);
  const { ana, bo, remote } = pair;
  await ana.save("user_secretive", { more: [PERSON] });
  await syncEach(ana, bo);
  const copy = join(freshDir(t), "copy.git");
  gitIn(undefined, "clone", "--quiet", "--mirror", remote, copy);
  const forgot = await ana.done(["forget", "user_secretive", "--reason", "private", PERSON]);
  assert.match(forgot.stdout, /the history of file:\S+ still contains it/);
  await syncEach(ana, bo);
  const isLeft = (path: string): boolean => path.includes("secretive");
  assert.deepEqual(Object.keys(filesOf(bo)).filter(isLeft), []);
  await assertAlike(pair);
  // Each branch began anew: whoever collects the garbage there has nothing of it any more.
  gitIn(remote, "reflog", "expire", "--expire=now", "--all");
  gitIn(remote, "gc", "--quiet", "--prune=now");
  assert.ok(!everythingIn(remote).includes("user_secretive"));
  // Somebody sends it again, with every statement.
  const [old] = gitIn(copy, "for-each-ref", "--format=%(objectname)", "refs/heads/m/").split("\n");
  gitIn(copy, "push", "--quiet", remote, `${old}:refs/heads/m/${"a".repeat(32)}`);
  await syncEach(bo);
  assert.deepEqual(Object.keys(filesOf(bo)).filter(isLeft), []);
  assert.match((await bo.sync()).stdout, /nothing new/);
  // However often it is read: what was forgotten is told once by each who did it.
  for (const read of ["first", "again"]) {
    const { stdout } = await bo.done(["log", "--json"], { answers: [] });
    const told: { says: string; by: string }[] = JSON.parse(stdout);
    const by = told.flatMap((each) => (each.says === "forgotten" ? [each.by] : []));
    assert.deepEqual(by.sort(), ["ana", "this machine"], read);
  }
});

test("an edit by hand travels as a draft, is in use nowhere, and one that holds a secret stays here, by name", async (t) => {
  const { ana, bo, remote } = await machinesTogether(t, ["ana", "bo"]);
  for (const id of ["user_plain", "user_other"]) await bo.save(id, { more: [PERSON] });
  await syncEach(bo, ana);
  const edit = (id: string, words: string): void => {
    const path = join(bo.root, `memories/${id}.md`);
    writeFileSync(path, `${readFileSync(path, "utf8")}${words}\n`);
  };
  edit("user_plain", "Somebody has added this by hand.");
  edit("user_other", `The key is ${SAMPLE_SECRET}.`);
  const { exit, stdout } = await bo.sync();
  assert.equal(exit, 1);
  assert.match(stdout, /1 sent\n {2}1 not sent: fails validation\n {4}user_other: SECRET-DETECTED: /);
  assert.ok(!stdout.includes(SAMPLE_SECRET));
  assert.ok(!everythingIn(remote).includes(SAMPLE_SECRET));
  // Here the edit keeps its place and the fact lies beside it; there it is the edit that lies beside.
  assert.match(readFileSync(join(bo.root, "memories/user_plain.md"), "utf8"), /added this by hand/);
  await ana.sync();
  assert.doesNotMatch(readFileSync(join(ana.root, "memories/user_plain.md"), "utf8"), /by hand/);
  for (const machine of [ana, bo]) {
    const standings = await standingsOf(machine);
    const plain = Object.entries(standings).filter(([id]) => id.startsWith("user_plain"));
    assert.deepEqual(plain.map(([, standing]) => standing).sort(), ["foreign", "verified"], machine.name);
  }
  assert.match(readFileSync(join(bo.root, "memories/user_other.md"), "utf8"), /The key is/);
});

test("a dry run, a pull and a push alone do what they say and no more", async (t) => {
  const { ana, bo, remote } = await machinesTogether(t, ["ana", "bo"]);
  await ana.save("user_a");
  await syncEach(ana);
  await bo.save("user_b");
  const [files, tip] = [filesOf(bo), gitIn(remote, "for-each-ref")];
  const dry = await bo.sync(["--dry-run"]);
  assert.match(dry.stdout, /\(nothing was changed\)\n {2}1 taken\n {2}1 sent/);
  assert.deepEqual(filesOf(bo), files);
  assert.equal(gitIn(remote, "for-each-ref"), tip);
  assert.equal((await bo.sync(["--pull-only"])).exit, 0);
  assert.equal(gitIn(remote, "for-each-ref"), tip);
  assert.ok(existsSync(join(bo.root, "memories/user_a.md")));
  await ana.save("user_c");
  await syncEach(ana);
  assert.equal((await bo.sync(["--push-only"])).exit, 0);
  assert.equal(existsSync(join(bo.root, "memories/user_c.md")), false);
  assert.notEqual(gitIn(remote, "for-each-ref"), tip);
  assert.match((await ana.sync(["--json"])).stdout, /"id": "user_b",\s+"outcome": "taken"/);
});

test("branches that go back, begin anew or disappear take nothing away, and no negative statement is lost", async (t) => {
  const pair = await machinesTogether(t, ["ana", "bo"]);
  const { ana, bo, remote } = pair;
  await ana.save("user_a");
  await syncEach(ana, bo);
  const early = gitIn(remote, "for-each-ref", "--format=%(objectname) %(refname)").trim().split("\n");
  await ana.save("user_b");
  await ana.done(["demote", "user_a", "--reason", "doubt"]);
  await syncEach(ana, bo);
  const before = filesOf(bo);
  for (const [commit = "", name = ""] of early.map((line) => line.split(" ")))
    gitIn(remote, "update-ref", name, commit);
  await syncEach(bo, ana, bo);
  assert.deepEqual(filesOf(bo), before);
  assert.deepEqual(await standingsOf(bo), { user_a: "quarantined", user_b: "inferred" });
  for (const [, name = ""] of early.map((line) => line.split(" "))) gitIn(remote, "update-ref", "-d", name);
  await syncEach(bo, ana, bo);
  assert.deepEqual(filesOf(bo), before);
  await assertAlike(pair);
});

/** Whatever anybody could read there. */
function everythingIn(remote: string): string {
  const objects = gitIn(
    remote,
    "cat-file",
    "--batch-all-objects",
    "--batch-check=%(objectname) %(objecttype)",
  );
  const blobs = objects.split("\n").flatMap((line) => (line.endsWith(" blob") ? [line.slice(0, 40)] : []));
  return blobs.map((oid) => gitIn(remote, "cat-file", "blob", oid)).join("\n");
}
