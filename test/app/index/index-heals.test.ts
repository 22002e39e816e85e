// The search index can be deleted, damaged or out of date in any way: answers stay the same, and the file is whole again
// afterwards.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { hintsIn, makeStore } from "../../../bench/store-samples.ts";
import { openRootIndex } from "../../../src/app/index/open-index.ts";
import { openWorkspace, rootOf } from "../../../src/app/workspace/workspace.ts";
import { countQueued } from "../../../src/search/index/queue.ts";
import { chanceOf, HOW_TO_REPEAT, sampleOf } from "../../faults/sample.ts";
import { later, recallProject } from "../../fixture/recall-project.ts";
import { freshDir } from "../../temp-dir.ts";

const PROMPTS = [
  "how does the wombat digest grass",
  "numbat termites in the morning",
  "bilby bulbs",
  "nothing like it",
];
/** How many pages of the index the quick gate puts noise into. */
const PAGES = 5;
const STRATEGIES = ["credence", "fts5_bm25", "title_tags"];
const project = await recallProject({ after });
await project.save("project_wombat", {
  name: "Wombat",
  body: "The wombat digests grass for two whole weeks.",
});
await project.save("project_numbat", {
  name: "Numbat",
  body: "The numbat eats termites in the morning hours.",
});
await project.save("project_bilby", {
  name: "Bilby",
  body: "The bilby digs for bulbs in the dry evening sand.",
});
const expected = await answers();
project.keep();

/** What every strategy finds and what recall prints, in full. */
async function answers(now = later()): Promise<string> {
  const told: string[] = [];
  for (const prompt of PROMPTS) {
    for (const strategy of STRATEGIES)
      told.push((await project.done(["search", prompt, "--strategy", strategy, "--json"], { now })).stdout);
    told.push((await project.recall(prompt, now)).text);
  }
  return told.join("");
}

async function assertHealed(what: string): Promise<void> {
  assert.equal(await answers(), expected, what);
  const [report] = JSON.parse((await project.done(["index", "--validate", "--json"])).stdout);
  assert.deepEqual([report.path, report.rows, report.different], [project.indexPath, 3, []], what);
}

/** The same bytes on every run, unlike any that were there. */
function noise(length: number, seed: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => (seed * 31 + at * 97 + ((at * at) >> 3)) & 0xff));
}

function overwrite(at: number, length: number): void {
  const bytes = readFileSync(project.indexPath);
  noise(Math.min(length, bytes.length - at), at).copy(bytes, at);
  writeFileSync(project.indexPath, bytes);
}

const DAMAGES: Readonly<Record<string, () => void>> = {
  deleted: () => rmSync(project.indexPath),
  "deleted with the whole cache": () => rmSync(join(project.credenceHome, "cache"), { recursive: true }),
  "an empty file": () => truncateSync(project.indexPath),
  "a file of something else": () => writeFileSync(project.indexPath, noise(9_000, 1)),
  "cut in its first page": () => truncateSync(project.indexPath, 1_000),
  "cut in the middle": () => truncateSync(project.indexPath, 4096 * 9 + 17),
  "without its last page": () =>
    truncateSync(project.indexPath, readFileSync(project.indexPath).length - 4096),
  "a directory with files in it": () => {
    rmSync(project.indexPath);
    mkdirSync(project.indexPath);
  },
  "a pipe": () => {
    rmSync(project.indexPath);
    execFileSync("mkfifo", [project.indexPath]);
  },
  "accompanied by a journal of something else": () =>
    writeFileSync(`${project.indexPath}-journal`, noise(5_000, 3)),
};

for (const [what, damage] of Object.entries(DAMAGES)) {
  test(`an index that is ${what} changes no answer`, async () => {
    project.restore();
    damage();
    if (what.startsWith("a directory")) return assert.equal(await answers(), expected);
    await assertHealed(what);
  });
}

test("noise anywhere in the index is no error, shows nothing but memories, and is gone after a rebuild", async (t) => {
  project.restore();
  const { length } = readFileSync(project.indexPath);
  const pages = Array.from({ length: Math.ceil(length / 4096) }, (_, page) => page * 4096);
  for (const at of sampleOf(pages, PAGES, chanceOf(t))) {
    project.restore();
    overwrite(at + ((at / 4096) % 7) * 500, 600);
    for (const prompt of PROMPTS.slice(0, 2)) await project.recall(prompt);
    await project.done(["index", "--rebuild"]);
    assert.equal(await answers(), expected, `page ${at / 4096} of ${length / 4096}, ${HOW_TO_REPEAT}`);
  }
});

test("numbers in the places of no memory are gone after a rebuild", async () => {
  project.restore();
  const database = new DatabaseSync(project.indexPath);
  const bytes = Buffer.from(database.prepare("SELECT bytes FROM vectors").get()?.["bytes"] as Uint8Array);
  noise(bytes.length / 2, 5).copy(bytes, bytes.length / 2);
  database.prepare("UPDATE vectors SET bytes = ?").run(bytes);
  database.close();
  assert.notEqual(await answers(), expected, "these numbers move a score");
  await project.done(["index", "--rebuild"]);
  assert.equal(await answers(), expected);
});

