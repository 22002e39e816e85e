// What somebody signed on another machine, and what a remote makes of it: negative words are named with their signer, and whatever is
// withheld, sent again or sent in another order raises nothing and brings nothing back.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseKeyFile, unlockKey } from "../../src/trust/key-file.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import { plantBranch, treeOf } from "../git/carriers.ts";
import type { Owner } from "../temp-dir.ts";
import {
  filesOf,
  gitIn,
  type Machine,
  machineOf,
  machinesTogether,
  PERSON,
  placesOf,
  rootId,
  standingsOf,
} from "./machines.ts";
import { takePrepared } from "./prepared.ts";
import { keyOf, MALLORY, publishAs, say } from "./victim.ts";

type Pair = { readonly ana: Machine; readonly bo: Machine; readonly remote: string };

/** Two approved memories, on both machines. */
async function facts(t: Owner): Promise<Pair> {
  return takePrepared(t, "facts", {
    make: prepare,
    places: ({ ana, bo, remote }) => placesOf({ machines: [ana, bo], remote }),
  });
}

async function prepare(owner: Owner): Promise<Pair> {
  const { ana, bo, remote } = await machinesTogether(owner, ["ana", "bo"]);
  await ana.save("user_word", { body: "The word that opens the gate is written here.", more: [PERSON] });
  await ana.save("user_port", { body: "What comes by ship is unloaded at the port.", more: [PERSON] });
  for (const machine of [ana, bo]) assert.equal((await machine.sync()).exit, 0);
  return { ana, bo, remote };
}

/** In the name of Bo, with a reason that no command of his would have signed. */
function sayAsBo(
  { ana, bo }: Pair,
  id: string,
  said: { readonly act: "lower" | "retire"; readonly reason: string },
): string {
  const path = Object.keys(filesOf(ana)).find((each) => each.startsWith(`attest/${id}/`)) ?? "";
  const { born, digest, text } = JSON.parse(filesOf(ana)[path] ?? "");
  const file = parseKeyFile(readFileSync(join(bo.state, "keys/person.json"), "utf8"), "person");
  const key = file === null ? null : unlockKey(file, null);
  assert.ok(key !== null);
  return say({ key, root: rootId(ana), id, source: "" }, { ...said, born, digest, text }).text;
}

test("approved memories that a statement from elsewhere lowers are named with its signer, and no secret in its words is told", async (t) => {
  const pair = await facts(t);
  const { ana, remote } = pair;
  const broken = `token ${SAMPLE_SECRET.slice(0, 20)}\u2060${SAMPLE_SECRET.slice(20)}`;
  const said = [
    sayAsBo(pair, "user_word", { act: "lower", reason: `token ${SAMPLE_SECRET}` }),
    sayAsBo(pair, "user_port", { act: "retire", reason: broken }),
  ];
  publishAs({ remote, machine: MALLORY }, { said });
  const dry = await ana.sync(["--dry-run"], { answers: [] });
  assert.match(dry.stdout, /^ {2}2 approved memories are out of use by/m);
  for (const told of ["port: by bo; credence unretire user_port", "word: by bo; credence restore user_word"])
    assert.ok(dry.stdout.includes(`\n    user_${told} brings it back\n`), dry.stdout);
  const { exit, stdout } = await ana.sync(["--json"], { answers: [] });
  assert.equal(exit, 2, stdout);
  const out: { id: string }[] = JSON.parse(stdout)[0].outOfUse;
  assert.deepEqual(
    out.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    [
      { id: "user_port", by: "bo", isYours: false, undoneBy: "unretire" },
      { id: "user_word", by: "bo", isYours: false, undoneBy: "restore" },
    ],
  );
  for (const args of [
    ["log"],
    ["log", "--json"],
    ["journal", "--json"],
    ["show", "user_word"],
    ["why", "user_word"],
    ["list", "--standing", "quarantined", "--json"],
    ["status", "--json"],
  ]) {
    const all = await ana.call(args, { answers: [] });
    const shown = `${all.stdout}${all.stderr}`.replaceAll(/[\s\u2060]+/g, "");
    assert.ok(shown.length > 10 && !shown.includes(SAMPLE_SECRET.slice(8)), args.join(" "));
  }
  assert.equal((await ana.sync()).exit, 0);
});

