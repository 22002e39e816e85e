import assert from "node:assert/strict";
import { readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  appendToSpool,
  keyOfSession,
  listSpool,
  readSpool,
  renderSpoolLine,
} from "../../../src/observer/spool/spool.ts";
import { readDropped, trimSpool } from "../../../src/observer/spool/trim.ts";
import { freshDir } from "../../temp-dir.ts";
import { RECORD } from "./sample-record.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
const DAY_MS = 86_400_000;

/** Files with one line each, a day apart, the first one oldest. */
function oldSpool(directory: string, sessions: readonly string[]): void {
  for (const [index, session] of sessions.entries()) {
    const key = keyOfSession(session);
    appendToSpool(directory, key, renderSpoolLine({ ...RECORD, session }));
    const time = new Date(NOON - (sessions.length - index) * DAY_MS);
    utimesSync(join(directory, `${key}.0.ndjson`), time, time);
  }
}

test("what is older than two weeks goes, and that is written down", (t) => {
  const directory = freshDir(t);
  oldSpool(
    directory,
    Array.from({ length: 16 }, (_, at) => `s${at}`),
  );
  const bytes = statSync(listSpool(directory)[0]?.path ?? "").size;
  assert.deepEqual(trimSpool(directory, NOON, { keep: null }), { files: 2, bytes: 2 * bytes });
  assert.equal(listSpool(directory).length, 14);
  assert.deepEqual(readDropped(directory), { files: 2, bytes: 2 * bytes });
});

test("of too many files, or too many bytes, the oldest go first", (t) => {
  for (const bound of [
    { daysMax: 14, filesMax: 2, bytesMax: 1_000_000 },
    { daysMax: 14, filesMax: 99, bytesMax: 600 },
  ]) {
    const directory = freshDir(t);
    oldSpool(directory, ["a", "b", "c", "d"]);
    assert.equal(trimSpool(directory, NOON, { keep: null, bound }).files, 2);
    const left = readSpool(listSpool(directory)).lines.map(({ record }) => record.session);
    assert.deepEqual(left.sort(), ["c", "d"]);
  }
});

test("the turns of a session go with its last lines", (t) => {
  const directory = freshDir(t);
  oldSpool(directory, ["a", "b", "c"]);
  for (const session of ["a", "b", "c"])
    writeFileSync(join(directory, `${keyOfSession(session)}.json`), "{}");
  trimSpool(directory, NOON, { keep: null, bound: { daysMax: 14, filesMax: 2, bytesMax: 1_000_000 } });
  const left = readdirSync(directory).filter((name) => name.endsWith(".json"));
  assert.deepEqual(left.sort(), ["b", "c"].map((session) => `${keyOfSession(session)}.json`).sort());
});

test("the file that is written to just now stays, and a clock that goes back drops nothing", (t) => {
  const directory = freshDir(t);
  oldSpool(directory, ["a", "b"]);
  const bound = { daysMax: 14, filesMax: 0, bytesMax: 0 };
  assert.equal(trimSpool(directory, NOON, { keep: keyOfSession("a"), bound }).files, 1);
  assert.deepEqual(
    listSpool(directory).map(({ key }) => key),
    [keyOfSession("a")],
  );
  assert.deepEqual(trimSpool(directory, NOON - 400 * DAY_MS, { keep: null }), { files: 0, bytes: 0 });
});

test("what a killed process left goes after a day, and so do the turns of sessions without lines", (t) => {
  const directory = freshDir(t);
  oldSpool(directory, ["a"]);
  const old = new Date(NOON - 2 * DAY_MS);
  const names = [`${keyOfSession("a")}.json`, `${keyOfSession("gone")}.json`, "x.tmp"];
  for (const name of names) {
    writeFileSync(join(directory, name), "{}");
    utimesSync(join(directory, name), old, old);
  }
  writeFileSync(join(directory, "new.tmp"), "");
  utimesSync(join(directory, "new.tmp"), new Date(NOON), new Date(NOON));
  trimSpool(directory, NOON, { keep: null });
  assert.deepEqual(
    readdirSync(directory).sort(),
    [`${keyOfSession("a")}.0.ndjson`, names[0], "new.tmp"].sort(),
  );
});
