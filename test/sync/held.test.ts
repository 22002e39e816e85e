// Whoever can write to the remote changes, lowers or moves what is in use here, and signs nothing: mine stays where and as it is, and
// goes there again. The same holds for an honest hand edit on another machine, and both machines end alike.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseKeyFile, unlockKey } from "../../src/trust/key-file.ts";
import { signStatement } from "../../src/trust/sign.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import type { Owner } from "../temp-dir.ts";
import { plantFiles } from "./hostile-tree.ts";
import {
  filesOf,
  gitIn,
  type Machine,
  machinesTogether,
  PERSON,
  placesOf,
  standingsOf,
  tipOf,
} from "./machines.ts";
import { takePrepared } from "./prepared.ts";

const IDS = ["user_word", "user_tier", "user_status", "user_moved"] as const;

type Pair = { readonly ana: Machine; readonly bo: Machine; readonly remote: string };

async function facts(t: Owner): Promise<Pair> {
  return takePrepared(t, "facts", {
    make: prepareFacts,
    places: ({ ana, bo, remote }) => placesOf({ machines: [ana, bo], remote }),
  });
}

async function prepareFacts(owner: Owner): Promise<Pair> {
  const { machines, remote } = await machinesTogether(owner, ["ana", "bo"]);
  const [ana, bo] = machines;
  assert.ok(ana !== undefined && bo !== undefined);
  for (const id of IDS) {
    await ana.save(id, { body: `It is about ${id.repeat(3)} and about nothing else.`, more: [PERSON] });
  }
  await ana.save("user_advice", { body: "The build takes a minute, and nobody knows why it does." });
  for (const machine of [ana, bo]) assert.equal((await machine.sync()).exit, 0);
  return { ana, bo, remote };
}

const textOf = ({ root }: Machine, id: string): string =>
  readFileSync(join(root, `memories/${id}.md`), "utf8");

const seconds = (machine: Machine): string[] =>
  Object.keys(filesOf(machine)).filter((path) =>
    /^(?:memories|quarantine)\/.*_other_[0-9a-f]{8}\.md$/.test(path),
  );

async function assertAlike({ ana, bo }: Pair): Promise<void> {
  assert.deepEqual(filesOf(ana), filesOf(bo));
  assert.deepEqual(await standingsOf(ana), await standingsOf(bo));
}

function tamperWith({ ana, remote }: Pair): void {
  const moved = textOf(ana, "user_moved");
  plantFiles(remote, {
    "memories/user_word.md": textOf(ana, "user_word").replace("nothing else", "evil"),
    "memories/user_tier.md": textOf(ana, "user_tier").replace(
      "trust-level: verified",
      "trust-level: inferred",
    ),
    "memories/user_status.md": textOf(ana, "user_status").replace(
      "trust-level: verified",
      "trust-level: verified\nstatus: retired",
    ),
    "memories/user_moved.md": null,
    "quarantine/user_moved.md": moved,
    "memories/user_advice.md": textOf(ana, "user_advice").replace("---\n", "---\nsupersedes: user_word\n"),
  });
}

test("an unsigned change, lowering, retirement, move or relation takes nothing out of use, is named by id and exits 2", async (t) => {
  const pair = await facts(t);
  const { ana, bo, remote } = pair;
  const [before, standings] = [filesOf(ana), await standingsOf(ana)];
  tamperWith(pair);
  const { exit, stdout } = await ana.sync([], { answers: [] });
  assert.equal(exit, 2, stdout);
  assert.match(stdout, /\n {2}5 kept as here: nobody you trust signed the change there\n/);
  for (const said of [
    /user_word: its other text waits as user_word_other_[0-9a-f]{8}: credence review/,
    /user_tier: lowered there, and nobody you trust signed that/,
    /user_status: retired there, and nobody you trust signed that/,
    /user_moved: put into quarantine there, and nobody you trust signed that/,
    /user_advice: it says there that it replaces another, and nobody signed that/,
  ])
    assert.match(stdout, said);
  const [second = ""] = seconds(ana);
  assert.match(second, /^memories\/user_word_other_/);
  const { [second]: other, ...others } = filesOf(ana);
  assert.deepEqual(others, before);
  assert.match(other ?? "", /evil/);
  const id = second.slice("memories/".length, -".md".length);
  assert.deepEqual(await standingsOf(ana), { ...standings, [id]: "foreign" });
  // One decision, with both texts.
  const { stdout: queue } = await ana.done(["review", "--scope", "user", "--json"], { answers: [] });
  assert.deepEqual(
    JSON.parse(queue).map((each: { id: string }) => each.id),
    [id],
  );
  for (const machine of [bo, ana]) await machine.sync();
  await assertAlike(pair);
  assert.match((await ana.sync()).stdout, /nothing new/);
  assert.equal(gitIn(remote, "show", "main:memories/user_word.md"), before["memories/user_word.md"]);
});

