// What becomes of indexes whose root is gone: they are derived, so --gc takes them. Others work in the same cache meanwhile.

import assert from "node:assert/strict";
import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, dirname, join } from "node:path";
import { after, type TestContext, test } from "node:test";
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

type Call = "readdirSync" | "rmdirSync" | "rmSync" | "openSync";
type IsIt = (args: readonly unknown[]) => boolean;

/** Just before the first such call, another process does something. Says whether it came to that. */
function justBefore(t: TestContext, [name, isIt]: readonly [Call, IsIt], act: () => void): () => boolean {
  const original: unknown = Reflect.get(fs, name);
  if (typeof original !== "function") throw new TypeError(`node:fs has no ${name}`);
  const put = (call: unknown): void => {
    Reflect.set(fs, name, call);
    syncBuiltinESMExports();
  };
  let isDone = false;
  t.after(() => put(original));
  put((...args: unknown[]): unknown => {
    if (!isDone && isIt(args)) {
      isDone = true;
      act();
    }
    return Reflect.apply(original, fs, args);
  });
  return () => isDone;
}

const CACHE = dirname(DIRECTORY);
const UNKNOWN = join(CACHE, "a".repeat(32));

function at(path: string): IsIt {
  return ([first]) => first === path;
}

/** A look at the names alone: whoever measures a directory asks for more. */
function namesAt(path: string): IsIt {
  return (args) => args.length === 1 && at(path)(args);
}

/** What two that clean up do to each other, or one that does and one that begins an index. */
const RACES: readonly (readonly [what: string, when: readonly [Call, IsIt], act: () => void])[] = [
  ["an empty directory", ["rmdirSync", at(DIRECTORY)], () => rmdirSync(DIRECTORY)],
  ["a directory that it is about to read", ["readdirSync", namesAt(DIRECTORY)], () => rmdirSync(DIRECTORY)],
  ["a directory of an unknown root", ["rmSync", at(UNKNOWN)], () => rmdirSync(UNKNOWN)],
];

for (const [what, when, act] of RACES) {
  test(`--gc goes on where another process removes ${what}`, async (t) => {
    project.restore();
    rmSync(project.indexPath);
    mkdirSync(UNKNOWN);
    const isDone = justBefore(t, when, act);
    await collect();
    assert.deepEqual([isDone(), existsSync(DIRECTORY), existsSync(UNKNOWN)], [true, false, false]);
  });
}

test("--gc leaves a directory that held nothing until another process put an index there", async (t) => {
  project.restore();
  rmSync(project.indexPath);
  const isDone = justBefore(t, ["rmdirSync", at(DIRECTORY)], () => writeFileSync(project.indexPath, ""));
  assert.deepEqual([await collect(), isDone(), existsSync(project.indexPath)], [0, true, true]);
});

test("--gc leaves the index of a root that is made while it looks", async (t) => {
  project.restore();
  const isDone = justBefore(t, ["readdirSync", at(CACHE)], () => {
    mkdirSync(join(project.state, "roots", basename(UNKNOWN)));
    mkdirSync(UNKNOWN);
    openIndexFile(join(UNKNOWN, "index.sqlite"))?.database.close();
  });
  assert.deepEqual([await collect(), isDone(), readdirSync(UNKNOWN)], [0, true, ["index.sqlite"]]);
});

test("a directory that --gc takes from under one who begins an index costs no answer", async (t) => {
  project.restore();
  rmSync(project.indexPath);
  const isDone = justBefore(t, ["openSync", at(project.indexPath)], () => rmdirSync(DIRECTORY));
  assert.deepEqual((await project.recall(PROMPT)).ids, ["project_kiwi"]);
  assert.deepEqual([isDone(), existsSync(project.indexPath)], [true, false]);
  assert.deepEqual((await project.recall(PROMPT)).ids, ["project_kiwi"]);
  assert.equal(existsSync(project.indexPath), true);
});