test("an approved memory that its person lowered on another machine of theirs is named, and exits 0", async (t) => {
  const { ana, bo } = await facts(t);
  const signers = join(ana.state, "signers.json");
  const { v, signers: known } = JSON.parse(readFileSync(signers, "utf8"));
  const mine = known.map((each: object) => ({ ...each, mine: true }));
  writeFileSync(signers, JSON.stringify({ v, signers: mine }));
  await bo.done(["demote", "user_port", "--reason", "over", PERSON]);
  assert.equal((await bo.sync()).exit, 0);
  const own = await ana.sync(["--json"], { answers: [] });
  assert.deepEqual(JSON.parse(own.stdout)[0].outOfUse, [
    { id: "user_port", by: "bo", isYours: true, undoneBy: "restore" },
  ]);
  assert.equal(own.exit, 0);
});

/** In the name of Bo's machine, which a lowering of what a person approved there would never have been signed with. */
function sayAsMachine({ ana, bo }: Pair, id: string, act: "lower" | "retire"): string {
  const path = Object.keys(filesOf(ana)).find((each) => each.startsWith(`attest/${id}/`)) ?? "";
  const { born, digest, text } = JSON.parse(filesOf(ana)[path] ?? "");
  const saying = { key: keyOf(bo, "machine"), root: rootId(ana), id, source: "" };
  return say(saying, { act, reason: `token ${SAMPLE_SECRET}`, born, digest, text }).text;
}

const waitingIn = async (machine: Machine): Promise<string[]> => {
  const { stdout } = await machine.call(["review", "--json"]);
  const items: { id: string; waits: { why: string }[] }[] = JSON.parse(stdout);
  return items.map(({ id, waits }) => `${id}: ${waits.map(({ why }) => why).join()}`).sort();
};

test("what a machine signs against what a person approved takes nothing out of use, and waits for the person once", async (t) => {
  const pair = await facts(t);
  const { ana, bo, remote } = pair;
  const said = [sayAsMachine(pair, "user_word", "lower"), sayAsMachine(pair, "user_port", "retire")];
  publishAs({ remote, machine: MALLORY }, { said });
  for (const machine of [ana, bo]) {
    const { exit, stdout } = await machine.sync(["--json"]);
    assert.equal(exit, 2, stdout);
    const told: { id: string; outcome: string }[] = JSON.parse(stdout)[0].memories;
    const asked = told.filter(({ outcome }) => outcome === "asked").map(({ id }) => id);
    assert.deepEqual(asked.sort(), ["user_port", "user_word"]);
    assert.equal((await machine.sync()).exit, 0);
    assert.deepEqual(await standingsOf(machine), { user_port: "verified", user_word: "verified" });
    assert.deepEqual(await waitingIn(machine), [
      "user_port: another machine asked on 2026-05-01 to retire it",
      "user_word: another machine asked on 2026-05-01 to demote it",
    ]);
  }
  await ana.done(["no", "user_word", PERSON]);
  assert.deepEqual(await waitingIn(ana), ["user_port: another machine asked on 2026-05-01 to retire it"]);
  await ana.done(["yes", "user_port", PERSON], { answers: ["y", "y", "y"] });
  assert.deepEqual(await standingsOf(ana), { user_port: "retired", user_word: "verified" });
  assert.deepEqual(await waitingIn(ana), []);
  const shown = JSON.stringify([
    (await ana.call(["log", "--json"])).stdout,
    (await bo.call(["review", "--json"])).stdout,
  ]);
  assert.ok(!shown.includes(SAMPLE_SECRET));
});

const tipsOf = (remote: string): string[] =>
  gitIn(remote, "for-each-ref", "--format=%(objectname)", "refs/heads/m/").trim().split("\n");