test("mine with another tag, and theirs with other words that nobody signed, are two; mine keeps the id", async (t) => {
  const pair = await facts(t);
  const { ana, bo, remote } = pair;
  const text = textOf(ana, "user_word");
  await ana.done(["update", "user_word", "--tags", "mine", "--scope", "user", PERSON]);
  const mine = textOf(ana, "user_word");
  plantFiles(remote, { "memories/user_word.md": text.replace("nothing else", "evil") });
  assert.equal((await ana.sync()).exit, 2);
  assert.equal(textOf(ana, "user_word"), mine);
  assert.equal((await standingsOf(ana))["user_word"], "verified");
  assert.equal(seconds(ana).length, 1);
  await bo.sync();
  await assertAlike(pair);
});

test("an honest hand edit converges: the vouched text is back under the id, and the edit is the second of the pair", async (t) => {
  const pair = await facts(t);
  const { ana, bo } = pair;
  const before = textOf(ana, "user_word");
  const edited = before.replace("nothing else", "something more");
  writeFileSync(join(bo.root, "memories/user_word.md"), edited);
  await bo.sync();
  assert.equal((await ana.sync()).exit, 2);
  await bo.sync();
  await assertAlike(pair);
  assert.equal(textOf(bo, "user_word"), before);
  assert.match(filesOf(bo)[seconds(bo)[0] ?? ""] ?? "", /something more/);
  // Edited on one machine while the other signs a change: the signed one has the id.
  writeFileSync(
    join(bo.root, "memories/user_tier.md"),
    textOf(bo, "user_tier").replace("nothing else", "me"),
  );
  await ana.done([
    "update",
    "user_tier",
    "--body",
    "Ana signs that it is so by now.",
    "--scope",
    "user",
    PERSON,
  ]);
  await ana.sync();
  assert.equal((await bo.sync()).exit, 3);
  await ana.sync();
  await assertAlike(pair);
  assert.match(textOf(bo, "user_tier"), /Ana signs/);
  assert.equal((await standingsOf(bo))["user_tier"], "verified");
  assert.equal(seconds(bo).length, 2);
});

const BY_NOW = ["--scope", "user", "--body", "It is about something else by now.", PERSON];

test("an older text, signed as it is, does not come back without a new word", async (t) => {
  const pair = await facts(t);
  const { ana, bo, remote } = pair;
  const old = { fact: textOf(ana, "user_word"), advice: textOf(ana, "user_advice") };
  await ana.done(["update", "user_word", ...BY_NOW]);
  await ana.done(["update", "user_advice", "--body", "The build takes an hour by now.", "--scope", "user"]);
  for (const machine of [ana, bo]) assert.equal((await machine.sync()).exit, 0);
  const before = filesOf(ana);
  plantFiles(remote, { "memories/user_word.md": old.fact, "memories/user_advice.md": old.advice });
  for (const machine of [ana, bo]) {
    const { exit, stdout } = await machine.sync();
    assert.equal(exit, machine === ana ? 2 : 0, stdout);
    assert.deepEqual(filesOf(machine), before);
  }
});

test("an older text that the remote says is retired does not stay there, however often it comes back", async (t) => {
  const pair = await facts(t);
  const { ana, bo, remote } = pair;
  const path = "memories/user_status.md";
  const retired = textOf(ana, "user_status").replace(/^trust-level: .*$/m, "$&\nstatus: retired");
  await ana.done(["update", "user_status", ...BY_NOW]);
  for (let round = 0; round < 3; round += 1) {
    plantFiles(remote, { [path]: retired });
    assert.equal((await ana.sync()).exit, 2, `round ${round}`);
    assert.equal(gitIn(remote, "show", `main:${path}`), textOf(ana, "user_status"), `round ${round}`);
  }
  await bo.sync();
  await assertAlike(pair);
});

test("a memory that the remote moved to quarantine when it was retired is retired where it was", async (t) => {
  const pair = await facts(t);
  await pair.ana.done(["retire", "user_tier", "--scope", "user", PERSON]);
  await pair.ana.sync();
  const text = textOf(pair.ana, "user_tier");
  plantFiles(pair.remote, { "memories/user_tier.md": null, "quarantine/user_tier.md": text });
  for (const machine of [pair.bo, pair.ana]) await machine.sync();
  await assertAlike(pair);
});

