// Whoever stole a machine of somebody has its two keys, and can sign whatever statements about keys they like. Once it is revoked it
// says nothing more on the machines that are left, whatever it claimed before, whoever was first, and whatever its clock says.

import assert from "node:assert/strict";
import { readdirSync, renameSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createKeyFile, unlockKey } from "../../src/trust/key-file.ts";
import { signConsent } from "../../src/trust/person-statements.ts";
import {
  acceptMine,
  bring,
  deskAndLaptop,
  fingerprintOf,
  standingsOf,
  steal,
  trustIn,
  USER,
  unite,
} from "../fixture/own-machines.ts";
import { CLAIM, ENDS, forge, keyOf, MACHINE } from "../fixture/team-machines.ts";
import { bareRepository, type Machine, newMachine, PERSON, rootId } from "../sync/machines.ts";
import type { Owner } from "../temp-dir.ts";

const LAPTOP = `${MACHINE}-2`;
const LOST = ["machine", "lost", LAPTOP];
const lose = (desk: Machine, choice = "drop"): Promise<unknown> =>
  desk.done(LOST, { answers: [choice, "y"] });
const look = async (machine: Machine): Promise<string> =>
  (await machine.done(["team", ...USER], { answers: [] })).stdout;

async function three(t: Owner): Promise<readonly [desk: Machine, laptop: Machine, third: Machine]> {
  const [desk, laptop] = await deskAndLaptop(t);
  const third = newMachine(t, "third");
  await unite(desk, third);
  await acceptMine(third, laptop);
  bring(laptop, third);
  await acceptMine(laptop, third);
  bring(desk, laptop);
  bring(third, laptop);
  return [desk, laptop, third];
}

const keysOfLaptop = (laptop: Machine): string[] => [
  fingerprintOf(laptop, "person"),
  fingerprintOf(laptop, "machine"),
];

async function saysNothing(thief: Machine, at: Machine): Promise<void> {
  const stolen = await steal(thief, at);
  for (const id of ["user_stolen", "user_stolen_written"]) assert.match(stolen[id] ?? "", /^foreign/, id);
}

test("machine lost needs neither root nor remote, ends both keys here at once, and the next sync tells the others", async (t) => {
  const [desk, laptop, third] = await three(t);
  const remote = bareRepository(t);
  for (const machine of [desk, third]) await machine.done(["sync", "--remote", remote, PERSON]);
  renameSync(desk.root, `${desk.root}-away`);
  const { kind, choice } = JSON.parse(
    (await desk.done([...LOST, "--json"], { answers: ["drop", "y"] })).stdout,
  );
  assert.deepEqual([kind, choice], ["revoked", "drop"]);
  assert.deepEqual(await trustIn(desk, keysOfLaptop(laptop)), []);
  renameSync(`${desk.root}-away`, desk.root);
  // Anybody syncs, without a passphrase.
  assert.equal((await desk.sync()).exit, 0);
  await third.sync();
  const said = new RegExp(
    `you on ${LAPTOP}, your machine ${LAPTOP} are revoked, and you have not said whether what they signed counts: credence team add --scope user`,
  );
  for (const args of [["status"], ["doctor"]])
    assert.match((await third.call(args)).stdout.replaceAll(/\s+/g, " "), said, args.join(" "));
  await saysNothing(laptop, third);
  await third.done(["team", "add", ...USER], { answers: ["drop"] });
  assert.deepEqual(await trustIn(third, keysOfLaptop(laptop)), []);
  assert.equal((await third.sync()).stderr, "");
});

test("a stolen machine that revokes the others first does not thereby stay: keys that end each other are revoked for ever", async (t) => {
  const [desk, laptop, third] = await three(t);
  const thief = keyOf(laptop, "person");
  for (const kind of ["person", "machine"] as const)
    forge(laptop.root, { by: thief, kind, key: keyOf(desk, kind).key }, ENDS);
  bring(third, laptop);
  bring(desk, laptop);
  assert.match(await look(third), /^revoked {7}.*honour or drop what was signed$/m);
  // On the desk itself its own keys count, whatever another one says.
  await desk.save("user_at_desk", { more: [PERSON] });
  assert.match((await standingsOf(desk))["user_at_desk"] ?? "", /^verified: approved by you/);
  await lose(desk);
  bring(third, desk);
  await look(third);
  await saysNothing(laptop, third);
  const answers = (screen: string): string => (screen.includes(`you on ${LAPTOP} `) ? "drop" : "honour");
  await third.done(["team", "add", ...USER], { answers });
  assert.deepEqual(await trustIn(third, keysOfLaptop(laptop)), []);
  assert.match((await standingsOf(third))["user_before"] ?? "", /^foreign/);
});