test("an old text with its old signatures does not come back, whether it was replaced, lowered or retired", async (t) => {
  for (const later of [
    ["update", "user_word", "--body", "The word is another one by now, and it stays."],
    ["demote", "user_word", "--reason", "doubt"],
    ["retire", "user_word", "--reason", "over"],
  ]) {
    const { ana, bo, remote } = await facts(t);
    const old = tipsOf(remote);
    await bo.done([...later, PERSON]);
    for (const machine of [bo, ana]) await machine.sync();
    const [files, standings] = [filesOf(ana), await standingsOf(ana)];
    assert.deepEqual(filesOf(bo), files);
    for (const [at, commit] of old.entries())
      gitIn(remote, "update-ref", `refs/heads/m/${"abc".charAt(at).repeat(32)}`, commit);
    gitIn(remote, "update-ref", `refs/heads/m/${machineOf(bo)}`, old[0] ?? "");
    for (const machine of [ana, bo, ana]) assert.equal((await machine.sync()).exit, 0, later[0]);
    assert.deepEqual(filesOf(ana), files, later[0]);
    assert.deepEqual(await standingsOf(ana), standings, later[0]);
  }
});

/** Bo's branch without what is withheld. */
function withhold(remote: string, bo: Machine, isWithheld: (path: string) => boolean): void {
  const branch = `m/${machineOf(bo)}`;
  const lines = gitIn(remote, "ls-tree", "-r", branch).trim().split("\n");
  const entries = lines.map((line) => [line.slice(line.indexOf("\t") + 1), line.slice(12, 52)] as const);
  const left = entries.filter(([path]) => !isWithheld(path));
  plantBranch(remote, machineOf(bo), treeOf(left.map(([path, oid]) => [path, { mode: "100644", oid }])));
}

test("a remote that withholds a text or a statement raises nothing and loses nothing, and what it withheld counts once it comes", async (t) => {
  for (const kind of ["t/", "s/"]) {
    const { ana, bo, remote } = await facts(t);
    const before = filesOf(ana)["memories/user_word.md"];
    const sent = gitIn(remote, "ls-tree", "-r", "--name-only", `m/${machineOf(bo)}`).split("\n");
    await bo.done(["update", "user_word", "--body", "Bo says it in other words, which he approves.", PERSON]);
    await bo.done(["demote", "user_port", "--reason", "doubt", PERSON]);
    assert.equal((await bo.sync()).exit, 0);
    const whole = gitIn(remote, "rev-parse", `m/${machineOf(bo)}`).trim();
    withhold(remote, bo, (path) => path.startsWith(kind) && !sent.includes(path));
    const { exit } = await ana.sync();
    assert.equal(exit, kind === "t/" ? 2 : 0);
    // The new approval is silent without its text, and a text without a word is nothing.
    assert.equal(filesOf(ana)["memories/user_word.md"], before, kind);
    const lowered = kind === "t/" ? "quarantined" : "verified";
    assert.deepEqual(await standingsOf(ana), { user_port: lowered, user_word: "verified" });
    gitIn(remote, "update-ref", `refs/heads/m/${machineOf(bo)}`, whole);
    await ana.sync();
    assert.match(filesOf(ana)["memories/user_word.md"] ?? "", /Bo says it/, kind);
    assert.deepEqual(await standingsOf(ana), { user_port: "quarantined", user_word: "verified" });
  }
});

test("what one restores while another lowers it is in quarantine everywhere, whoever syncs first", async (t) => {
  for (const isAnaFirst of [true, false]) {
    const { ana, bo } = await facts(t);
    const order = isAnaFirst ? [ana, bo] : [bo, ana];
    await ana.done(["demote", "user_word", "--reason", "doubt", PERSON]);
    await ana.done(["restore", "user_word", PERSON]);
    await bo.done(["demote", "user_word", "--reason", "still wrong", PERSON]);
    for (const machine of [...order, ...order]) await machine.sync();
    assert.deepEqual(filesOf(ana), filesOf(bo));
    for (const machine of order) assert.equal((await standingsOf(machine))["user_word"], "quarantined");
  }
});