test("an index of another version, or without some of its tables, is made anew", async () => {
  const dropped = ["words", "exact", "memories", "passages", "totals", "facts"].map(
    (name) => `DROP TABLE ${name}`,
  );
  for (const sql of ["PRAGMA user_version = 0", "PRAGMA user_version = 99", ...dropped]) {
    project.restore();
    const database = new DatabaseSync(project.indexPath);
    database.exec(sql);
    database.close();
    await assertHealed(sql);
  }
});

test("rows that contradict each other are made anew when they are in the way", async () => {
  project.restore();
  const database = new DatabaseSync(project.indexPath);
  database.exec("DELETE FROM memories; UPDATE facts SET value = '' WHERE key = 'places'");
  database.close();
  await assertHealed("words without memories");
});

// An index that is older than the files, by a clock that goes back, or in a place that is not used.

const PROMPT = "how does the wombat digest grass";

test("an index from before a half-done write is finished by the next recall", async () => {
  project.restore();
  const old = join(project.base, "old.sqlite");
  copyFileSync(project.indexPath, old);
  await project.save("project_quoll", {
    name: "Quoll",
    body: "The quoll hunts along the creek after midnight.",
  });
  copyFileSync(old, project.indexPath);
  assert.deepEqual((await project.recall("where does the quoll hunt at midnight")).ids, ["project_quoll"]);
});

test("a clock that went back changes no answer and hides no change", async () => {
  project.restore();
  const past = "2020-01-01T00:00:00Z";
  for (const now of [later(), past, later(), past])
    assert.deepEqual((await project.recall(PROMPT, now)).ids, ["project_wombat"]);
  await project.save("project_quoll", {
    name: "Quoll",
    body: "The quoll hunts along the creek after midnight.",
    now: past,
  });
  assert.deepEqual((await project.recall("where does the quoll hunt at midnight", past)).ids, [
    "project_quoll",
  ]);
  rmSync(project.pathOf("project_quoll"));
  assert.deepEqual((await project.recall("where does the quoll hunt at midnight", past)).ids, []);
});

test("a cache inside a work tree is not used, and nothing is made there", async () => {
  project.restore();
  const inside = join(project.top, "cache");
  const { stdout } = await project.done(["recall", "--prompt", PROMPT, "--cache", inside]);
  assert.match(stdout, /project_wombat\.md/);
  assert.throws(() => readFileSync(inside), { code: "ENOENT" });
});

test("an index that somebody else keeps locked is not waited for long: the answer is made without it", async () => {
  project.restore();
  await project.recall(PROMPT);
  const other = new DatabaseSync(project.indexPath);
  other.exec("BEGIN EXCLUSIVE");
  const { ids } = await project.recall(PROMPT);
  await project.save("project_quoll", {
    name: "Quoll",
    body: "The quoll hunts along the creek after midnight.",
  });
  other.exec("ROLLBACK");
  other.close();
  assert.deepEqual(ids, ["project_wombat"]);
  assert.deepEqual((await project.recall("where does the quoll hunt at midnight")).ids, ["project_quoll"]);
});

// Where somebody waits, an index is brought up to date as far as there is time, and the next one goes on from there.

const MEMORIES = 600;
/** By this clock the files are old. */
const LATER = Date.UTC(2030, 0, 1);

test("a refresh that is out of time keeps what it has read, and a later one reads only the rest", (t) => {
  const base = freshDir(t);
  makeStore(base, MEMORIES);
  const workspace = openWorkspace({ ...hintsIn(base), now: LATER });
  t.after(() => workspace.close());
  const root = rootOf(workspace, "project");
  const readAfter = (looksLeft: number): number => {
    let looks = looksLeft;
    const isLate = (): boolean => {
      looks -= 1;
      return looks < 0;
    };
    const { index } = openRootIndex(workspace, root, { isLate, patient: true });
    try {
      return MEMORIES - countQueued(index);
    } finally {
      index.database.close();
    }
  };
  const read = [0, 1, 300, 0, 300, 300, 700].map(readAfter);
  assert.deepEqual(
    read.map((each, place) => each >= (read[place - 1] ?? 0)),
    read.map(() => true),
    read.join(" "),
  );
  assert.deepEqual([read[0], read.at(-1)], [0, MEMORIES]);
  // Each look at the clock is one file or one statement of it: what was read before is not read again.
  assert.ok((read[2] ?? 0) >= 100 && (read[4] ?? 0) >= (read[2] ?? 0) + 100, read.join(" "));
  // Nothing is left to read, so nobody is asked about the time.
  assert.equal(readAfter(0), MEMORIES);
  // Whoever does not wait leaves one segment, which a prompt's words are looked up in.
  const { index } = openRootIndex(workspace, root, { all: true });
  t.after(() => index.database.close());
  const counted = index.database.prepare("SELECT count(DISTINCT segid) AS segments FROM words_idx").get();
  assert.equal(counted?.["segments"], 1);
});