test("of two texts of one id that are both signed, the other does not take its place", async (t) => {
  const pair = await facts(t);
  const { ana, bo, remote } = pair;
  const [anas, bos] = [
    "The gate opens at six in the morning.",
    "Nobody but Bo has a key for the gate.",
  ] as const;
  await ana.save("user_gate", { body: anas, more: [PERSON] });
  await bo.save("user_gate", { body: bos, more: [PERSON] });
  for (const machine of [ana, bo, ana]) await machine.sync();
  const before = filesOf(ana);
  const [theirs] = seconds(ana);
  assert.ok(theirs !== undefined);
  const wanted = before["memories/user_gate.md"]?.includes(anas) === true ? bos : anas;
  const commits = gitIn(remote, "log", "--format=%H", "main", "--", "memories/user_gate.md").trim();
  const texts = commits.split("\n").map((commit) => gitIn(remote, "show", `${commit}:memories/user_gate.md`));
  const other = texts.find((text) => text.includes(wanted)) ?? before[theirs] ?? "";
  for (const again of [1, 2, 3]) {
    plantFiles(remote, { "memories/user_gate.md": other });
    for (const machine of [ana, bo]) await machine.sync();
    assert.deepEqual([filesOf(ana), filesOf(bo)], [before, before], `${again}`);
  }
  // Each of them has sent its own again once; whoever brings the other back has it in use.
  assert.equal(gitIn(remote, "show", "main:memories/user_gate.md"), other);
});

test("what is no memory in the remote does not keep mine from going there", async (t) => {
  const { ana, bo, remote } = await facts(t);
  await ana.done(["retire", "user_word", "--scope", "user", PERSON]);
  for (const machine of [ana, bo]) await machine.sync();
  const twice = textOf(ana, "user_word").replace(/^status: retired\n/m, "$&$&");
  plantFiles(remote, { "memories/user_word.md": twice });
  assert.match((await bo.sync()).stdout, /no memory/);
  await ana.done(["unretire", "user_word", "--scope", "user", PERSON]);
  for (const machine of [ana, bo]) await machine.sync();
  await assertAlike({ ana, bo, remote });
  assert.equal((await standingsOf(bo))["user_word"], "verified");
});

test("what somebody signs who is not trusted here is left there, and taken once they are", async (t) => {
  const pair = await facts(t);
  const { ana, bo, remote } = pair;
  const signers = join(ana.state, "signers.json");
  const known = readFileSync(signers, "utf8");
  writeFileSync(signers, JSON.stringify({ v: 1, signers: [] }));
  await bo.done(["update", "user_advice", "--body", "The build takes an hour by now.", "--scope", "user"]);
  await bo.sync();
  const before = textOf(ana, "user_advice");
  const { exit, stdout } = await ana.sync();
  assert.equal(exit, 2, stdout);
  assert.match(stdout, /user_advice: somebody whom you do not trust changed it there/);
  assert.equal(textOf(ana, "user_advice"), before);
  assert.equal((await standingsOf(ana))["user_advice"], "inferred");
  assert.match((await ana.sync()).stdout, /nothing new/);
  assert.match(gitIn(remote, "show", "main:memories/user_advice.md"), /an hour/);
  writeFileSync(signers, known);
  assert.match((await ana.sync()).stdout, /1 taken/);
  await bo.sync();
  await assertAlike(pair);
  assert.match(textOf(ana, "user_advice"), /an hour/);
});

test("what is held while nothing may be sent goes there with the next sync", async (t) => {
  const { ana, remote } = await facts(t);
  const before = filesOf(ana);
  const moved = textOf(ana, "user_moved");
  plantFiles(remote, {
    "memories/user_moved.md": null,
    "quarantine/user_moved.md": moved,
    "memories/user_tier.md": null,
  });
  assert.equal((await ana.sync(["--pull-only"])).exit, 2);
  assert.equal((await ana.sync()).exit, 0);
  assert.deepEqual(filesOf(ana), before);
  assert.equal(gitIn(remote, "show", "main:memories/user_moved.md"), moved);
  assert.equal(
    gitIn(remote, "ls-tree", "main", "quarantine/", "memories/user_tier.md").split("\n").length,
    2,
  );
});

test("a remote that changes a text at every sync makes three texts wait beside it, and no more", async (t) => {
  const pair = await facts(t);
  const { ana, bo, remote } = pair;
  const before = textOf(ana, "user_word");
  for (const flip of ["one", "two", "three", "four", "five"]) {
    plantFiles(remote, { "memories/user_word.md": before.replace("nothing else", `evil ${flip}`) });
    const { exit, stdout } = await ana.sync();
    assert.equal(exit, 2, stdout);
    const isMore = flip.startsWith("f");
    assert.equal(
      /user_word: its other text is left out, because 3 others of it wait already/.test(stdout),
      isMore,
    );
    assert.equal(gitIn(remote, "show", "main:memories/user_word.md"), before);
  }
  assert.equal(seconds(ana).length, 3);
  await bo.sync();
  await assertAlike(pair);
});

