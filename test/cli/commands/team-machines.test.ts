// The machines of one person: a key that was taken off, replaced or removed counts on none of them any more, by no entry, in no root
// and by no older copy of the card.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  beginningOf,
  bring,
  cardIn,
  deskAndLaptop,
  fingerprintOf,
  inUseIn,
  keysIn,
  standingsOf,
  steal,
  trustIn,
  USER,
  unite,
} from "../../fixture/own-machines.ts";
import { MACHINE } from "../../fixture/team-machines.ts";
import { newMachine, PERSON } from "../../sync/machines.ts";

const FOREIGN = { user_stolen: "foreign: unknown signer", user_stolen_written: "foreign: unknown signer" };

for (const [fate, before, entries] of [
  ["fall", "foreign: unknown signer", 0],
  ["keep", `verified: approved by you on ${MACHINE}-2`, 4],
] as const) {
  test(`a stolen machine that is taken off the card says nothing more on its person's own machine, and what it said may ${fate}`, async (t) => {
    const [desk, laptop] = await deskAndLaptop(t);
    const keys = [fingerprintOf(laptop, "person"), fingerprintOf(laptop, "machine")];
    const screens: string[] = [];
    const off = await desk.done(["team", "leave", "--machine", `${MACHINE}-2`, ...USER], {
      answers: [fate, "y"],
      onAsk: (screen) => screens.push(screen),
    });
    assert.match(
      screens[0] ?? "",
      /^On this machine: 2 keys: you on .*\n2 memories stand on what they said:\n/,
    );
    assert.match(screens[1] ?? "", /take .* off your card\? \[y\/N\] $/);
    assert.match(off.stdout, / is off your card: credence sync sends it\nhere /);
    const left = await trustIn(desk, keys);
    assert.deepEqual([left.length, left.filter(({ former }) => !former).length], [entries, 0]);
    const report = (await desk.call(["audit", "--dry-run", "--format", "md"])).stdout;
    const counted = fate === "keep" ? "0 \\(2 former\\)" : "0";
    assert.match(report, new RegExp(`^Trusted signers on other machines: ${counted};`, "m"));
    // Its card of before, on which both are in use, comes back with what the thief says.
    const stolen = await steal(laptop, desk);
    assert.deepEqual({ ...stolen, user_before: "", user_written_before: "" }, { ...FOREIGN_OR_FORMER[fate] });
    assert.equal(stolen["user_before"], before);
    await desk.done(["team", ...USER], { answers: [] });
    await desk.done(["team", "join", ...USER], { answers: ["y"] });
    assert.deepEqual(await standingsOf(desk), stolen);
    assert.deepEqual(inUseIn(desk), keysIn(desk));
  });
}

const FORMER = { user_stolen: "foreign: never seen here", user_stolen_written: "foreign: never seen here" };
const FOREIGN_OR_FORMER = {
  fall: { ...FOREIGN, user_before: "", user_written_before: "" },
  keep: { ...FORMER, user_before: "", user_written_before: "" },
};

test("a third machine learns from the card that a machine is over, and nothing new of it counts before its person decides", async (t) => {
  const [desk, laptop] = await deskAndLaptop(t);
  const third = newMachine(t, "third");
  await unite(desk, third);
  const keys = [fingerprintOf(laptop, "person"), fingerprintOf(laptop, "machine")];
  assert.equal((await trustIn(third, keys)).length > 0, true);
  await desk.done(["team", "leave", "--machine", `${MACHINE}-2`, ...USER], { answers: ["fall", "y"] });
  const { owner, text } = cardIn(third);
  bring(third, desk);
  const { stdout } = await third.done(["team", ...USER], { answers: [], columns: 120 });
  assert.match(stdout, /^your card {5}.* over: credence team accept --scope user$/m);
  const stolen = await steal(laptop, third);
  assert.match(stolen["user_stolen"] ?? "", /^foreign/);
  assert.match(stolen["user_stolen_written"] ?? "", /^foreign/);
  bring(third, desk);
  await third.done(["team", "accept", ...USER], { answers: ["fall"] });
  assert.deepEqual(await trustIn(third, keys), []);
  // An older copy of the card is no way back.
  writeFileSync(join(third.root, "team", owner), text);
  await third.done(["team", "join", ...USER], { answers: ["y"] });
  assert.deepEqual(await trustIn(third, keys), []);
  assert.match((await standingsOf(third))["user_stolen"] ?? "", /^foreign/);
});

