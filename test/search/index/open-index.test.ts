import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import {
  isDamaged,
  isSqliteFailure,
  openIndexFile,
  openMemoryIndex,
  type SearchIndex,
} from "../../../src/search/index/open-index.ts";
import { countRows } from "../../../src/search/index/reader.ts";
import { NOBODY, runProcess } from "../../fixture/scratch-project.ts";
import { freshDir } from "../../temp-dir.ts";
import { putRows } from "./sample-index.ts";

const MODULE = join(import.meta.dirname, "../../../src/search/index/open-index.ts");

function placeOf(t: TestContext): string {
  return join(freshDir(t), "index.sqlite");
}

function opened(t: TestContext, path: string): SearchIndex {
  const index = openIndexFile(path);
  assert.ok(index !== null);
  t.after(() => index.database.isOpen && index.database.close());
  return index;
}

/** An index file with one row in it. */
function written(t: TestContext): string {
  const path = placeOf(t);
  const index = opened(t, path);
  putRows(index, [{ id: "project_a", name: "kiwi" }]);
  index.database.close();
  return path;
}

test("a missing file is made, for its owner alone, whatever the umask", (t) => {
  const path = placeOf(t);
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const index = opened(t, path);
  assert.equal(countRows(index), 0);
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test("what was written is there when it is opened again", (t) => {
  assert.equal(countRows(opened(t, written(t))), 1);
});

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  empty: (path) => truncateSync(path),
  garbage: (path) => writeFileSync(path, "no database ".repeat(1_000)),
  "cut in its first page": (path) => truncateSync(path, 700),
  "of an older version": (path) => execute(path, "PRAGMA user_version = -1"),
  "of a newer version": (path) => execute(path, "PRAGMA user_version = 1000"),
  "of no version, with tables in it": (path) => execute(path, "PRAGMA user_version = 0"),
  "somebody else's database": (path) => {
    writeFileSync(path, "");
    execute(path, "CREATE TABLE memories (x); PRAGMA user_version = 4711");
  },
  "a pipe": (path) => {
    execFileSync("rm", [path]);
    execFileSync("mkfifo", [path]);
  },
};

function execute(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

for (const [what, damage] of Object.entries(DAMAGES)) {
  test(`a file that is ${what} is made anew`, (t) => {
    const path = written(t);
    damage(path);
    assert.equal(countRows(opened(t, path)), 0);
    putRows(opened(t, path), [{ id: "project_b" }]);
    assert.equal(countRows(opened(t, path)), 1);
  });
}

for (const link of [symlinkSync, linkSync]) {
  test(`${link === linkSync ? "a second name for" : "a link to"} another database is replaced, and that one is not written to`, (t) => {
    const path = placeOf(t);
    const other = `${path}.other`;
    execute(other, "CREATE TABLE precious (x)");
    const before = readFileSync(other);
    link(other, path);
    putRows(opened(t, path), [{ id: "project_a" }]);
    assert.ok(readFileSync(other).equals(before));
  });
}

test("where a directory is in its place, or no directory is, there is no index", (t) => {
  const path = placeOf(t);
  mkdirSync(path);
  assert.equal(openIndexFile(path), null);
  assert.equal(openIndexFile(join(path, "absent", "index.sqlite")), null);
});

test("where the directory may not be written there is no index", (t) => {
  const path = placeOf(t);
  chmodSync(dirname(path), 0o555);
  const script = `const { openIndexFile } = await import(${JSON.stringify(MODULE)});
    console.log(openIndexFile(${JSON.stringify(path)}))`;
  const program = [process.execPath, "--input-type=module", "-e", script];
  // Root is bound by no permission, so it becomes somebody who is.
  const account = process.getuid?.() === 0 ? { uid: NOBODY } : {};
  assert.equal(runProcess(program, { cwd: "/", env: {} }, account).stdout, "null\n");
  assert.equal(existsSync(path), false);
});

test("a file that is deleted while it is open is not written to any more, and the next one opens a new one", (t) => {
  const path = written(t);
  const held = opened(t, path);
  execFileSync("rm", [path]);
  assert.equal(countRows(held), 1);
  const next = opened(t, path);
  assert.throws(
    () => putRows(held, [{ id: "project_b" }]),
    (error) => isSqliteFailure(error) && !isDamaged(error),
  );
  putRows(next, [{ id: "project_c" }]);
  assert.equal(countRows(opened(t, path)), 1);
});

test("an index in memory holds rows and no file", () => {
  const index = openMemoryIndex();
  putRows(index, [{ id: "project_a" }]);
  assert.deepEqual([countRows(index), index.path], [1, null]);
  index.database.close();
});
