// Whoever stole a machine of somebody has its two keys, and can write whatever card they like into the root. Taken off, it says
// nothing more on the machines that are left, whatever it put onto the card before, whoever was first, and whatever its clock says.

import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { CardContent } from "../../src/trust/cards.ts";
import {
  beginningOf,
  bring,
  cardIn,
  deskAndLaptop,
  fingerprintOf,
  forge,
  inUseIn,
  keysIn,
  standingsOf,
  steal,
  trustIn,
  USER,
  unite,
} from "../fixture/own-machines.ts";
import { MACHINE } from "../fixture/team-machines.ts";
import { bareRepository, gitIn, keysOf, type Machine, newMachine, PERSON } from "../sync/machines.ts";
import type { Owner } from "../temp-dir.ts";

const NOON = "2026-05-01T12:00:00Z";
const LAPTOP = ["team", "leave", "--machine", `${MACHINE}-2`, ...USER];
const takeOff = (desk: Machine): Promise<unknown> => desk.done(LAPTOP, { answers: ["fall", "y"] });

async function three(t: Owner): Promise<readonly [desk: Machine, laptop: Machine, third: Machine]> {
  const [desk, laptop] = await deskAndLaptop(t);
  const third = newMachine(t, "third");
  await unite(desk, third);
  bring(laptop, desk);
  return [desk, laptop, third];
}

const publicKey = (): string =>
  generateKeyPairSync("ed25519")
    .publicKey.export({ format: "der", type: "spki" })
    .subarray(-32)
    .toString("base64url");

/** The card with all keys of this machine over. */
function without(machine: Machine, content: CardContent, until = NOON): CardContent {
  const keys = keysIn(machine);
  const end = <Item extends { readonly key: string }>(each: Item): Item =>
    keys.includes(each.key) ? { ...each, until } : each;
  return { ...content, persons: content.persons.map(end), machines: content.machines.map(end) };
}

async function saysNothing(thief: Machine, at: Machine): Promise<void> {
  const { text, owner } = cardIn(at);
  const stolen = await steal(thief, at);
  for (const id of ["user_stolen", "user_stolen_written"]) assert.match(stolen[id] ?? "", /^foreign/, id);
  writeFileSync(join(at.root, "team", owner), text);
}

test("a stolen machine that takes the others off the card first does not thereby stay: until a person decides, neither counts", async (t) => {
  const [desk, laptop, third] = await three(t);
  forge(laptop, (content) => without(desk, content));
  bring(third, laptop);
  bring(desk, laptop);
  await third.done(["team", ...USER], { answers: [] });
  await takeOff(desk);
  assert.deepEqual(inUseIn(desk), [...keysIn(desk), ...keysIn(third)].sort());
  bring(third, desk);
  const { stdout } = await third.done(["team", ...USER], { answers: [] });
  assert.match(stdout, /^your card {5}.* are over: credence team accept --scope user$/m);
  await saysNothing(laptop, third);
  // One choice for each machine; then the characters of the one that is left bring it back.
  const asked: string[] = [];
  const answers = (screen: string): string => {
    asked.push(screen);
    return /you on \S+-2 /.test(screen) ? "fall" : "keep";
  };
  await third.done(["team", "accept", ...USER], { answers });
  assert.equal(asked.length, 2);
  await third.done(["team", "accept", "--mine", ...USER], { answers: [beginningOf(desk), "y"] });
  await desk.save("user_of_desk", { more: [PERSON] });
  bring(third, desk);
  assert.match((await standingsOf(third))["user_of_desk"] ?? "", /^verified: approved by you on /);
  await saysNothing(laptop, third);
  assert.deepEqual(
    await trustIn(third, [fingerprintOf(laptop, "person"), fingerprintOf(laptop, "machine")]),
    [],
  );
});

test("what a stolen machine put onto the card goes with it, unless it was taken here", async (t) => {
  const [desk, laptop, third] = await three(t);
  const [person, machine] = [publicKey(), publicKey()];
  forge(laptop, (content) => ({
    ...content,
    persons: [...content.persons, { key: person, from: NOON, label: "tablet" }],
    machines: [...content.machines, { key: machine, label: "tablet" }],
  }));
  bring(desk, laptop);
  const screens: string[] = [];
  await desk.done(LAPTOP, { answers: ["fall", "y"], onAsk: (each) => screens.push(each) });
  assert.match(screens[1] ?? "", /^With it goes tablet, which nobody took on this machine\b/m);
  assert.match(screens[1] ?? "", new RegExp(`^Your card keeps ${MACHINE}, ${MACHINE}-3\\.$`, "m"));
  assert.deepEqual(inUseIn(desk), [...keysIn(desk), ...keysIn(third)].sort());
});

