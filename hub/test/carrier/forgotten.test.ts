// A text that a tombstone names is over, whoever else speaks of it.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { factsOf } from "../../../src/memory/law/sets/applying.ts";
import { examine } from "../../src/operate/doctor.ts";
import { bringUpToDate } from "../../src/policy/add-policies.ts";
import { findWord } from "../postgres.ts";
import { forget, newKey, openTeam, type Saved, sayAbout, store } from "../team.ts";

const team = await openTeam();
after(team.close);
const { person, machine } = team;
const eve = newKey("machine");
const BODY = "The lantern of the pier is lit from dusk on.";
const say = (root: string, more: Partial<Parameters<typeof sayAbout>[0]> = {}) =>
  sayAbout({ root, id: "project_pier", body: BODY, by: person, ...more });
const end = (root: string, memory: Saved) => {
  const { digest, folded } = factsOf(memory.source) ?? { digest: "", folded: "" };
  return forget(root, { ...memory, digests: [digest, folded].sort() }, person);
};
const readFaults = async () =>
  (await examine(team.sql))
    .filter(({ isFine, what }) => !isFine && what.startsWith("Acme"))
    .map(({ what, detail }) => `${what}: ${detail}`);

test("a forgotten text goes though a stranger's word names it, and no word of another memory brings it back", async () => {
  const root = "1".repeat(32);
  const memory = say(root);
  await store(team, root, [memory, { ...say(root, { by: eve }), source: "" }]);
  await store(team, root, [end(root, memory)]);
  assert.deepEqual(await findWord(team.database, "lantern"), []);
  const again = [
    { by: eve },
    { by: machine, id: "project_other" },
    { body: BODY.toUpperCase(), by: eve },
    {},
  ];
  for (const more of again) await assert.rejects(store(team, root, [say(root, more)]), /"ended"/);
  for (const word of ["lantern", "LANTERN"]) assert.deepEqual(await findWord(team.database, word), []);
  assert.deepEqual(await readFaults(), []);
});

test("a person's approval of exactly that text that names each of its tombstones brings it back until it is withdrawn, and nothing else does", async () => {
  const root = "2".repeat(32);
  const memory = say(root);
  const [first, second] = [end(root, memory), end(root, { ...memory, born: "e".repeat(32) })];
  await store(team, root, [memory]);
  await store(team, root, [first, second]);
  const lifts = [first.hash, second.hash].sort();
  for (const more of [{ lifts, by: newKey("person") }, { lifts, by: machine }, { lifts: [first.hash] }])
    await assert.rejects(store(team, root, [say(root, more)]), /"ended"/);
  const back = say(root, { lifts });
  await store(team, root, [back]);
  assert.deepEqual(await readFaults(), []);
  assert.ok((await findWord(team.database, "lantern")).includes("text"));
  const withdrawal = say(root, { act: "withdraw", born: back.born, lifts: [back.hash] });
  await store(team, root, [{ ...withdrawal, source: "" }]);
  assert.deepEqual(await findWord(team.database, "lantern"), []);
});

test("what a hub kept of a forgotten text is the doctor's fault, and goes when the root is judged anew", async () => {
  const root = "3".repeat(32);
  const memory = say(root, { body: "The buoy is green." });
  await store(team, root, [memory]);
  await store(team, root, [end(root, memory)]);
  const { owner } = team.database;
  const ended =
    await owner`DELETE FROM credence.ended_text WHERE root = ${root} RETURNING org, root, digest, by`;
  await store(team, root, [say(root, { body: "The  BUOY is green.", by: eve })]);
  await owner`INSERT INTO credence.ended_text ${owner(ended, "org", "root", "digest", "by")}`;
  assert.deepEqual(await readFaults(), ["Acme: texts that were forgotten: 1"]);
  await owner`DELETE FROM credence.ended_text WHERE root = ${root}`;
  await owner`UPDATE credence.search_root SET policy = -1`;
  await bringUpToDate(team.sql, team.org);
  assert.deepEqual(await findWord(team.database, "BUOY"), []);
  assert.deepEqual(await readFaults(), []);
});
