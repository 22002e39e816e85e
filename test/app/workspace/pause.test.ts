import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { addPause, endPauses, isPaused, readPauses } from "../../../src/app/workspace/pause.ts";
import { freshDir } from "../../temp-dir.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const HOUR = 3_600_000;
const at = (session: string | null, now = NOON) => ({ session, now });

test("the pauses of sessions are silent there alone, each until its own end", (t) => {
  const state = freshDir(t);
  assert.equal(isPaused(state, at("D")), false);
  addPause(state, { until: null, session: "D" }, NOON);
  addPause(state, { until: NOON + HOUR, session: "E" }, NOON);
  const silent = (now: number) => ["D", "E", "F", null].map((session) => isPaused(state, at(session, now)));
  assert.deepEqual(silent(NOON), [true, true, false, false]);
  assert.deepEqual(silent(NOON + HOUR), [true, false, false, false]);
});

test("a pause of everybody holds while one of a session comes and goes", (t) => {
  const state = freshDir(t);
  addPause(state, { until: null, session: null }, NOON);
  addPause(state, { until: NOON + HOUR, session: "B" }, NOON);
  for (const now of [NOON, NOON + HOUR]) assert.equal(isPaused(state, at("A", now)), true);
  endPauses(state);
  assert.equal(isPaused(state, at("A")), false);
  assert.equal(existsSync(join(state, "pause.json")), false);
});

test("what has ended is not written again", (t) => {
  const state = freshDir(t);
  addPause(state, { until: NOON + HOUR, session: "E" }, NOON);
  addPause(state, { until: null, session: "D" }, NOON + HOUR);
  assert.equal(
    readFileSync(join(state, "pause.json"), "utf8"),
    '{"v":2,"pauses":[{"until":null,"session":"D"}]}\n',
  );
});

test("a file of the first form is read, and kept by the next pause", (t) => {
  const state = freshDir(t);
  writeFileSync(join(state, "pause.json"), '{"v":1,"until":"2026-05-01T13:00:00Z","session":"D"}\n');
  assert.deepEqual(readPauses(state, NOON), [{ until: NOON + HOUR, session: "D" }]);
  assert.deepEqual(readPauses(state, NOON + HOUR), []);
  addPause(state, { until: null, session: "E" }, NOON);
  assert.deepEqual(
    ["D", "E", "F"].map((session) => isPaused(state, at(session))),
    [true, true, false],
  );
});

test("a damaged file is still somebody's wish for silence", (t) => {
  const state = freshDir(t);
  for (const text of ["", "{", "null", "[]", "{}", '{"v":2,"pauses":"x"}', '{"v":2,"pauses":[7]}']) {
    writeFileSync(join(state, "pause.json"), text);
    assert.deepEqual(readPauses(state, NOON), [{ until: null, session: null }], text);
    addPause(state, { until: null, session: "D" }, NOON);
    assert.equal(isPaused(state, at("another")), true, text);
  }
});

/** One process that pauses twenty sessions, one after the other. */
const PAUSES_TWENTY = `
const [module, state, name] = process.argv.slice(1);
const { addPause } = await import(module);
for (let each = 0; each < 20; each += 1) addPause(state, { until: null, session: name + each }, ${NOON});
`;

test("processes that pause at once lose none of their pauses", async (t) => {
  const state = freshDir(t);
  const module = join(import.meta.dirname, "../../../src/app/workspace/pause.ts");
  const ends = ["a", "b", "c"].map((name) => {
    const words = ["--input-type=module", "--eval", PAUSES_TWENTY, module, state, name];
    return once(spawn(process.execPath, words, { stdio: "inherit" }), "exit");
  });
  for (const [exit] of await Promise.all(ends)) assert.equal(exit, 0);
  assert.equal(readPauses(state, NOON).length, 60);
});
