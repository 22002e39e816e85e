import assert from "node:assert/strict";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { trimSpools } from "../../../src/app/capture/spool.ts";
import { freshDir } from "../../temp-dir.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
const DAY_MS = 86_400_000;
const KEY = "0".repeat(32);

/** A file with a line for each age in days, all of them of one session. */
function spoolOf(state: string, root: string, ages: readonly number[]): string {
  const directory = join(state, "spool", root);
  mkdirSync(directory, { recursive: true });
  for (const [number, age] of ages.entries()) {
    const path = join(directory, `${KEY}.${number}.ndjson`);
    writeFileSync(path, "a line\n");
    utimesSync(path, new Date(NOON - age * DAY_MS), new Date(NOON - age * DAY_MS));
  }
  return directory;
}

const filesIn = (directory: string): string[] =>
  readdirSync(directory).filter((name) => name.startsWith(KEY));

test("what is older than two weeks goes from the spool of every root, and nothing else does", (t) => {
  const state = freshDir(t);
  const [one, two] = [spoolOf(state, "one", [40, 13]), spoolOf(state, "two", [15])];
  const many = spoolOf(
    state,
    "many",
    Array.from({ length: 210 }, () => 1),
  );
  trimSpools(state, NOON);
  assert.deepEqual(filesIn(one), [`${KEY}.1.ndjson`]);
  assert.deepEqual(filesIn(two), []);
  assert.equal(filesIn(many).length, 210);
});

test("without a spool, and where one cannot be trimmed, nothing happens and the others are trimmed", (t) => {
  const state = freshDir(t);
  trimSpools(state, NOON);
  assert.deepEqual(readdirSync(state), []);
  const [blocked, open] = [spoolOf(state, "a", [40]), spoolOf(state, "b", [40])];
  writeFileSync(join(state, "spool", "a file"), "");
  mkdirSync(join(blocked, "dropped.ndjson"));
  trimSpools(state, NOON);
  assert.deepEqual(filesIn(open), []);
});