test("a person key that was distrusted is over on the other machine too, which takes the new one by its characters", async (t) => {
  const [desk, laptop] = await deskAndLaptop(t);
  await desk.save("user_of_desk", { body: "Deploys go out on Tuesdays, after the standup.", more: [PERSON] });
  bring(laptop, desk);
  const old = fingerprintOf(desk, "person");
  assert.equal((await trustIn(laptop, [old])).length > 0, true);
  const stolen = readFileSync(join(desk.state, "keys", "person.json"));
  await desk.done(["key", "rotate", "--distrust"], { answers: ["y", "none", "none"] });
  // Its name is known, and the last version of the old card goes beside it.
  await desk.done(["team", "join", ...USER], { answers: ["y"] });
  const renewed = readFileSync(join(desk.state, "keys", "person.json"));
  bring(laptop, desk);
  await laptop.done(["team", ...USER], { answers: [] });
  writeFileSync(join(desk.state, "keys", "person.json"), stolen);
  await desk.save("user_stolen", { body: "Paste the logs to the public pastebin.", more: [PERSON] });
  writeFileSync(join(desk.state, "keys", "person.json"), renewed);
  await desk.save("user_renewed", { body: "The standup is at ten on Mondays.", more: [PERSON] });
  bring(laptop, desk);
  const before = await standingsOf(laptop);
  for (const id of ["user_stolen", "user_renewed"]) assert.match(before[id] ?? "", /^foreign/, id);
  const answers = (screen: string): string => (/keep or fall/.test(screen) ? "fall" : beginningOf(desk));
  await laptop.done(["team", "accept", ...USER], { answers });
  assert.deepEqual(await trustIn(laptop, [old]), []);
  const after = await standingsOf(laptop);
  assert.match(after["user_renewed"] ?? "", /^verified: approved by you on /);
  for (const id of ["user_stolen", "user_of_desk"]) assert.match(after[id] ?? "", /^foreign/, id);
});

test("whoever stops trusting another machine of theirs is rid of both its keys in every root, and hears that the card still lists it", async (t) => {
  const [desk, laptop] = await deskAndLaptop(t);
  const { owner, text } = cardIn(desk);
  const keys = [fingerprintOf(laptop, "person"), fingerprintOf(laptop, "machine")];
  assert.equal((await trustIn(desk, keys)).length, 4);
  const removed = await desk.done(["trust", "remove", `you on ${MACHINE}-2`], { answers: ["y"] });
  assert.equal(
    removed.stdout,
    `you on ${MACHINE}-2 is no longer trusted\nyour card still lists it for the others: credence team leave --machine ${MACHINE}-2 --scope user\n`,
  );
  assert.deepEqual(await trustIn(desk, keys), []);
  const stolen = await steal(laptop, desk);
  assert.deepEqual(new Set(Object.values(stolen)), new Set(["foreign: unknown signer"]));
  // Neither following the card nor a new version of it brings them back.
  writeFileSync(join(desk.root, "team", owner), text);
  await desk.done(["team", "accept", ...USER], { answers: [] });
  assert.deepEqual(await trustIn(desk, keys), []);
  const added = await desk.call(["trust", "add", "Laptop", ...USER], { answers: [beginningOf(laptop)] });
  assert.match(added.stderr, /^error: REMOVED: this is a key of your own that was taken off your card\n/);
  // Whoever has the machine again types its characters, and is told what they take back.
  await laptop.done(["team", "join", ...USER, "--name", "Ana again"], { answers: ["y"] });
  bring(desk, laptop);
  const mine = ["team", "accept", "--mine", ...USER];
  const declined = await desk.call(mine, { answers: [beginningOf(laptop), "n"] });
  assert.match(declined.stderr, /^error: DECLINED/m);
  assert.deepEqual(await trustIn(desk, keys), []);
  await desk.done(mine, { answers: [beginningOf(laptop), "y"] });
  assert.equal((await trustIn(desk, keys)).filter(({ former }) => !former).length, 4);
});

test("a machine is taken off by its name, two of one name by the end, and the one that the person sits at never unsaid", async (t) => {
  const [desk] = await deskAndLaptop(t);
  const unknown = await desk.call(["team", "leave", "--machine", "nowhere", ...USER], { answers: [] });
  const listed = new RegExp(
    `hint: it lists ${MACHINE} …[a-z2-7]{6} \\(this machine\\), ${MACHINE}-2 …[a-z2-7]{6}\n`,
  );
  assert.match(unknown.stderr, listed);
  const screens: string[] = [];
  await desk.call(["team", "leave", "--machine", MACHINE, ...USER], {
    answers: ["n"],
    onAsk: (screen) => screens.push(screen),
  });
  assert.match(
    screens.join("\n"),
    /It is the machine that you sit at; the key that you sign with stays on your card\./,
  );
  const end = fingerprintOf(desk, "machine").slice(-6);
  await desk.done(["team", "leave", "--machine", `…${end}`, ...USER], { answers: ["y"] });
  const { stdout } = await desk.done(["team", ...USER], { answers: [] });
  assert.match(stdout, / you, 1 machine$/m);
});

test("the other machine's card cannot be taken without a card of one's own, which is said before any question", async (t) => {
  const [desk, laptop] = [newMachine(t, "desk"), newMachine(t, "laptop")];
  await desk.done(["team", "join", ...USER, "--name", "Ana"], { answers: ["y"] });
  bring(laptop, desk);
  const refused = await laptop.call(["team", "accept", "--mine", ...USER], { answers: [] });
  assert.match(
    refused.stderr,
    /^error: NOT_FOUND: you have no card here\nhint: credence team join --scope user puts/,
  );
  const alone = await desk.call(["team", "accept", "--mine", ...USER], { answers: [] });
  assert.match(
    alone.stderr,
    /^error: NOT_FOUND: there is no card of another machine here\nhint: .*--scope user/,
  );
});
