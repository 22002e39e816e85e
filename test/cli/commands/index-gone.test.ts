// What becomes of indexes whose root is gone: they are derived, so --gc takes them.

import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { openIndexFile } from "../../../src/search/index/open-index.ts";
import { recallProject } from "../../fixture/recall-project.ts";

const PROMPT = "when does the kiwi sleep by day?";
const project = await recallProject({ after }, { user: true });
await project.save("project_kiwi", { name: "Kiwi", body: "The kiwi sleeps by day and hunts by night." });
await project.recall(PROMPT);
project.keep();
const DIRECTORY = dirname(project.indexPath);

async function collect(): Promise<number> {
  const { stdout } = await project.done(["index", "--gc", "--scope", "user", "--json"]);
  return JSON.parse(stdout).removed;
}

test("--gc removes the index of a project that was deleted, and of none that is there", async () => {
  project.restore();
  assert.deepEqual([await collect(), existsSync(project.indexPath)], [0, true]);
  rmSync(join(project.top, ".claude"), { recursive: true });
  assert.deepEqual([await collect(), existsSync(DIRECTORY)], [1, false]);
  assert.equal(await collect(), 0);
});

test("--gc removes the index of a root whose place another one took", async () => {
  project.restore();
  rmSync(join(project.top, ".claude"), { recursive: true });
  await project.done(["init"]);
  await project.done(["index", "--rebuild"]);
  assert.deepEqual([await collect(), existsSync(DIRECTORY)], [1, false]);
  const indexes = readdirSync(dirname(DIRECTORY)).filter((name) => /^[0-9a-f]{32}$/.test(name));
  assert.equal(indexes.length, 2);
});

test("--gc takes the index of a copy that was removed, and keeps the index of the first", async () => {
  project.restore();
  const copy = join(project.base, "copy");
  cpSync(project.top, copy, { recursive: true });
  await project.done(["index", "--rebuild"], { cwd: copy });
  assert.equal(readdirSync(DIRECTORY).length, 2);
  assert.equal(await collect(), 0);
  rmSync(copy, { recursive: true });
  assert.deepEqual([await collect(), readdirSync(DIRECTORY)], [1, ["index.sqlite"]]);
});

test("--gc leaves an index alone that another process makes just now, and takes one that nobody went on with", async () => {
  project.restore();
  rmSync(project.indexPath);
  // It has its tables, and does not say yet whose it is.
  const making = openIndexFile(project.indexPath);
  assert.deepEqual([await collect(), existsSync(project.indexPath)], [0, true]);
  making?.database.close();
  const before = new Date("2026-05-01T11:58:00Z");
  utimesSync(project.indexPath, before, before);
  assert.deepEqual([await collect(), existsSync(DIRECTORY)], [1, false]);
});
