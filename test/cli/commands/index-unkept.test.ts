// Where no index can be kept, each search makes its own, and what is checked against the files is that.

import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { recallProject } from "../../fixture/recall-project.ts";

const PROMPT = "when does the kiwi sleep by day?";
const project = await recallProject({ after });
await project.save("project_kiwi", { name: "Kiwi", body: "The kiwi sleeps by day and hunts by night." });
const expected = await project.recall(PROMPT);
project.keep();
const NONE = ".claude/memory/ has no index: the cache is not writable, so each search builds its own\n";

/** A plain file is no place for a cache. */
async function index(...args: string[]): Promise<readonly [number, string]> {
  const cache = join(project.base, "plain-file");
  writeFileSync(cache, "");
  const { exit, stdout } = await project.call(["index", ...args, "--cache", cache]);
  return [exit, stdout];
}

test("--validate without an index says that none is kept, and finds no difference", async () => {
  project.restore();
  await index("--rebuild");
  assert.deepEqual(await index("--validate"), [0, NONE]);
  const [, json] = await index("--validate", "--json");
  const [{ path, current, different, indexMd }] = JSON.parse(json);
  assert.deepEqual([path, current, different, indexMd], [null, false, [], "same"]);
});

test("--validate without an index still finds an index.md that differs", async () => {
  project.restore();
  writeFileSync(join(project.root, "index.md"), "- [PROJECT] Forged -> x\n");
  const told = ".claude/memory/index.md differs from the index\ncredence index --rebuild repairs it\n";
  assert.deepEqual(await index("--validate"), [1, `${NONE}${told}`]);
  await index("--rebuild");
  assert.deepEqual(await index("--validate"), [0, NONE]);
});

test("--health without an index asks for attention, and does not call it behind", async () => {
  project.restore();
  const [exit, text] = await index("--health");
  assert.equal(exit, 0);
  assert.match(text, /^\.claude\/memory\/: needs attention\n/);
  assert.match(text, /\n {2}index {7}none: the cache is not writable\n/);
});

test("a link that leads nowhere, in the place of a root's cache, changes no answer", async () => {
  project.restore();
  const directory = dirname(project.indexPath);
  rmSync(directory, { recursive: true });
  symlinkSync(join(project.base, "nowhere"), directory);
  assert.deepEqual(await project.recall(PROMPT), expected);
  assert.match((await project.done(["search", "kiwi"])).stdout, /project_kiwi/);
  for (const action of ["--rebuild", "--validate", "--health", "--gc"]) await project.done(["index", action]);
  await project.save("project_numbat", { name: "Numbat" });
  rmSync(directory);
  mkdirSync(directory, { mode: 0o700 });
  assert.deepEqual((await project.recall(PROMPT)).ids, expected.ids);
});
