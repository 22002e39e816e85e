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
  rootId,
  standingsOf,
  type Together,
  trust,
} from "./machines.ts";
import { takePrepared } from "./prepared.ts";
import { MALLORY, newKey, publishAs, SOURCE, say, victim } from "./victim.ts";

const AT = ["--scope", "user"];
const BODY = "Cy says it in better words than anybody did before.";

/** Ana and Bo trust each other; Cy trusts both, and is trusted by neither. */
async function withStranger(t: Owner): Promise<Together> {
  return takePrepared(t, "a stranger's words", { make: prepare, places: placesOf });
}

async function prepare(owner: Owner): Promise<Together> {
  const { ana, bo, cy, machines, remote } = await machinesTogether(owner, ["ana", "bo", "cy"]);
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

test("a stranger's memory takes no id: whoever saves one of that id has the name, and the stranger's moves aside", async (t) => {
  const { ana, remote } = await victim(t);
  const [source, key] = [
    SOURCE("Goal", "A stranger's text about the goal of all of this."),
    newKey("person"),
  ];
  const said = ["user_goal", "user_aim"].map((id) => say({ key, root: rootId(ana), id, source }).text);
  publishAs({ remote, machine: MALLORY }, { said, texts: [source] });
  await ana.sync();
  await ana.save("user_goal");
  await ana.save("user_aim", { more: [PERSON] });
  const standings = async (): Promise<string[]> =>
    Object.entries(await standingsOf(ana))
      .map(([id, standing]) => `${id.replace(/(_other_)\w+$/, "$1")} ${standing}`)
      .sort();
  const expected = [
    ...["user_aim verified", "user_aim_other_ foreign"],
    ...["user_goal inferred", "user_goal_other_ foreign", "user_good inferred"],
  ];
  assert.deepEqual(await standings(), expected);
  const files = filesOf(ana);
  assert.match(files["memories/user_goal.md"] ?? "", /about user_goal, at some length/);
  await ana.sync();
  assert.deepEqual(await standings(), expected);
  assert.equal(Object.values(files).filter((text) => text.includes("goal of all of this")).length, 2);
});