test("what a stolen machine brought goes with it, however many machines it claims", async (t) => {
  const [desk, laptop] = await deskAndLaptop(t);
  const thief = keyOf(laptop, "person");
  for (let more = 0; more < 9; more += 1) {
    const machine = unlockKey(
      createKeyFile("machine", "2026-05-01T12:00:00Z", { seal: null, purpose: "test" }),
      null,
    );
    assert.ok(machine);
    const consent = signConsent(machine, thief.key);
    forge(
      desk.root,
      { by: thief, kind: "machine", key: machine.key },
      { ...CLAIM, label: `t${more}`, consent },
    );
  }
  assert.match(await look(desk), /^waits {9}(?:your machine t\d(?:, )?){5}:/m);
  const { signers } = JSON.parse((await desk.done(["trust", "list", "--json"])).stdout);
  assert.equal(signers.length, 6);
  await lose(desk);
  assert.deepEqual(JSON.parse((await desk.done(["trust", "list", "--json"])).stdout).signers, []);
});

test("what a dropped key kept out comes back only once the person has seen the list", async (t) => {
  const [desk, laptop] = await deskAndLaptop(t);
  await desk.save("user_of_desk", { more: [PERSON] });
  const remote = bareRepository(t);
  for (const machine of [desk, laptop]) await machine.done(["sync", "--remote", remote, PERSON]);
  await laptop.done(["demote", "user_of_desk", "--reason", "wrong", ...USER], { answers: ["y"] });
  for (const machine of [laptop, desk]) await machine.sync();
  assert.match((await standingsOf(desk))["user_of_desk"] ?? "", /^quarantined/);
  const screens: string[] = [];
  await desk.done(LOST, { answers: ["drop", "y"], onAsk: (each) => screens.push(each) });
  assert.match(screens[0] ?? "", /1 is out of use by it, and would come back:\n {2}user_of_desk\n/);
  assert.doesNotMatch((await standingsOf(desk))["user_of_desk"] ?? "", /^verified/);
  await desk.sync();
  assert.match((await standingsOf(desk))["user_of_desk"] ?? "", /^foreign/);
  assert.match(await look(desk), /^came back {5}user_of_desk: withheld until you have seen the list$/m);
  await desk.done(["team", "add", ...USER], { answers: ["y"] });
  await desk.sync();
  assert.match((await standingsOf(desk))["user_of_desk"] ?? "", /^verified: approved by you/);
});

test("what both keys signed since the last sync here is listed before the question, and honoured by name", async (t) => {
  const [desk, laptop] = await deskAndLaptop(t);
  await desk.done(["sync", "--remote", bareRepository(t), PERSON]);
  const agreement = join(desk.state, "sync", rootId(desk), "met.json");
  utimesSync(agreement, new Date("2026-05-02T00:00:00Z"), new Date("2026-05-02T00:00:00Z"));
  await laptop.save("user_late_fact", { more: [PERSON, "--now", "2026-05-03T12:00:00Z"] });
  bring(desk, laptop);
  await standingsOf(desk);
  const screens: string[] = [];
  const onAsk = (screen: string): unknown => screens.push(screen);
  await desk.done([...LOST, "--now", "2026-05-04T12:00:00Z"], { answers: ["honour", "y"], onAsk });
  assert.match(
    screens[0] ?? "",
    /\nSigned by them since the last sync here \(2026-05-02T00:00:00Z\):\n {2}2026-05-03/,
  );
  assert.match((await standingsOf(desk))["user_late_fact"] ?? "", /^verified: approved by you on /);
  const revoked = readdirSync(join(desk.root, "attest/people"));
  assert.equal(revoked.length > 4, true);
  // The same command again has nothing left to ask.
  assert.match((await desk.done(LOST, { answers: [] })).stdout, /was revoked before/);
  await laptop.save("user_too_late", { more: [PERSON] });
  bring(desk, laptop);
  assert.match((await standingsOf(desk))["user_too_late"] ?? "", /^foreign/);
});

test("an agent and a wrong name are refused before any question, with what to do", async (t) => {
  const [desk] = await deskAndLaptop(t);
  const agent = await desk.call(LOST, { answers: [], env: { CLAUDECODE: "1" } });
  assert.match(agent.stderr, /^error: NEEDS_PERSON/);
  const unknown = await desk.call(["machine", "lost", "nowhere"], { answers: [] });
  assert.match(
    unknown.stderr,
    /^error: NOT_FOUND: no other machine of yours is called nowhere\nhint: they are /,
  );
});
