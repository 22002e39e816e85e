// An approved memory is told to be out of use only where it is so after the sync, whatever was said about it in between; and the
// command that is named with it brings it back.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Owner } from "../temp-dir.ts";
import { plantFiles } from "./hostile-tree.ts";
import { filesOf, type Machine, machinesTogether, PERSON, standingsOf } from "./machines.ts";

const [PATH, ID, AT] = ["memories/user_words.md", "user_words", ["--scope", "user"]];

type Three = { readonly ana: Machine; readonly bo: Machine; readonly cy: Machine; readonly remote: string };

/** All three have one approved text. */
async function alike(t: Owner): Promise<Three> {
  const { machines, remote } = await machinesTogether(t, ["ana", "bo", "cy"]);
  const [ana, bo, cy] = machines;
  assert.ok(ana !== undefined && bo !== undefined && cy !== undefined);
  await ana.save(ID, { more: [PERSON] });
  for (const machine of machines) assert.equal((await machine.sync()).exit, 0);
  return { ana, bo, cy, remote };
}

const act = (machine: Machine, command: string, ...more: string[]): Promise<unknown> =>
  machine.done([command, ID, ...more, ...AT, PERSON]);

const write = (machine: Machine, body: string): Promise<unknown> => act(machine, "update", "--body", body);

/** Out of use for a moment, on one machine alone. */
const BACK = {
  retired: [["retire", "--reason", "over"], ["approve"]],
  lowered: [["demote", "--reason", "doubt"], ["restore"]],
} as const;

async function bringBack(machine: Machine, how: keyof typeof BACK): Promise<void> {
  for (const [command, ...options] of BACK[how]) await act(machine, command, ...options);
}

async function assertSilent(machine: Machine): Promise<void> {
  for (const more of [["--dry-run"], []]) {
    const { exit, stdout } = await machine.sync(more);
    assert.equal(exit, 0, stdout);
    assert.match(stdout, / taken\n/);
    assert.doesNotMatch(stdout, /out of use/);
  }
}

for (const how of ["retired", "lowered"] as const) {
  test(`a memory that was ${how}, brought back, and made advice by two texts at once is not told to be out of use`, async (t) => {
    const { ana, bo, cy } = await alike(t);
    await bringBack(ana, how);
    await write(cy, "Cy says that it is so, with all his reasons.");
    assert.equal((await cy.sync()).exit, 0);
    await write(ana, "Ana says that it is otherwise, with hers.");
    const { exit, stdout } = await ana.sync();
    assert.equal(exit, 3, stdout);
    for (const machine of [bo, cy]) {
      await assertSilent(machine);
      assert.deepEqual(Object.values(await standingsOf(machine)), ["inferred", "inferred"], machine.name);
    }
  });

  test(`a memory that was ${how}, brought back and changed is not told to be out of use, by a dry run either`, async (t) => {
    const { ana, bo } = await alike(t);
    await bringBack(ana, how);
    await write(ana, "Ana says it in other words by now.");
    assert.equal((await ana.sync()).exit, 0);
    await assertSilent(bo);
    assert.deepEqual(await standingsOf(bo), { [ID]: "verified" });
  });
}

test("where the remote keeps the new text of such a memory back, the old one is told to be out of use, with what brings it back", async (t) => {
  const { ana, bo, remote } = await alike(t);
  const old = filesOf(ana)[PATH] ?? "";
  await bringBack(ana, "retired");
  await write(ana, "Ana says it in other words by now.");
  assert.equal((await ana.sync()).exit, 0);
  plantFiles(remote, { [PATH]: old });
  for (const more of [["--dry-run"], []]) {
    const { exit, stdout } = await bo.sync(more, { answers: [] });
    assert.equal(exit, 2, stdout);
    assert.match(stdout, /\n {4}user_words: by ana; credence approve user_words brings it back\n/);
  }
  assert.deepEqual(await standingsOf(bo), { [ID]: "foreign" });
  await act(bo, "approve");
  assert.deepEqual(await standingsOf(bo), { [ID]: "verified" });
});
