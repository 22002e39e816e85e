// Two machines of people who trust each other, and a bare repository between them.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import type { Owner } from "../temp-dir.ts";
import {
  bodyOf,
  filesOf,
  gitIn,
  type Machine,
  machinesTogether,
  PERSON,
  standingsOf,
  tipOf,
} from "./machines.ts";

type Pair = { readonly ana: Machine; readonly bo: Machine; readonly remote: string };

async function anaAndBo(t: Owner): Promise<Pair> {
  const { machines, remote } = await machinesTogether(t, ["ana", "bo"]);
  const [ana, bo] = machines;
  assert.ok(ana !== undefined && bo !== undefined);
  return { ana, bo, remote };
}

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
  const pair = await anaAndBo(t);
  const { ana, bo, remote } = pair;
  await ana.save("user_from_ana");
  await bo.save("user_from_bo", { more: [PERSON] });
  await syncEach(ana, bo, ana);
  await assertAlike(pair);
  assert.deepEqual(await standingsOf(ana), { user_from_ana: "inferred", user_from_bo: "verified" });
  assert.deepEqual(
    tipOf(remote).filter((path) => !path.startsWith("attest/")),
    ["memories/user_from_ana.md", "memories/user_from_bo.md", "root.json"],
  );
  assert.match((await ana.sync()).stdout, /nothing new on either side/);
  assert.equal(gitIn(remote, "rev-list", "--count", "--merges", "main").trim(), "0");
});

