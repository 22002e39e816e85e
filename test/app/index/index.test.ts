// An index that is older than the files, by a clock that goes back, or in a place that is not used.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { hintsIn, makeStore } from "../../../bench/store-samples.ts";
import { openRootIndex } from "../../../src/app/index/open-index.ts";
import { openWorkspace, rootOf } from "../../../src/app/workspace/workspace.ts";
import { countQueued } from "../../../src/search/index/queue.ts";
import { later, recallProject } from "../../fixture/recall-project.ts";
import { freshDir } from "../../temp-dir.ts";

const project = await recallProject({ after });
const PROMPT = "how does the wombat digest grass";
await project.save("project_wombat", {
  name: "Wombat",
  body: "The wombat digests grass for two whole weeks.",
});
project.keep();

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
