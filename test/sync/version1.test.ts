// Statements of version 1 in a remote of today: they name no more than a digest, and nobody need ever have said more of their texts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { factsOf } from "../../src/memory/law/sets/applying.ts";
import { bornOfVersion1 } from "../../src/memory/law/sets/sets.ts";
import { parseKeyFile, type SigningKey, unlockKey } from "../../src/trust/key-file.ts";
import { signStatement } from "../../src/trust/sign.ts";
import { findText } from "../fixture/tree.ts";
import { filesOf, type Machine, machinesTogether, PERSON, rootId, standingsOf } from "./machines.ts";
import { MALLORY, publishAs, SOURCE, say } from "./victim.ts";

function keyOf({ state }: Machine): SigningKey {
  const file = parseKeyFile(readFileSync(join(state, "keys/person.json"), "utf8"), "person");
  const key = file === null ? null : unlockKey(file, null);
  assert.ok(key !== null);
  return key;
}

type Text = { readonly id: string; readonly source: string };

function approveInVersion1(machine: Machine, { id, source }: Text): string {
  const { digest = "" } = factsOf(source) ?? {};
  const about = { root: rootId(machine), scope: "user", id, digest, act: "approve" } as const;
  const rest = { time: "2026-05-01T09:30:00Z", acknowledged: [], parents: [], reason: null } as const;
  return signStatement({ v: 1, ...about, ...rest, test: true }, keyOf(machine)).text;
}

const one = (id: string): string =>
  SOURCE(`One ${id}`, `The first text of ${id}, which Ana approved years ago.`);
const two = (id: string): string =>
  SOURCE(`Two ${id}`, `Another sentence, and it is Bo who holds ${id} to be so.`);

/** The end of each name is left out. */
const standingsIn = async (machine: Machine): Promise<string[]> =>
  Object.entries(await standingsOf(machine))
    .map(([id, standing]) => `${id.replace(/(_other_)\w+$/, "$1")} ${standing}`)
    .sort();

test("texts that statements of version 1 alone name are here: of two approved ones neither is a fact, and a forgotten one goes", async (t) => {
  const { ana, bo, remote } = await machinesTogether(t, ["ana", "bo"]);
  const said = ["user_both", "user_mixed"].map((id) => approveInVersion1(ana, { id, source: one(id) }));
  const born = bornOfVersion1({ root: rootId(ana), scope: "user", id: "user_mixed" });
  const newer = { key: keyOf(bo), root: rootId(ana), id: "user_mixed", source: two("user_mixed") };
  said.push(approveInVersion1(bo, { id: "user_both", source: two("user_both") }));
  said.push(say(newer, { act: "approve", born }).text);
  // The statements come first.
  publishAs({ remote, machine: MALLORY }, { said });
  await ana.sync();
  publishAs(
    { remote, machine: MALLORY },
    { said, texts: ["user_both", "user_mixed"].flatMap((id) => [one(id), two(id)]) },
  );
  for (const machine of [bo, ana, bo, ana]) assert.ok([0, 3].includes((await machine.sync()).exit));
  for (const machine of [ana, bo])
    assert.deepEqual(
      await standingsIn(machine),
      ["user_both inferred", "user_both_other_ foreign", "user_mixed inferred", "user_mixed_other_ foreign"],
      machine.name,
    );
  assert.deepEqual(filesOf(ana), filesOf(bo));
  await ana.done(["forget", "user_both", "--reason", "private", PERSON]);
  for (const machine of [ana, bo]) await machine.sync();
  assert.deepEqual(findText(ana.state, "first text of user_both"), []);
  assert.deepEqual(await standingsIn(bo), ["user_mixed inferred", "user_mixed_other_ foreign"]);
});
