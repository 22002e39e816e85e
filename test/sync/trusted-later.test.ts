// Words of somebody who is trusted only after they were signed, as those of a second machine are, count from then on: with the
// machine that has come to trust them, and with those that sent them in vain.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Owner } from "../temp-dir.ts";
import {
  filesOf,
  machinesTogether,
  PERSON,
  placesOf,
  readableIn,
  standingsOf,
  type Together,
  trust,
} from "./machines.ts";
import { takePrepared } from "./prepared.ts";

const AT = ["--scope", "user"];
const BODY = "Cy says it in better words than anybody did before.";

/** Ana and Bo trust each other; Cy trusts both, and is trusted by neither. */
async function withStranger(t: Owner): Promise<Together> {
  return takePrepared(t, "a stranger's words", { make: prepare, places: placesOf });
}

async function prepare(owner: Owner): Promise<Together> {
  const { machines, remote } = await machinesTogether(owner, ["ana", "bo", "cy"]);
  const [ana, bo, cy] = machines;
  assert.ok(ana !== undefined && bo !== undefined && cy !== undefined);
  for (const machine of [ana, bo]) trust(machine, [ana, bo]);
  for (const id of ["user_one", "user_two", "user_three", "user_four"])
    await ana.save(id, { more: [PERSON] });
  await ana.done(["demote", "user_four", "--reason", "doubt", ...AT, PERSON]);
  for (const machine of machines) assert.equal((await machine.sync()).exit, 0);
  await cy.done(["demote", "user_one", "--reason", "wrong", ...AT, PERSON]);
  await cy.done(["forget", "user_two", "--reason", "private", ...AT, PERSON]);
  await cy.done(["update", "user_three", "--body", BODY, ...AT, PERSON]);
  await cy.done(["restore", "user_four", ...AT, PERSON]);
  for (const machine of [cy, bo, ana, cy, bo, ana]) await machine.sync();
  assert.deepEqual(await standingsOf(ana), {
    user_one: "verified",
    user_two: "verified",
    user_three: "verified",
    user_four: "quarantined",
  });
  return { machines, remote };
}

test("what was forgotten is erased as soon as whoever forgot it is trusted, and leaves the remote", async (t) => {
  const { machines, remote } = await withStranger(t);
  const [ana, bo] = machines;
  assert.ok(ana !== undefined && bo !== undefined);
  trust(ana, machines);
  const { stdout } = await ana.sync();
  assert.match(stdout, /1 forgotten elsewhere, erased here\n {4}user_two\n/);
  assert.ok(!Object.keys(filesOf(ana)).some((path) => path.includes("user_two")));
  // It leaves the remote once everybody who has it there has heard of it.
  trust(bo, machines);
  for (const machine of [bo, ana]) await machine.sync();
  assert.ok(!readableIn(remote).includes("user_two"));
});

test("once everybody trusts everybody all are alike, whoever came to trust whom first", async (t) => {
  const { machines } = await withStranger(t);
  const [ana, bo, cy] = machines;
  assert.ok(ana !== undefined && bo !== undefined && cy !== undefined);
  trust(bo, machines);
  for (const machine of [cy, bo, ana, cy, bo, ana]) await machine.sync();
  trust(ana, machines);
  for (const machine of [ana, bo, cy, ana, bo, cy]) await machine.sync();
  assert.deepEqual(await standingsOf(cy), {
    user_one: "quarantined",
    user_three: "verified",
    user_four: "verified",
  });
  for (const machine of [ana, bo]) {
    assert.deepEqual(await standingsOf(machine), await standingsOf(cy), machine.name);
    assert.deepEqual(filesOf(machine), filesOf(cy), machine.name);
  }
  for (const machine of machines) {
    const { exit, stdout } = await machine.sync();
    assert.deepEqual([exit, /nothing new/.test(stdout)], [0, true], stdout);
  }
});