test("a stolen machine that swaps the names on the card is taken off by the name that it has here", async (t) => {
  const [desk, laptop, third] = await three(t);
  const names = new Map([
    [`${MACHINE}-2`, `${MACHINE}-3`],
    [`${MACHINE}-3`, `${MACHINE}-2`],
  ]);
  const swap = <Item extends { readonly label?: string }>(each: Item): Item => ({
    ...each,
    label: names.get(each.label ?? "") ?? each.label,
  });
  forge(laptop, (content) => ({
    ...content,
    persons: content.persons.map(swap),
    machines: content.machines.map(swap),
  }));
  bring(desk, laptop);
  await takeOff(desk);
  assert.deepEqual(inUseIn(desk), [...keysIn(desk), ...keysIn(third)].sort());
  await saysNothing(laptop, desk);
});

test("a stolen machine that counts its card up to the end is taken off all the same", async (t) => {
  const [desk, laptop, third] = await three(t);
  forge(laptop, (content) => ({ ...content, seq: 1_000_000 }));
  bring(desk, laptop);
  bring(third, laptop);
  await third.done(["team", ...USER], { answers: [] });
  await takeOff(desk);
  bring(third, desk);
  await third.done(["team", ...USER], { answers: [] });
  await saysNothing(laptop, desk);
  await saysNothing(laptop, third);
});

test("no date brings a key back, and one that its person took back is not ended again by an older card", async (t) => {
  const [desk, laptop] = await deskAndLaptop(t);
  const keys = [fingerprintOf(laptop, "person"), fingerprintOf(laptop, "machine")];
  const inUse = async (): Promise<number> => {
    await desk.done(["team", ...USER], { answers: [] });
    return (await trustIn(desk, keys)).filter(({ former }) => !former).length;
  };
  // By a clock of the last century; and the thief's card says that the key is in use again, from a day to come.
  forge(desk, (content) => without(laptop, content, "1999-12-31T00:00:00Z"));
  const old = cardIn(desk);
  assert.equal(await inUse(), 0);
  const from = "2100-01-01T00:00:00Z";
  forge(laptop, (content) => ({
    ...content,
    seq: content.seq + 5,
    persons: content.persons.map((each) => ({ ...each, from })),
    machines: content.machines.map((each) => ({ ...each, from })),
  }));
  bring(desk, laptop);
  assert.equal(await inUse(), 0);
  await desk.done(["team", "accept", ...USER], { answers: ["fall"] });
  await desk.done(["team", "accept", "--mine", ...USER], { answers: [beginningOf(laptop), "y"] });
  assert.equal(await inUse(), 4);
  writeFileSync(join(desk.root, "team", old.owner), old.text);
  assert.equal(await inUse(), 4);
  rmSync(join(desk.state, "keys", "taken-back.json"));
  assert.equal(await inUse(), 0);
});

test("a stolen machine that writes to the remote neither keeps the news of its end away nor has the last word there", async (t) => {
  const [desk, laptop, third] = await three(t);
  const remote = bareRepository(t);
  for (const machine of [desk, laptop, third]) await machine.done(["sync", "--remote", remote, PERSON]);
  forge(laptop, (content) => without(desk, content));
  for (const machine of [laptop, third, desk]) assert.equal((await machine.sync()).exit, 0);
  await takeOff(desk);
  for (const machine of [desk, third]) await machine.sync();
  await saysNothing(laptop, third);
  // Again, past everybody's program, and counted up to the end.
  forge(laptop, (content) => ({ ...content, seq: 1_000_000 }));
  await laptop.sync();
  await desk.sync();
  const { owner } = cardIn(laptop);
  const [machine, person] = keysOf(desk);
  const branch = `m/${machine?.signer.slice("machine:".length)}`;
  assert.equal(JSON.parse(gitIn(remote, "show", `${branch}:papers/team/${owner}`)).key, person?.key);
  await third.sync();
  await saysNothing(laptop, third);
});

test("wherever a person looks on a third machine, the command is named that decides about a key of theirs that is over", async (t) => {
  const [desk, , third] = await three(t);
  const remote = bareRepository(t);
  for (const machine of [desk, third]) await machine.done(["sync", "--remote", remote, PERSON]);
  await takeOff(desk);
  await desk.sync();
  const said = new RegExp(
    `your card says that you on ${MACHINE}-2 and your machine ${MACHINE}-2 are over, and you have not said whether what they signed counts: credence team accept --scope user`,
  );
  const { exit, stderr } = await third.sync();
  assert.equal(exit, 0);
  assert.match(stderr, said);
  assert.match((await third.sync()).stderr, said);
  for (const args of [["status"], ["doctor"]]) {
    const { stdout, exit: code } = await third.call(args);
    assert.match(stdout.replaceAll(/\s+/g, " "), said, args.join(" "));
    if (args[0] === "status") assert.equal(code, 1);
  }
  const { stdout: team } = await third.done(["team", ...USER]);
  assert.match(
    team,
    /^your card {5}you on \S+-2, your machine \S+-2 are over: credence team accept --scope user$/m,
  );
  const { stdout: settled } = await third.done(["team", "accept", ...USER], { answers: ["keep"] });
  assert.match(settled, /what was said until now counts/);
  assert.equal((await third.sync()).stderr, "");
  for (const args of [["status"], ["doctor"]])
    assert.doesNotMatch((await third.call(args)).stdout, /are over/);
});
