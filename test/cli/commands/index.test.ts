import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { playRows } from "../../fixture/command-rows.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { recallProject } from "../../fixture/recall-project.ts";

const project = await recallProject({ after });
await project.save("project_kiwi", {
  name: "Kiwi",
  body: "The kiwi sleeps by day, and the kiwi hunts by night.",
});
await project.save("project_numbat", {
  name: "Numbat",
  body: "The numbat eats termites in the morning hours.",
});
project.keep();
const LINES = [
  "- [PROJECT] Kiwi -> .claude/memory/memories/project_kiwi.md\n",
  "- [PROJECT] Numbat -> .claude/memory/memories/project_numbat.md\n",
] as const;
const LIST = join(project.root, "index.md");

async function index(...args: string[]): Promise<readonly [number, string]> {
  const { exit, stdout } = await project.call(["index", ...args]);
  return [exit, stdout];
}

test("--rebuild makes the index and index.md anew", async () => {
  project.restore();
  rmSync(join(project.credenceHome, "cache"), { recursive: true });
  rmSync(LIST);
  assert.deepEqual(await index("--rebuild"), [0, "indexed 2 memories of .claude/memory/\n"]);
  assert.equal(readFileSync(LIST, "utf8"), LINES.join(""));
  assert.equal(statSync(project.indexPath).mode & 0o777, 0o600);
  const [, json] = await index("--rebuild", "--json");
  assert.deepEqual(JSON.parse(json), [{ scope: "project", memories: 2, kept: true, listed: true }]);
});

test("--validate finds what differs from the files, exits 1, and says what mends it", async () => {
  project.restore();
  assert.deepEqual(await index("--validate"), [0, "the index of .claude/memory/ matches its 2 files\n"]);
  writeFileSync(project.pathOf("project_new"), memoryText());
  rmSync(project.pathOf("project_kiwi"));
  writeFileSync(LIST, "- [PROJECT] Forged -> x\n");
  const told = [
    "project_kiwi: the index differs from the file",
    "project_new: the index differs from the file",
    ".claude/memory/index.md differs from the index",
    "credence index --rebuild repairs it",
    "",
  ];
  for (const _ of [1, 2]) assert.deepEqual(await index("--validate"), [1, told.join("\n")]);
  await index("--rebuild");
  assert.equal((await index("--validate"))[0], 0);
  assert.equal(readFileSync(LIST, "utf8"), LINES[1]);
});

test("--health counts and mends nothing", async () => {
  project.restore();
  await project.recall("what about the kiwi?");
  const [, json] = await index("--health", "--json");
  assert.deepEqual(JSON.parse(json), [
    {
      scope: "project",
      path: project.indexPath,
      rows: 2,
      files: 2,
      standings: { verified: 0, inferred: 2, foreign: 0, quarantined: 0, retired: 0 },
      searchable: 2,
      current: true,
      different: [],
      indexMd: "same",
    },
  ]);
  const [exit, text] = await index("--health");
  assert.deepEqual([exit, text.split("\n")[0]], [0, ".claude/memory/: good"]);
  writeFileSync(project.pathOf("project_new"), memoryText());
  const [, worse] = await index("--health");
  assert.match(worse, /^\.claude\/memory\/: needs attention\n {2}memories {4}3, 2 inferred, 1 foreign\n/);
  assert.match(worse, /, behind the files\n/);
});

test("--query prints the lines of index.md that match, best first", async () => {
  project.restore();
  await playRows(project.call, [
    ["index --query kiwi", 0, LINES[0]],
    ['index --query "termites numbat"', 0, LINES[1]],
    ["index --query quokka", 0, "no memory matches\n"],
    ["index --query kiwi --json", 0, [LINES[0].trimEnd()]],
  ]);
});

test("--gc removes indexes of roots that this machine does not know, and nothing else", async () => {
  project.restore();
  const cache = join(project.credenceHome, "cache");
  const [unknown, note] = [join(cache, "f".repeat(32)), join(cache, "note")];
  for (const directory of [unknown, note]) mkdirSync(directory);
  writeFileSync(join(unknown, "index.sqlite"), "x".repeat(5_000));
  const [, json] = await index("--gc", "--json");
  const { removed, bytesBefore, bytesAfter } = JSON.parse(json);
  assert.equal(removed, 1);
  assert.ok(bytesAfter <= bytesBefore - 5_000, `${bytesAfter} of ${bytesBefore}`);
  assert.deepEqual(
    [existsSync(unknown), existsSync(note), existsSync(project.indexPath)],
    [false, true, true],
  );
  assert.equal((await project.recall("what about the kiwi?")).ids.length, 1);
});

test("--gc leaves a cache alone that would not be used", async () => {
  project.restore();
  const inside = join(project.top, "f".repeat(32));
  mkdirSync(join(inside, "e".repeat(32)), { recursive: true });
  const { exit } = await project.call(["index", "--gc", "--cache", inside]);
  assert.deepEqual([exit, existsSync(join(inside, "e".repeat(32)))], [0, true]);
});

test("one action at a time, and one memory is counted as one", async () => {
  project.restore();
  rmSync(project.pathOf("project_numbat"));
  await playRows(project.call, [
    ["index --rebuild --gc", 64],
    ["index --query", 64],
    ["index --rebuild", 0, "indexed 1 memory of .claude/memory/\n"],
    ["index --validate", 0, "the index of .claude/memory/ matches its 1 file\n"],
  ]);
});
