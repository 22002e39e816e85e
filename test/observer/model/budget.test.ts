import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseConfig } from "../../../src/memory/config/parse-config.ts";
import {
  cleanUsage,
  findExcess,
  findUsedUp,
  limitsOf,
  noteSpending,
  readDaySpent,
  readSessionSpent,
} from "../../../src/observer/model/budget.ts";
import { armFaults, disarmFaults } from "../../faults/fs-faults.ts";
import { freshDir } from "../../temp-dir.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
const DAY_MS = 86_400_000;

function limitsFor(tokens: unknown) {
  const observer = {
    max_tokens_per_invocation: tokens,
    max_tokens_per_session: tokens,
    max_tokens_per_day: tokens,
  };
  return limitsOf(parseConfig({ observer }).config);
}

test("0, negative and nonsense limits are clamped", () => {
  for (const tokens of [0, -1, -1e308]) {
    assert.deepEqual(limitsFor(tokens), { invocation: 1, session: 1, day: 1 });
  }
  for (const tokens of ["many", null, [], Number.NaN, true]) {
    assert.deepEqual(limitsFor(tokens), { invocation: 50_000, session: 500_000, day: 2_000_000 });
  }
  assert.deepEqual(limitsFor(1e300), { invocation: 1e9, session: 1e9, day: 1e9 });
  assert.deepEqual(limitsFor(10.7), { invocation: 10, session: 10, day: 10 });
});

test("a report that is no number counts as the most there is, and one below zero as nothing", () => {
  assert.deepEqual(cleanUsage({ input: Number.NaN, output: -5, cacheCreation: 1.9 }), {
    input: 9_007_199_254_740_991,
    output: 0,
    cacheCreation: 1,
  });
});

test("a limit that is reached leaves nothing for another call, and one that is exceeded ends this one", () => {
  const limits = { invocation: 10, session: 20, day: 30 };
  assert.equal(findExcess({ invocation: 10, session: 20, day: 30 }, limits), null);
  assert.deepEqual(findExcess({ invocation: 5, session: 21, day: 31 }, limits), {
    which: "session",
    used: { invocation: 5, session: 21, day: 31 },
    limits,
  });
  assert.equal(findUsedUp({ session: 19, day: 29 }, limits), null);
  assert.equal(findUsedUp({ session: 0, day: 30 }, limits)?.which, "day");
});

test("the ledger adds up what was spent in a day and about a session, over days", (t) => {
  const state = freshDir(t);
  const spend = (session: string, at: number, input: number): void =>
    noteSpending(state, { call: `c${input}`, root: "r", session, input, output: 1, cacheCreation: 7 }, at);
  spend("one", NOON, 10);
  spend("one", NOON, 20);
  spend("two", NOON, 40);
  spend("one", NOON + DAY_MS, 80);
  assert.deepEqual(readDaySpent(state, NOON), {
    usage: { input: 70, output: 3, cacheCreation: 21 },
    calls: 3,
    kept: 0,
  });
  assert.deepEqual(readSessionSpent(state, "one", NOON + DAY_MS), {
    input: 110,
    output: 3,
    cacheCreation: 21,
  });
});

test("a batch that is noted twice counts once, and a torn line counts nothing", (t) => {
  const state = freshDir(t);
  for (const kept of [2, 2]) noteSpending(state, { batch: "b1", root: "r", kept }, NOON);
  noteSpending(state, { batch: "b2", root: "r", kept: 1 }, NOON);
  const path = join(state, "observer-ledger", "2026-05-01.ndjson");
  writeFileSync(path, `${readFileSync(path, "utf8")}\n{"v":1,"batch":"b3","ke`);
  noteSpending(state, { batch: "b4", root: "r", kept: 4 }, NOON);
  assert.equal(readDaySpent(state, NOON).kept, 7);
});

test("the ledger is private", (t) => {
  const state = freshDir(t);
  noteSpending(state, { batch: "b1", root: "r", kept: 1 }, NOON);
  const directory = join(state, "observer-ledger");
  const modes = [directory, ...readdirSync(directory).map((name) => join(directory, name))];
  assert.deepEqual(
    modes.map((path) => statSync(path).mode & 0o777),
    [0o700, 0o600],
  );
});

test("a spending that the disk takes half of is refused, so that nobody goes on uncounted", (t) => {
  const state = freshDir(t);
  const spending = { call: "c1", session: "s1", root: "r1", input: 5, output: 5, cacheCreation: 0 };
  const plan = { under: state, at: 0, trouble: { kind: "none" } } as const;
  t.after(() => void disarmFaults());
  noteSpending(state, spending, NOON);
  armFaults(plan);
  noteSpending(state, { ...spending, call: "c2" }, NOON);
  const at = disarmFaults().findIndex(({ name }) => name === "writeSync") + 1;
  assert.ok(at > 0);
  armFaults({ ...plan, at, trouble: { kind: "short" } });
  assert.throws(() => noteSpending(state, { ...spending, call: "c3" }, NOON), { code: "DISK_FULL" });
});
