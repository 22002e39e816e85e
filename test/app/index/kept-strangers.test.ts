// Files beside a memory's statements that count for nothing are remembered, so that no prompt reads them twice. What may take a
// memory out of use is never among them.

import assert from "node:assert/strict";
import { copyFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { floodJunk } from "../../../bench/hostile-clone.ts";
import { withIndexes } from "../../../src/app/index/open-index.ts";
import { later, recallProject } from "../../fixture/recall-project.ts";
import { askInTime } from "./ask-in-time.ts";

const project = await recallProject({ after });
const { ask, open } = askInTime(project);
const PROMPT = "where does the wombat digest its grass";
await project.save("project_wombat", {
  name: "Wombat",
  body: "The wombat digests grass for two whole weeks in its burrow.",
});
await project.save("project_wombat_cubes", {
  name: "Wombat cubes",
  body: "The wombat that digests grass in its burrow leaves cubes behind.",
});
await project.save("project_numbat", { name: "Numbat", body: "The numbat eats termites in the morning." });
await project.recall(PROMPT);
project.keep();

const WOMBATS = ["project_wombat", "project_wombat_cubes"];
const statements = join(project.root, "attest", "project_wombat");
const isShown = async (): Promise<boolean> => (await project.recall(PROMPT)).ids.includes("project_wombat");
const putJunk = (perId: number, ids = ["project_wombat"]): void =>
  floodJunk({ root: project.root, ids, perId });

/** As a pull brings it: nobody here has read it. */
async function pullRetirement(): Promise<string> {
  project.restore();
  const before = new Set(readdirSync(statements));
  await project.done(["retire", "project_wombat", "--reason", "over"]);
  const name = readdirSync(statements).find((each) => !before.has(each)) ?? "";
  const aside = join(project.base, name);
  renameSync(join(statements, name), aside);
  project.restore();
  putJunk(300);
  copyFileSync(aside, join(statements, name));
  return join(statements, name);
}

test("a retirement beside hundreds of files of junk withholds at once, read or not, and is never forgotten", async () => {
  for (const looks of [0, 50, 500]) {
    const path = await pullRetirement();
    for (let round = 0; round < 8; round += 1)
      assert.doesNotMatch((await ask(PROMPT, looks)).text, /wombat\.md/, `${looks}: ${round}`);
    await project.done(["search", "wombat"]);
    rmSync(path);
    assert.equal(await isShown(), false, `${looks}: deleted`);
  }
});

/** As if so many files of junk beside memories of nobody's had been read before. */
function fillWithStrangers(count: number): void {
  const database = new DatabaseSync(project.indexPath);
  database.exec(
    `WITH RECURSIVE numbers (each) AS (SELECT 1 UNION ALL SELECT each + 1 FROM numbers WHERE each < ${count})
     INSERT INTO strangers SELECT 'project_flood', printf('%064x.json', each), '', NULL, NULL, NULL, NULL FROM numbers`,
  );
  database.close();
}

/** A prompt in a root without any of it looks at the clock this often. */
const QUIET = 40;

test("junk beside a memory of one's own is remembered, however much of strangers' was before", async () => {
  project.restore();
  fillWithStrangers(100_000);
  putJunk(500, WOMBATS);
  const first = await ask(PROMPT, 10_000);
  assert.ok(first.looks > 1_000, `${first.looks}`);
  const second = await ask(PROMPT, 10_000);
  assert.ok(second.looks < QUIET, `${second.looks}`);
  for (const { text } of [first, second]) assert.match(text, /wombat\.md[\s\S]*wombat_cubes\.md/);
});

test("junk among the tombstones is, too: no memory is withheld because of it", async () => {
  project.restore();
  fillWithStrangers(100_000);
  putJunk(500, ["forgotten"]);
  assert.doesNotMatch((await ask(PROMPT, 100)).text, /wombat\.md/);
  await project.done(["search", "wombat"], { now: later() });
  const { text, looks } = await ask(PROMPT, 100);
  assert.match(text, /wombat\.md/);
  assert.ok(looks < QUIET, `${looks}`);
});

test("where nothing more is remembered two prompts take their time for it, and no later one does", async () => {
  project.restore();
  await ask(PROMPT, 800);
  fillWithStrangers(200_000);
  putJunk(500, WOMBATS);
  // Enough for the junk of one of the two.
  const looks: number[][] = [];
  for (const _ of [1, 2, 3, 4])
    looks.push([(await ask(PROMPT, 800)).looks, (await ask("what does the numbat eat?", 800)).looks]);
  const ofWombats = looks.map(([of = 0]) => of);
  assert.ok(Math.min(...ofWombats.slice(0, 2)) > 800, `${ofWombats}`);
  // The slice of 64 statements besides.
  assert.ok(Math.max(...looks.slice(2).flat()) < QUIET + 64, `${looks.join(" ")}`);
  assert.match((await ask("what does the numbat eat?", 800)).text, /numbat\.md/);
  for (const id of WOMBATS) removeJunk(id);
  assert.match((await ask(PROMPT, 800)).text, /wombat\.md[\s\S]*wombat_cubes\.md/);
});

function removeJunk(id: string): void {
  const directory = join(project.root, "attest", id);
  for (const name of readdirSync(directory))
    if (name.startsWith("0".repeat(60))) rmSync(join(directory, name));
}

test("an answer that left something unread is given, though another process writes and nobody can count it", () => {
  project.restore();
  const [workspace, writer] = [open(), new DatabaseSync(project.indexPath)];
  let [asked, isLate] = [0, false];
  try {
    const request = { roots: workspace.roots, words: [], isLate: () => isLate };
    const answer = withIndexes(workspace, request, ([indexed]) => {
      asked += 1;
      isLate = true;
      assert.equal(indexed?.reading.mayRead("project_wombat"), false);
      if (!writer.isTransaction) writer.exec("BEGIN IMMEDIATE");
      return "an answer";
    });
    assert.deepEqual([answer, asked], ["an answer", 1]);
  } finally {
    writer.close();
    workspace.close();
  }
});

test("of what an answer left unread no more files are counted than there are, however often one is asked for", async () => {
  project.restore();
  await ask(PROMPT, 10_000);
  const index = new DatabaseSync(project.indexPath);
  index.exec("UPDATE memories SET queued = 4 WHERE id <> 'project_numbat'");
  index.close();
  const sayLeft = (isLate: boolean, ...asked: readonly string[]): (string | undefined)[] => {
    const workspace = open();
    try {
      const request = { roots: workspace.roots, words: [], isLate: () => isLate };
      withIndexes(workspace, request, ([indexed]) => {
        isLate = true;
        for (const id of asked) assert.equal(indexed?.reading.mayRead(id), false);
      });
      return workspace.remarks.list().map(({ message }) => /^\d+ of \d+ files/.exec(message)?.[0]);
    } finally {
      workspace.close();
    }
  };
  assert.deepEqual(sayLeft(true, ...WOMBATS, ...WOMBATS), ["2 of 3 files"]);
  assert.deepEqual(sayLeft(true, "project_numbat", ...WOMBATS, "project_numbat"), ["3 of 3 files"]);
  assert.deepEqual(sayLeft(false), []);
  // Tombstones are no file of a memory, and every answer needs them.
  assert.deepEqual(sayLeft(false, "forgotten", "forgotten"), ["1 of 3 files"]);
});
