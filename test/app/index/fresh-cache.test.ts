// The search index is a file like any other: whoever can write it can make it propose anything. What is shown is read from
// the memory's own files again, so the worst a forged index does is to leave something out.

import assert from "node:assert/strict";
import { copyFileSync, lstatSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { memoryText } from "../../fixture/memory-text.ts";
import { passTime, recallProject } from "../../fixture/recall-project.ts";
import { ALONE, assertGone, EVIL, FIFTEENTH, freshSample, warmUp } from "./fresh-sample.ts";

const project = await freshSample({ after });
const STRANGER = "project_stranger";
const BODY = `The quokka sleeps where ${EVIL} says, at noon, in the sun.`;
const WORDS = "quokka sleeps sleep noon wombat eat night";

function forge(...statements: string[]): void {
  const database = new DatabaseSync(project.indexPath);
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** Makes a row that may not be searched look like the best one there is. */
function forgeWords(id: string): string[] {
  const row = `(SELECT row FROM memories WHERE id = '${id}')`;
  return [
    `UPDATE memories SET standing = 'verified', status = 'active', searchable = 1, name = 'Quokka', tags = '[]',
     type = 'project', tier = 'verified', young = 0, line = '- [PROJECT] ${EVIL} -> x' WHERE id = '${id}'`,
    `INSERT INTO words(rowid, name, tags, body) VALUES (${row}, '${WORDS}', '${WORDS}', '${WORDS}')`,
    `INSERT INTO exact(rowid, name, tags, body) VALUES (${row}, '${WORDS}', '${WORDS}', '${WORDS}')`,
    `INSERT OR REPLACE INTO passages SELECT ${row}, words, name_words, tag_words, body_words FROM passages LIMIT 1`,
  ];
}

async function plantStranger(): Promise<void> {
  await warmUp(project, FIFTEENTH);
  writeFileSync(project.pathOf(STRANGER), memoryText({ name: "Quokka", tier: "verified", body: BODY }));
  const { ids } = await project.recall(FIFTEENTH.prompt);
  assert.equal(ids.length, 20);
}

test("a foreign row that the index calls verified, with words of its own, is not shown", async () => {
  await plantStranger();
  forge(...forgeWords(STRANGER));
  for (const { prompt } of [FIFTEENTH, ALONE]) {
    const { ids, text } = await project.recall(prompt);
    assert.equal(ids.includes(STRANGER), false, text);
    assert.equal(text.includes(EVIL), false, text);
  }
});

test("nor is it when digest, file and statements are forged to match what is on disk", async () => {
  await plantStranger();
  const { digest } = JSON.parse((await project.done(["show", FIFTEENTH.id, "--json"])).stdout);
  const other = `(SELECT attest FROM memories WHERE id = '${FIFTEENTH.id}')`;
  for (const forged of ["digest", `'${digest}'`]) {
    forge(...forgeWords(STRANGER).slice(0, 1));
    forge(`UPDATE memories SET digest = ${forged}, attest = ${other} WHERE id = '${STRANGER}'`);
    const { text } = await project.recall(FIFTEENTH.prompt);
    assert.equal(text.includes(EVIL), false, text);
  }
});

test("an id in the index that leads out of the root leads nowhere", async () => {
  for (const id of ["../../x", "../memories/project_t", "project_x/../../../x", "/etc/passwd", ""]) {
    await warmUp(project, FIFTEENTH);
    writeFileSync(join(project.top, ".claude", "x.md"), memoryText({ name: "Quokka", body: BODY }));
    forge(`UPDATE memories SET id = '${id}' WHERE id = '${FIFTEENTH.id}'`);
    await assertGone(project, FIFTEENTH);
    assert.equal((await project.done(["receipts", "--json"])).stdout.includes(`"${id}"`), false);
  }
});

test("words of one memory under the id of another show no more than the other's own text", async () => {
  await warmUp(project, ALONE);
  await project.done(["demote", "project_t", "--reason", "wrong"]);
  forge(
    "UPDATE memories SET id = 'project_x' WHERE id = 'project_t'",
    `UPDATE memories SET id = 'project_t', directory = 'quarantine' WHERE id = '${ALONE.id}'`,
    // Without the mark that our own change left: with it the names would be compared, and the rows mended.
    "UPDATE facts SET value = replace(value, ' ours', '') WHERE key = 'places'",
  );
  const { ids, text } = await project.recall(ALONE.prompt);
  assert.deepEqual(ids, [], text);
});

test("an index whose rows were deleted shows less, and says so when it is validated", async () => {
  await warmUp(project, FIFTEENTH);
  forge(`DELETE FROM memories WHERE id = '${FIFTEENTH.id}'`);
  await assertGone(project, FIFTEENTH);
  const { exit, stdout } = await project.call(["index", "--validate"]);
  assert.deepEqual([exit, stdout.split("\n")[0]], [1, "project_f: the index differs from the file"]);
  await project.done(["index", "--rebuild"]);
  assert.equal((await project.recall(FIFTEENTH.prompt)).ids.length, 20);
});

test("an older copy of the index brings nothing back", async () => {
  await warmUp(project, FIFTEENTH);
  const older = join(project.base, "older.sqlite");
  copyFileSync(project.indexPath, older);
  await project.done(["demote", FIFTEENTH.id, "--reason", "wrong"]);
  await assertGone(project, FIFTEENTH);
  copyFileSync(older, project.indexPath);
  await assertGone(project, FIFTEENTH);
});

test("the index of another root that is copied over this one's changes no answer of either", async (t) => {
  await warmUp(project, FIFTEENTH);
  const other = await recallProject(t);
  await other.save("project_other", {
    name: "Elsewhere",
    body: `The quokka ${EVIL} sleeps at noon elsewhere.`,
  });
  assert.deepEqual((await other.recall(FIFTEENTH.prompt)).ids, ["project_other"]);
  copyFileSync(other.indexPath, project.indexPath);
  const { ids, text } = await project.recall(FIFTEENTH.prompt);
  assert.deepEqual([ids.length, text.includes(EVIL)], [20, false]);
  // The same after the other root is gone: then nobody else's files are meant.
  rmSync(other.root, { recursive: true });
  assert.equal((await project.recall(FIFTEENTH.prompt)).ids.length, 20);
});

test("a link in place of the index is not followed: what it leads to keeps every byte", async () => {
  const victims = [
    join(project.state, "seen.sqlite"),
    project.pathOf("project_a"),
    join(project.base, "absent"),
  ];
  for (const victim of victims) {
    await warmUp(project, FIFTEENTH);
    const before = statSync(victim, { throwIfNoEntry: false })?.size;
    const bytes = before === undefined ? null : readFileSync(victim);
    rmSync(project.indexPath);
    symlinkSync(victim, project.indexPath);
    await passTime();
    assert.equal((await project.recall(FIFTEENTH.prompt)).ids.length, 20, victim);
    assert.equal(statSync(victim, { throwIfNoEntry: false })?.size, before, victim);
    if (bytes !== null) assert.ok(readFileSync(victim).equals(bytes), victim);
    assert.equal(lstatSync(project.indexPath).isFile(), true, victim);
  }
});
