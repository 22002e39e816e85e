import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { appendLine, ensureDirectory, replaceFile, writeNewFile } from "../../src/store/durable.ts";
import { armFaults, disarmFaults } from "../faults/fs-faults.ts";
import { freshDir } from "../temp-dir.ts";

/** Does it once for every call that changes the disk, with that call failing; says how many there were. */
function failEverywhere(directory: string, work: () => void, check: () => void): number {
  for (let at = 1; ; at += 1) {
    armFaults({ under: directory, at, trouble: { kind: "fail", code: "ENOSPC", lasting: false } });
    try {
      work();
      return disarmFaults().length;
    } catch (error) {
      assert.equal(error instanceof Error && "code" in error ? error.code : "", "ENOSPC");
    } finally {
      disarmFaults();
    }
    check();
  }
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

test("a new file has all of its text and its mode, and never replaces another", (t) => {
  const path = join(freshDir(t), "file");
  const text = "ä".repeat(100_000);
  writeNewFile(path, text, 0o640);
  assert.equal(readFileSync(path, "utf8"), text);
  assert.equal(modeOf(path), 0o640);
  assert.throws(() => writeNewFile(path, "other", 0o640), { code: "EEXIST" });
  assert.equal(readFileSync(path, "utf8"), text);
});

test("a new file that cannot be written to its end is not there", (t) => {
  const directory = freshDir(t);
  const work = (): void => writeNewFile(join(directory, "file"), "text", 0o600);
  const calls = failEverywhere(directory, work, () => assert.deepEqual(readdirSync(directory), []));
  assert.ok(calls >= 3);
});

test("a file is replaced as a whole or stays as it was, with nothing beside it", (t) => {
  const directory = freshDir(t);
  const path = join(directory, "file");
  writeNewFile(path, "old", 0o600);
  const work = (): void => replaceFile(path, "new", 0o600);
  failEverywhere(directory, work, () => {
    assert.deepEqual(readdirSync(directory), ["file"]);
    // The last call only makes the rename durable.
    assert.match(readFileSync(path, "utf8"), /^(?:old|new)$/);
  });
  assert.equal(readFileSync(path, "utf8"), "new");
});

test("a file on its way to be replaced is on disk before it gets its name", (t) => {
  const directory = freshDir(t);
  armFaults({ under: directory, at: 0, trouble: { kind: "none" } });
  replaceFile(join(directory, "sub-file"), "text", 0o600);
  const names = disarmFaults().map(({ name }) => name);
  assert.ok(names.indexOf("writeSync") < names.indexOf("fsyncSync"));
  assert.ok(names.indexOf("fsyncSync") < names.indexOf("renameSync"));
});

test("a line that cannot be appended leaves the file as it was", (t) => {
  const directory = freshDir(t);
  const path = join(directory, "lines");
  appendLine(path, "one", 0o600);
  const work = (): void => appendLine(path, "two", 0o600);
  failEverywhere(directory, work, () => assert.equal(readFileSync(path, "utf8"), "one\n"));
  assert.equal(readFileSync(path, "utf8"), "one\ntwo\n");
});

test("a line that a crash cut short does not swallow the next one", (t) => {
  const path = join(freshDir(t), "lines");
  writeFileSync(path, '{"op":"1"}\n{"op":');
  appendLine(path, '{"op":"3"}', 0o600);
  assert.equal(readFileSync(path, "utf8"), '{"op":"1"}\n{"op":\n{"op":"3"}\n');
});

test("modes are what was asked for, whatever the umask takes", (t) => {
  const base = freshDir(t);
  const umask = process.umask(0o777);
  try {
    assert.equal(ensureDirectory(join(base, "a", "b"), 0o700), true);
    writeNewFile(join(base, "a", "b", "new"), "x", 0o600);
    appendLine(join(base, "a", "b", "lines"), "x", 0o600);
  } finally {
    process.umask(umask);
  }
  assert.deepEqual([join(base, "a"), join(base, "a", "b")].map(modeOf), [0o700, 0o700]);
  assert.deepEqual(
    ["new", "lines"].map((name) => modeOf(join(base, "a", "b", name))),
    [0o600, 0o600],
  );
});

test("a directory that is there already keeps its mode", (t) => {
  const path = join(freshDir(t), "here");
  mkdirSync(path);
  chmodSync(path, 0o750);
  assert.equal(ensureDirectory(path, 0o700), false);
  assert.equal(modeOf(path), 0o750);
});

test("a file in the way of a directory is an error, not a directory", (t) => {
  const base = freshDir(t);
  writeFileSync(join(base, "file"), "");
  assert.throws(() => ensureDirectory(join(base, "file"), 0o700), { code: "EEXIST" });
  assert.throws(() => ensureDirectory(join(base, "file", "below"), 0o700), { code: "EEXIST" });
  assert.ok(!existsSync(join(base, "file", "below")));
});