test("what waited beside a memory goes once its approval has come, and the text has the id", async (t) => {
  const pair = await facts(t);
  const { ana, bo, remote } = pair;
  const [was, words] = [tipOf(remote), "It is about something else by now."];
  await ana.done(["update", "user_word", "--body", words, "--scope", "user", PERSON]);
  await ana.sync();
  const approvals = tipOf(remote).filter((path) => !was.includes(path));
  // The remote withholds it from Bo.
  plantFiles(remote, Object.fromEntries(approvals.map((path) => [path, null])));
  assert.equal((await bo.sync()).exit, 2);
  assert.equal(seconds(bo).length, 1);
  await ana.sync();
  const { exit, stdout } = await bo.sync();
  assert.equal(exit, 0, stdout);
  assert.doesNotMatch(stdout, /came back/);
  await ana.sync();
  await assertAlike(pair);
  assert.deepEqual([seconds(ana), seconds(bo)], [[], []]);
  assert.match(textOf(bo, "user_word"), /something else by now/);
  assert.equal((await standingsOf(bo))["user_word"], "verified");
  assert.match((await bo.sync()).stdout, /nothing new/);
});

/** As somebody signs it who has copied the machine state of Bo. */
function lowerAsBo(
  { ana, bo }: Pair,
  id: (typeof IDS)[number],
  { reason, act = "lower" }: { readonly reason: string; readonly act?: "lower" | "retire" },
): Record<string, string> {
  const [name = ""] = readdirSync(join(ana.root, "attest", id));
  const { digest, root, test: isTest } = JSON.parse(readFileSync(join(ana.root, "attest", id, name), "utf8"));
  const file = parseKeyFile(readFileSync(join(bo.state, "keys/machine.json"), "utf8"), "machine");
  const key = file === null ? null : unlockKey(file, null);
  assert.ok(key !== null);
  const about = { root, scope: "user", id, digest, parents: [name.replace(".json", "")] } as const;
  const said = { v: 1, act, acknowledged: [], reason, time: "2026-05-01T12:00:00Z" } as const;
  const { hash, text } = signStatement({ ...about, ...said, test: isTest }, key);
  return { [`attest/${id}/${hash}.json`]: text };
}

test("approved memories that a statement from elsewhere lowers are named with its signer, and no secret in its words is told", async (t) => {
  const pair = await facts(t);
  const { ana, remote } = pair;
  const broken = `token ${SAMPLE_SECRET.slice(0, 20)}\u2060${SAMPLE_SECRET.slice(20)}`;
  plantFiles(remote, {
    ...lowerAsBo(pair, "user_word", { reason: `token ${SAMPLE_SECRET}` }),
    ...lowerAsBo(pair, "user_tier", { reason: broken, act: "retire" }),
  });
  const dry = await ana.sync(["--dry-run"], { answers: [] });
  assert.match(
    dry.stdout,
    /^ {2}2 approved memories are out of use by what was signed elsewhere\n {4}user_tier: by bo; credence unretire user_tier brings it back\n {4}user_word: by bo; credence restore user_word brings it back\n/m,
  );
  const { exit, stdout } = await ana.sync(["--json"], { answers: [] });
  assert.equal(exit, 2, stdout);
  assert.deepEqual(JSON.parse(stdout)[0].outOfUse, [
    { id: "user_tier", by: "bo", isYours: false, undoneBy: "unretire" },
    { id: "user_word", by: "bo", isYours: false, undoneBy: "restore" },
  ]);
  const told = await ana.done(["log", "--id", "user_word"], { answers: [] });
  assert.match(told.stdout.replaceAll(/\s+/g, " "), /by bo: token "ghp_…" \(40 characters\)/);
  for (const args of [
    ["log"],
    ["log", "--json"],
    ["journal", "--json"],
    ["show", "user_word"],
    ["why", "user_word"],
    ["list", "--standing", "quarantined", "--json"],
    ["audit"],
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
  await bo.sync();
  await bo.done(["demote", "user_status", "--reason", "over", PERSON]);
  await bo.sync();
  const own = await ana.sync(["--json"], { answers: [] });
  assert.deepEqual(JSON.parse(own.stdout)[0].outOfUse, [
    { id: "user_status", by: "bo", isYours: true, undoneBy: "restore" },
  ]);
  assert.equal(own.exit, 0);
});