test("an update, a demotion, a retirement and a restoration arrive", async (t) => {
  const pair = await anaAndBo(t);
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

test("fields that both changed are merged, and texts that both changed are kept as two", async (t) => {
  const pair = await anaAndBo(t);
  const { ana, bo } = pair;
  await ana.save("user_tags", { more: ["--tags", "one"] });
  await ana.save("user_words");
  await syncEach(ana, bo);
  await ana.done(["update", "user_tags", "--tags", "two"]);
  await bo.done(["update", "user_tags", "--tags", "three"]);
  await ana.done(["update", "user_words", "--body", "Ana says that it is so, and gives her reasons."]);
  await bo.done(["update", "user_words", "--body", "Bo says that it is otherwise, and gives his."]);
  await syncEach(ana);
  const { exit, stdout } = await bo.sync();
  assert.equal(exit, 3, stdout);
  assert.match(stdout, /1 merged\n {2}1 kept in two versions/);
  await syncEach(ana);
  await assertAlike(pair);
  const files = filesOf(ana);
  assert.match(files["memories/user_tags.md"] ?? "", /^tags: \[one, three, two\]$/m);
  const words = Object.entries(files).filter(([path]) => path.startsWith("memories/user_words"));
  assert.equal(words.length, 2);
  for (const said of [/Ana says/, /Bo says/]) assert.ok(words.some(([, text]) => said.test(text)));
  assert.deepEqual(new Set(Object.values(await standingsOf(bo))), new Set(["inferred"]));
});

test("of two texts that people approved at once neither is a fact until somebody chooses, whoever syncs first", async (t) => {
  for (const isAnaFirst of [true, false]) {
    const pair = await anaAndBo(t);
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
    assert.deepEqual(Object.values(standings), ["inferred", "inferred"], `ana first: ${isAnaFirst}`);
    await pair.bo.done(["promote", "user_port", "--now", "2026-05-10T12:00:00Z", PERSON]);
    for (const machine of [...order, ...order]) await machine.sync();
    await assertAlike(pair);
    assert.equal((await standingsOf(pair.ana))["user_port"], "verified");
  }
});

test("a file that is deleted without a statement comes back, here and there", async (t) => {
  const pair = await anaAndBo(t);
  const { ana, bo, remote } = pair;
  for (const id of ["user_here", "user_there"]) await ana.save(id);
  await syncEach(ana, bo);
  const before = filesOf(ana);
  rmSync(join(ana.root, "memories/user_here.md"));
  rmSync(join(ana.root, "attest/user_here"), { recursive: true });
  assert.match((await ana.sync()).stdout, /1 came back/);
  const clone = cloneOf(t, remote);
  gitIn(clone, "rm", "--quiet", "-r", "memories/user_there.md", "attest/user_there");
  pushFrom(clone, "delete");
  assert.match((await bo.sync()).stdout, /1 came back/);
  await syncEach(ana);
  assert.deepEqual(filesOf(ana), before);
  await assertAlike(pair);
});

test("what a person forgot is forgotten on the machine that trusts them, with every trace, and does not come again", async (t) => {
  const pair = await anaAndBo(t);
  const { ana, bo, remote } = pair;
  await ana.save("user_secretive", { more: [PERSON] });
  await syncEach(ana, bo);
  const old = cloneOf(t, remote);
  const forgot = await ana.done(["forget", "user_secretive", "--reason", "private", PERSON]);
  assert.match(forgot.stdout, /the history of file:\S+ still contains it/);
  await syncEach(ana, bo);
  assert.deepEqual(
    Object.keys(filesOf(bo)).filter((path) => path.includes("secretive")),
    [],
  );
  await assertAlike(pair);
  // Somebody sends it again, with every statement.
  gitIn(old, "fetch", "--quiet");
  gitIn(old, "reset", "--quiet", "--soft", "origin/main");
  pushFrom(old, "bring it back");
  const { stdout } = await bo.sync();
  assert.match(stdout, /user_secretive: it was forgotten here/);
  assert.deepEqual(
    Object.keys(filesOf(bo)).filter((path) => path.includes("secretive")),
    [],
  );
  assert.match((await bo.sync()).stdout, /nothing new/);
  // However often it is read: what was forgotten is told once by each who did it.
  for (const read of ["first", "again"]) {
    const { stdout } = await bo.done(["log", "--json"], { answers: [] });
    const told: { says: string; by: string }[] = JSON.parse(stdout);
    const by = told.flatMap((each) => (each.says === "forgotten" ? [each.by] : []));
    assert.deepEqual(by.sort(), ["ana", "this machine"], read);
  }
});

test("what is only left as statements and in the archive is forgotten with them", async (t) => {
  const { ana, bo } = await anaAndBo(t);
  await ana.save("user_put_away");
  await syncEach(ana, bo);
  await ana.done(["demote", "user_put_away", "--reason", "doubt"]);
  await ana.done(["archive", "user_put_away", PERSON]);
  await syncEach(ana, bo);
  assert.equal(existsSync(join(bo.root, "quarantine/user_put_away.md")), false);
  assert.match(JSON.stringify(readdirSync(join(bo.root, "archive"), { recursive: true })), /user_put_away/);
  await ana.done(["forget", "user_put_away", "--reason", "private", PERSON]);
  await syncEach(ana, bo);
  assert.deepEqual(filesOf(bo), filesOf(ana));
  for (const path of readdirSync(bo.root, { recursive: true })) assert.ok(!String(path).includes("put_away"));
});

test("a secret in a memory keeps everything from being sent, by name; what is new there is taken all the same", async (t) => {
  const { ana, bo, remote } = await anaAndBo(t);
  await ana.save("user_plain");
  await syncEach(ana);
  await bo.sync();
  await bo.save("user_other");
  const before = gitIn(remote, "rev-parse", "main");
  const text = readFileSync(join(bo.root, "memories/user_other.md"), "utf8");
  const secret = SAMPLE_SECRET;
  writeFileSync(join(bo.root, "memories/user_other.md"), `${text}The key is ${secret}.\n`);
  const { exit, stdout } = await bo.sync();
  assert.equal(exit, 1);
  assert.match(stdout, /1 not sent: fails validation\n {4}user_other: SECRET-DETECTED: /);
  assert.ok(!stdout.includes(secret));
  assert.equal(gitIn(remote, "rev-parse", "main"), before);
  // In quarantine it stays here, and only what was said about it travels.
  await bo.call(["audit", "--scope", "user"]);
  assert.ok(existsSync(join(bo.root, "quarantine/user_other.md")));
  assert.equal((await bo.sync()).exit, 0);
  assert.deepEqual(
    tipOf(remote).filter((path) => path.endsWith("user_other.md")),
    [],
  );
  assert.ok(tipOf(remote).some((path) => path.startsWith("attest/user_other/")));
  assert.ok(!gitIn(remote, "log", "-p", "--all").includes(secret));
});

test("a dry run, a pull and a push alone do what they say and no more", async (t) => {
  const { ana, bo, remote } = await anaAndBo(t);
  await ana.save("user_a");
  await syncEach(ana);
  await bo.save("user_b");
  const [files, tip] = [filesOf(bo), gitIn(remote, "rev-parse", "main")];
  const dry = await bo.sync(["--dry-run"]);
  assert.match(dry.stdout, /\(nothing was changed\)\n {2}1 taken\n {2}1 sent/);
  assert.deepEqual(filesOf(bo), files);
  assert.equal((await bo.sync(["--push-only"])).exit, 4);
  assert.deepEqual(filesOf(bo), files);
  assert.equal((await bo.sync(["--pull-only"])).exit, 0);
  assert.equal(gitIn(remote, "rev-parse", "main"), tip);
  assert.ok(existsSync(join(bo.root, "memories/user_a.md")));
  assert.equal((await bo.sync(["--push-only"])).exit, 0);
  assert.notEqual(gitIn(remote, "rev-parse", "main"), tip);
  assert.match((await ana.sync(["--json"])).stdout, /"id": "user_b",\s+"outcome": "taken"/);
});

test("a rewritten history is not followed until a person takes it, and no negative statement is lost by it", async (t) => {
  const pair = await anaAndBo(t);
  const { ana, bo, remote } = pair;
  await ana.save("user_a");
  await syncEach(ana, bo);
  const early = gitIn(remote, "rev-parse", "main").trim();
  await ana.save("user_b");
  await ana.done(["demote", "user_a", "--reason", "doubt"]);
  await syncEach(ana, bo);
  gitIn(remote, "update-ref", "refs/heads/main", early);
  gitIn(remote, "update-ref", "refs/heads/main", commitOnTop(t, remote));
  const before = filesOf(bo);
  const refused = await bo.sync();
  assert.equal(refused.exit, 3);
  assert.match(
    refused.stderr,
    /^error: HISTORY_REWRITTEN: [^\n]*gone from it: [^\n]*user_b\.md[^\n]*new in it: memories\/user_a\.md\nhint: /,
  );
  assert.deepEqual(filesOf(bo), before);
  assert.equal((await bo.sync(["--accept-rewrite"])).exit, 1);
  const taken = await bo.sync(["--accept-rewrite", PERSON]);
  assert.equal(taken.exit, 2);
  assert.match(taken.stdout, /user_a: moved there, and nobody you trust signed that\n/);
  assert.equal((await standingsOf(bo))["user_a"], "quarantined");
  assert.deepEqual(
    Object.keys(before).filter((path) => !(path in filesOf(bo))),
    [],
  );
  // Erased altogether, it begins anew.
  gitIn(remote, "update-ref", "-d", "refs/heads/main");
  assert.equal((await bo.sync()).exit, 3);
  assert.equal((await bo.sync(["--accept-rewrite", PERSON])).exit, 0);
  assert.equal((await ana.sync()).exit, 3);
  assert.equal((await ana.sync(["--accept-rewrite", PERSON])).exit, 0);
  await assertAlike(pair);
});

function cloneOf(owner: Owner, remote: string): string {
  const clone = `${remote}-clone-${Math.random().toString(36).slice(2)}`;
  gitIn(undefined, "clone", "--quiet", remote, clone);
  owner.after(() => rmSync(clone, { recursive: true, force: true }));
  return clone;
}

function pushFrom(clone: string, message: string): void {
  gitIn(clone, "add", "--all");
  gitIn(clone, "commit", "--quiet", "--allow-empty", `--message=${message}`);
  gitIn(clone, "push", "--quiet", "origin", "HEAD:main");
}

/** A commit of its own on the branch, as whoever rewrites a history makes one. */
function commitOnTop(owner: Owner, remote: string): string {
  const clone = cloneOf(owner, remote);
  pushFrom(clone, "rewritten");
  return gitIn(clone, "rev-parse", "HEAD").trim();
}
