// What one machine finds wrong with a text. An approved one that a validator fails, by a rule of today: the machine that found it signs
// a validator's word, which takes it out of use there for good, and asks elsewhere. And a near-copy of what was removed there.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { filesOf, type Machine, machineOf, machinesTogether, PERSON, standingsOf } from "./machines.ts";

const [APPROVED, LOW] = [{ user_gate: "verified" }, { user_gate: "quarantined" }];

/** From then on an address in a text is personal data here. */
async function becomeStrict(machine: Machine): Promise<void> {
  await machine.done(["config", "set", "owner.strict", "true", PERSON]);
}

/** As a checkout of an older commit would. */
function putBack({ root }: Machine, text: string): void {
  rmSync(join(root, "quarantine/user_gate.md"));
  writeFileSync(join(root, "memories/user_gate.md"), text);
}

test("what an audit takes out of use stays out on that machine, also where its file is put back, until a person restores it", async (t) => {
  const { ana, bo } = await machinesTogether(t, ["ana", "bo"]);
  await ana.save("user_gate", {
    body: "Write to anna.miller@some-company.org about the gate, at any time.",
    more: [PERSON],
  });
  for (const machine of [ana, bo]) assert.equal((await machine.sync()).exit, 0);
  const approved = readFileSync(join(ana.root, "memories/user_gate.md"), "utf8");
  await becomeStrict(ana);
  assert.equal((await ana.call(["audit"])).exit, 2);
  const said = Object.values(filesOf(ana)).filter((text) => text.includes('"act":"lower"'));
  assert.deepEqual(
    said.map((text) => JSON.parse(text).acknowledged),
    [["email-address"]],
  );
  assert.deepEqual(await standingsOf(ana), LOW);
  assert.match(filesOf(ana)["quarantine/user_gate.md"] ?? "", /^quarantined-by: a validator$/m);
  putBack(ana, approved);
  assert.deepEqual(await standingsOf(ana), LOW);
  // Elsewhere the validators that are there decide, or the person.
  await ana.sync();
  assert.equal((await bo.sync()).exit, 2);
  assert.deepEqual(await standingsOf(bo), APPROVED);
  await ana.done(["config", "set", "owner.strict", "false", PERSON]);
  assert.deepEqual(await standingsOf(ana), LOW);
  await ana.done(["restore", "user_gate", PERSON]);
  assert.deepEqual(await standingsOf(ana), APPROVED);
});

test("a near-copy of what a person put into quarantine arrives out of use, and one yes keeps it", async (t) => {
  const { ana, bo } = await machinesTogether(t, ["ana", "bo"]);
  const words =
    "The gate of the harbour opens at dawn, when the tide is high enough for the large ships to pass";
  await bo.save("user_gate", { body: `${words}.` });
  await bo.done(["demote", "user_gate", "--reason", "wrong", PERSON]);
  await ana.save("user_harbour", { body: `${words}, always.` });
  await ana.save("user_tide", { body: "The tide is written down each morning by whoever opens the gate." });
  assert.equal((await ana.sync()).exit, 0);
  assert.equal((await bo.sync()).exit, 2);
  const there = { user_gate: "quarantined", user_harbour: "quarantined", user_tide: "inferred" };
  assert.deepEqual(await standingsOf(bo), there);
  assert.equal((await bo.sync()).exit, 0);
  assert.deepEqual(await standingsOf(bo), there);
  await bo.done(["restore", "user_harbour", PERSON]);
  for (const machine of [bo, ana, bo]) await machine.sync();
  assert.deepEqual(await standingsOf(bo), { ...there, user_harbour: "verified" });
});

test("a machine's key that somebody typed, as of a hub or of CI, may write, and takes nothing out of use", async (t) => {
  const { ana, ci } = await machinesTogether(t, ["ana", "ci"]);
  const path = join(ana.state, "signers.json");
  const { v, signers } = JSON.parse(readFileSync(path, "utf8"));
  const typed = signers
    .filter(({ signer }: { signer: string }) => signer === `machine:${machineOf(ci)}`)
    .map((each: object) => ({ ...each, proposes: true }));
  writeFileSync(path, JSON.stringify({ v, signers: typed }));
  await ana.save("user_note");
  for (const machine of [ana, ci]) await machine.sync();
  await ci.save("user_build", { body: "The build of the day took twenty minutes on the large machine." });
  await ci.done(["demote", "user_note", "--reason", "doubt"]);
  for (const machine of [ci, ana]) await machine.sync();
  assert.deepEqual(await standingsOf(ci), { user_build: "inferred", user_note: "quarantined" });
  assert.deepEqual(await standingsOf(ana), { user_build: "inferred", user_note: "inferred" });
  // Of two sources for one key the narrower holds.
  writeFileSync(path, JSON.stringify({ v, signers: [...signers, ...typed] }));
  await ana.done(["doctor", "--repair"]);
  assert.deepEqual(await standingsOf(ana), { user_build: "inferred", user_note: "inferred" });
});
