// A word names the words that it replaces, and 256 of them at the most: what was changed more often goes on as a new memory under its
// id, and the old one is retired.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { StatementKind } from "../../../src/memory/law/kinds.ts";
import { filesOf, type Machine, newMachine, PERSON, rootId, standingsOf } from "../../sync/machines.ts";
import { keyOf, SOURCE, say } from "../../sync/victim.ts";
import type { Owner } from "../../temp-dir.ts";

const ID = "user_note";
const TEXT = "What everybody should know about the note, at some length.";

/** As if it had been changed so many times. */
async function changedOften(
  owner: Owner,
  {
    times,
    by,
    act,
  }: { readonly times: number; readonly by: "machine" | "person"; readonly act: StatementKind },
): Promise<Machine> {
  const machine = newMachine(owner, "ana");
  await machine.save("user_other", { more: [PERSON] });
  const saying = { key: keyOf(machine, by), root: rootId(machine), id: ID, source: SOURCE("Note", TEXT) };
  const born = "b".repeat(32);
  const all = Array.from({ length: times }, (_, seq) => say(saying, { act: act as "wrote", born, seq }));
  const last = say(saying, { act: act as "wrote", born, follows: all.map(({ hash }) => hash).sort() });
  mkdirSync(join(machine.root, "attest", ID), { recursive: true });
  for (const { hash, text } of [...all, last])
    writeFileSync(join(machine.root, "attest", ID, `${hash}.json`), text);
  writeFileSync(join(machine.root, "memories", `${ID}.md`), saying.source);
  return machine;
}

const CHANGED = "It says something else by now, which is as long as the first.";
const update = (machine: Machine, ...more: readonly string[]) =>
  machine.call(["update", ID, "--body", CHANGED, ...more]);

const nowIn = ({ root }: Machine): string => readFileSync(join(root, "memories", `${ID}.md`), "utf8");

/** Of the two memories: what each file of the id stands for. */
async function standings(machine: Machine): Promise<string[]> {
  const all = Object.entries(await standingsOf(machine)).filter(([id]) => id.startsWith(ID));
  return all.map(([id, standing]) => `${id.replace(/_other_.*/, " beside")} ${standing}`).sort();
}

test("a note that an agent changes for the 257th time goes on as a new memory, and the old one is retired", async (t) => {
  const machine = await changedOften(t, { times: 256, by: "machine", act: "wrote" });
  assert.equal((await update(machine)).exit, 0);
  assert.match(nowIn(machine), /It says something else/);
  assert.deepEqual(await standings(machine), [`${ID} inferred`]);
  const borns = Object.entries(filesOf(machine)).flatMap(([path, text]) =>
    path.startsWith(`attest/${ID}/`) ? [JSON.parse(text).born] : [],
  );
  assert.equal(new Set(borns).size, 2);
  assert.equal(Object.values(filesOf(machine)).filter((text) => text.includes('"act":"retire"')).length, 1);
  const third = "A third thing is said, and it is as long as the others.";
  const again = await machine.call(["update", ID, "--body", third]);
  assert.equal(again.exit, 0);
  assert.deepEqual(await standings(machine), [`${ID} inferred`]);
  assert.doesNotMatch((await machine.call(["doctor"])).stdout, /changes:/);
});

test("of an approved one doctor warns, and a person's next change begins a new memory under the id", async (t) => {
  const machine = await changedOften(t, { times: 256, by: "person", act: "approve" });
  assert.match(
    (await machine.call(["doctor"])).stdout,
    /^\[W\] changes: user_note was changed 256 times; after 256 an agent's change is refused, and yours begins a new memory under that id$/m,
  );
  assert.equal((await update(machine, PERSON)).exit, 0);
  assert.match(nowIn(machine), /It says something else/);
  assert.deepEqual(await standings(machine), [`${ID} verified`]);
  const acts = Object.entries(filesOf(machine)).flatMap(([path, text]) =>
    path.startsWith(`attest/${ID}/`) ? [JSON.parse(text)] : [],
  );
  assert.equal(new Set(acts.map(({ born }) => born)).size, 2);
  assert.deepEqual(
    acts.flatMap(({ act, signer }) => (act === "retire" ? [signer.slice(0, 7)] : [])),
    ["person:"],
  );
});

test("what takes it out of use, and an edit by hand, are named all the same", async (t) => {
  const machine = await changedOften(t, { times: 256, by: "person", act: "approve" });
  writeFileSync(join(machine.root, "memories", `${ID}.md`), SOURCE("Note", `${TEXT} And more of it.`));
  await machine.call(["doctor", "--repair"]);
  assert.ok(Object.values(filesOf(machine)).some((text) => text.includes('"act":"draft"')));
  await machine.done(["demote", ID, "--reason", "over", PERSON]);
  assert.equal((await standingsOf(machine))[ID], "quarantined");
});
