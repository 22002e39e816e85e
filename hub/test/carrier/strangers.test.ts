// What a root takes of keys that its policy does not name, and what a full one still takes.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { ENDED_MAX } from "../../../src/memory/limits.ts";
import { gatherEvidence } from "../../src/applies/evidence.ts";
import { put } from "../../src/carrier/put.ts";
import { listMigrations } from "../../src/database/migrate.ts";
import { forgetTexts, indexTexts } from "../../src/search/index-texts.ts";
import { forget, newKey, openTeam, type Saved, sayAbout } from "../team.ts";

const team = await openTeam();
after(team.close);
const { person, machine, bearer } = team;
const eve = newKey("person");
const STRANGE = "strange";

/** Without their texts. @returns why each was refused that was. */
async function bring(root: string, saved: readonly Saved[]): Promise<string[]> {
  const indexer = { index: indexTexts, forget: forgetTexts };
  const objects = saved.map(({ hash, text }) => [`s/${hash}`, text] as const);
  return (await team.within((tx) => put(tx, { bearer, root, indexer }, objects))).refused.map(
    ([, why]) => why,
  );
}

const say = (root: string, by = eve) => sayAbout({ root, id: "project_pier", body: "It is lit.", by });
const many = (count: number, root: string, by = eve) => Array.from({ length: count }, () => say(root, by));
const digests = () => Array.from({ length: ENDED_MAX }, () => randomBytes(32).toString("hex")).sort();

test("of a key that no policy names a root takes 64 statements, of 32 such keys, and of named ones any number", async () => {
  const root = "1".repeat(32);
  assert.deepEqual(await bring(root, many(70, root, machine)), []);
  assert.deepEqual(await bring(root, many(60, root)), []);
  assert.deepEqual(await bring(root, many(6, root)), [STRANGE, STRANGE]);
  const others = Array.from({ length: 32 }, () => say(root, newKey("machine")));
  assert.deepEqual(await bring(root, others), [STRANGE]);
  assert.deepEqual(await bring(root, [say(root, person)]), []);
  const { owner } = team.database;
  const count = () => owner`SELECT key, count(*) FROM credence.statement GROUP BY key ORDER BY key`;
  const before = await count();
  // Of a database from before the column.
  const fill = /UPDATE statement [^;]*;/.exec(
    listMigrations().find(({ number }) => number === 104)?.text ?? "",
  );
  await owner`UPDATE credence.statement SET key = NULL`;
  await owner.unsafe(`SET search_path = credence; ${fill?.[0]} RESET search_path`);
  assert.deepEqual([...(await count())], [...before]);
});

test("a stranger's tombstones have as many bytes as one may have, and no answer carries one", async () => {
  const root = "2".repeat(32);
  const memory = say(root, person);
  assert.deepEqual(await bring(root, [memory]), []);
  const strange = () => forget(root, { ...say(root), digests: digests() }, eve);
  const own = forget(root, say(root, person), person);
  assert.deepEqual(await bring(root, [strange(), strange(), strange(), own]), [STRANGE]);
  assert.deepEqual(await bring(root, [forget(root, memory, eve)]), []);
  const { statements } = await team.within((tx) => gatherEvidence(tx, root, [memory.born]));
  assert.deepEqual(statements.toSorted(), [memory.text, own.text].sort());
});

test("a full root takes a tombstone that counts and no other", async () => {
  const root = "3".repeat(32);
  const memory = say(root, person);
  assert.deepEqual(await bring(root, [memory]), []);
  await team.database.owner`UPDATE credence.organisation SET objects_max = 1`;
  await assert.rejects(bring(root, [forget(root, memory, eve)]), { code: "QUOTA" });
  await assert.rejects(bring(root, [forget(root, memory, person), say(root, person)]), { code: "QUOTA" });
  const { key } = eve;
  const stolen = forget(root, memory, { ...person, privateKey: eve.privateKey });
  assert.notEqual(key, person.key);
  assert.deepEqual(await bring(root, [stolen]), ["signature"]);
  assert.deepEqual(await bring(root, [forget(root, memory, person)]), []);
  assert.deepEqual(
    (await team.within((tx) => tx`SELECT act FROM statement WHERE root = ${root}`)).map(({ act }) => act),
    ["forget"],
  );
});
