import assert from "node:assert/strict";
import { appendFileSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  appendToSpool,
  keyOfSession,
  listSpool,
  parseSpoolLine,
  placeSpool,
  readSpool,
  renderSpoolLine,
} from "../../../src/observer/spool/spool.ts";
import { freshDir } from "../../temp-dir.ts";
import { RECORD } from "./sample-record.ts";

/** Frozen: a spool outlives the version that wrote it. */
const LINE =
  '{"id":"374f823fd7f7a73c49895c3b90c3eb21","v":1,"at":"2026-05-01T12:00:00Z","nonce":"k3v9","kind":"prompt","session":"s1","prompt":"p1","client":"claude-code","agent":null,"text":"deploy on Fridays","tool":null,"input":null,"output":null,"paths":[],"taint":[]}';
const KEY = keyOfSession("s1");

const lineOf = (text: string): string => renderSpoolLine({ ...RECORD, text });

test("a line is written and read as it always was", () => {
  assert.equal(renderSpoolLine(RECORD), LINE);
  assert.deepEqual(parseSpoolLine(LINE), { id: LINE.slice(7, 39), record: RECORD });
});

test("a line of which any character differs is not read", () => {
  for (let at = 0; at < LINE.length; at += 1) {
    const other = LINE[at] === "x" ? "y" : "x";
    assert.equal(parseSpoolLine(`${LINE.slice(0, at)}${other}${LINE.slice(at + 1)}`), null, String(at));
    assert.equal(parseSpoolLine(LINE.slice(0, at)), null);
  }
  assert.equal(parseSpoolLine(`${LINE} `), null);
});

test("a spool is its owner's alone, whatever names the client gives", (t) => {
  const state = freshDir(t);
  const directory = placeSpool(state, "00112233445566778899aabbccddeeff");
  const key = keyOfSession("../../../etc/passwd\n");
  appendToSpool(directory, key, LINE);
  assert.match(key, /^[0-9a-f]{32}$/);
  assert.equal(statSync(directory).mode & 0o777, 0o700);
  assert.equal(statSync(join(directory, `${key}.0.ndjson`)).mode & 0o777, 0o600);
});

test("a session goes on in a new file when one is full, and is read in order", (t) => {
  const directory = freshDir(t);
  const line = lineOf("x".repeat(20_000));
  const begun = Array.from({ length: 120 }, () => appendToSpool(directory, KEY, line).isNewFile);
  assert.deepEqual(
    begun.flatMap((isNewFile, at) => (isNewFile ? [at] : [])),
    [0, 52, 104],
  );
  appendToSpool(directory, KEY, lineOf("last"));
  const { lines, damaged } = readSpool(listSpool(directory));
  assert.deepEqual([lines.length, lines.at(-1)?.record.text, damaged], [121, "last", []]);
});

test("a session goes on in a new file after a day, so that what was said first can go first", (t) => {
  const directory = freshDir(t);
  const begun = [
    "2026-05-01T12:00:00Z",
    "2026-05-02T12:00:00Z",
    "2026-05-02T12:00:01Z",
    "2026-05-03T12:00:00Z",
    // A clock that was ahead, and was set right.
    "2090-01-01T00:00:00Z",
    "2026-05-03T13:00:00Z",
    "2026-05-03T14:00:00Z",
  ].map((at) => appendToSpool(directory, KEY, renderSpoolLine({ ...RECORD, at })).isNewFile);
  assert.deepEqual(begun, [true, false, true, false, true, true, false]);
  const { lines, damaged } = readSpool(listSpool(directory));
  assert.deepEqual([lines.length, damaged], [7, []]);
});

test("a line that a crash cut short is named and spoils no other", (t) => {
  const directory = freshDir(t);
  appendToSpool(directory, KEY, lineOf("first"));
  appendFileSync(join(directory, `${KEY}.0.ndjson`), `\n${LINE.slice(0, 100)}`);
  appendToSpool(directory, KEY, lineOf("second"));
  const { lines, damaged } = readSpool(listSpool(directory));
  assert.deepEqual(
    lines.map(({ record }) => record.text),
    ["first", "second"],
  );
  assert.deepEqual(damaged, [{ file: `${KEY}.0.ndjson`, line: 4 }]);
});

test("a line that is too long is refused and leaves nothing", (t) => {
  const directory = freshDir(t);
  assert.throws(() => appendToSpool(directory, KEY, lineOf("x".repeat(40_000))), /too long/);
  assert.deepEqual(readdirSync(directory), []);
});

test("a link in place of a spool is not followed", (t) => {
  const directory = freshDir(t);
  const target = join(freshDir(t), "target");
  writeFileSync(target, "");
  symlinkSync(target, join(directory, `${KEY}.0.ndjson`));
  assert.throws(() => appendToSpool(directory, KEY, LINE));
  assert.equal(readFileSync(target, "utf8"), "");
});
