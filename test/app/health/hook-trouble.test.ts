import assert from "node:assert/strict";
import { appendFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { explainFailure } from "../../../src/app/health/explain-failure.ts";
import { findUntold, type HookTrouble, noteTrouble, readTrouble } from "../../../src/app/health/trouble.ts";
import { pick } from "../../fixture/pick.ts";
import { freshDir } from "../../temp-dir.ts";

const NOW = Date.UTC(2026, 4, 1, 12);
const TROUBLE = { client: "claude-code", event: "Stop", code: "INTERNAL" } as const;

function takeTrouble(state: string): readonly HookTrouble[] {
  const { untold, noteTold } = findUntold(state);
  noteTold();
  return untold;
}

test("what went wrong is kept with its time, private, and taken once", (t) => {
  const state = freshDir(t);
  noteTrouble(state, { ...TROUBLE, now: NOW });
  assert.deepEqual(readTrouble(state), [{ v: 1, at: "2026-05-01T12:00:00Z", ...TROUBLE }]);
  assert.equal(statSync(join(state, "hook-trouble.ndjson")).mode & 0o777, 0o600);
  assert.equal(takeTrouble(state).length, 1);
  assert.deepEqual(takeTrouble(state), []);
  noteTrouble(state, { ...TROUBLE, now: NOW + 2_000 });
  assert.equal(takeTrouble(state).length, 1);
  assert.equal(readTrouble(state).length, 2);
});

test("what nobody was told of is found again, and so is what went wrong in the second of the last that was told", (t) => {
  const state = freshDir(t);
  noteTrouble(state, { ...TROUBLE, now: NOW });
  assert.equal(findUntold(state).untold.length, 1);
  const { noteTold } = findUntold(state);
  noteTrouble(state, { ...TROUBLE, code: "TOO_LATE", now: NOW });
  noteTold();
  assert.deepEqual(pick(takeTrouble(state), "code"), ["TOO_LATE"]);
  assert.deepEqual(takeTrouble(state), []);
});

test("the mark of before, which counted nothing, covers all of its second", (t) => {
  const state = freshDir(t);
  for (const code of ["INTERNAL", "TOO_LATE"]) noteTrouble(state, { ...TROUBLE, code, now: NOW });
  writeFileSync(join(state, "hook-trouble-told"), "2026-05-01T12:00:00Z\n");
  assert.deepEqual(takeTrouble(state), []);
});

test("trouble that was dated ahead is told once, and silences none that comes after it", (t) => {
  const state = freshDir(t);
  const years = 60 * 365 * 24 * 3_600_000;
  noteTrouble(state, { ...TROUBLE, now: NOW + years });
  assert.equal(takeTrouble(state).length, 1);
  assert.deepEqual(takeTrouble(state), []);
  noteTrouble(state, { ...TROUBLE, code: "TOO_LATE", now: NOW });
  assert.deepEqual(pick(takeTrouble(state), "code"), ["TOO_LATE"]);
  assert.deepEqual(takeTrouble(state), []);
});

test("what was told and is gone from the file hides nothing", (t) => {
  const state = freshDir(t);
  writeFileSync(join(state, "hook-trouble-told"), "2026-05-01T12:00:01Z\n");
  noteTrouble(state, { ...TROUBLE, now: NOW });
  assert.equal(takeTrouble(state).length, 1);
});

test("damaged lines and a damaged mark lose nothing that is whole", (t) => {
  const state = freshDir(t);
  appendFileSync(join(state, "hook-trouble.ndjson"), '{"v":1\nnull\n{"v":1,"at":7}\n');
  noteTrouble(state, { ...TROUBLE, now: NOW });
  writeFileSync(join(state, "hook-trouble-told"), "yesterday");
  assert.equal(takeTrouble(state).length, 1);
});

test("the file does not grow without bound, and a place that cannot be written is no trouble", (t) => {
  const state = freshDir(t);
  writeFileSync(join(state, "hook-trouble.ndjson"), "x".repeat(70_000));
  noteTrouble(state, { ...TROUBLE, now: NOW });
  assert.ok(statSync(join(state, "hook-trouble.ndjson")).size < 1_000);
  noteTrouble(join(state, "nowhere"), { ...TROUBLE, now: NOW });
});

test("a state database that cannot be written is named, with the places where it can be", (t) => {
  const path = join(freshDir(t), "seen.sqlite");
  new DatabaseSync(path).close();
  const database = new DatabaseSync(path, { readOnly: true });
  t.after(() => database.close());
  const { code, message, hint } = explainFailure(caught(() => database.exec("CREATE TABLE seen (id TEXT)")));
  assert.deepEqual([code, message], ["READ_ONLY", "the ledger of a root in machine state cannot be written"]);
  assert.equal(
    hint,
    "make it and its directory writable: ~/.local/state/credence, unless XDG_STATE_HOME, CREDENCE_HOME or --state say otherwise",
  );
});

function caught(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
}
