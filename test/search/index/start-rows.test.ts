import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { SearchIndex } from "../../../src/search/index/open-index.ts";
import { readStartRows } from "../../../src/search/index/start-rows.ts";
import { type Clocks, type RowGroup, readGroupIds, readGroups } from "../../../src/search/index/waiting.ts";
import { writeRows } from "../../../src/search/index/writer.ts";
import { type SampleRow, sampleIndex, sampleRow } from "./sample-index.ts";

const DAY_MS = 86_400_000;
const NOW = 100 * DAY_MS;

test("a session begins with the verified and the personal, newest first; a date far ahead is none", (t) => {
  const index = sampleIndex(t, [
    { id: "project_new", time: 90 * DAY_MS },
    { id: "project_ahead", time: 102 * DAY_MS },
    { id: "project_none" },
    { id: "project_before", time: -DAY_MS },
    { id: "project_untyped", type: null, time: 95 * DAY_MS },
    { id: "feedback_a", type: "feedback", time: 3 * DAY_MS },
    { id: "project_verified", standing: "verified", time: DAY_MS },
    { id: "user_old", standing: "verified", type: "user", time: 2 * DAY_MS },
    { id: "user_new", standing: "verified", type: "user", time: 3 * DAY_MS },
    { id: "project_hidden", standing: "verified", time: 99 * DAY_MS, searchable: false },
  ]);
  const order = [
    "user_new",
    "user_old",
    "project_verified",
    "feedback_a",
    "project_untyped",
    "project_new",
    "project_ahead",
    "project_none",
    "project_before",
  ];
  const idsOf = (limit: number): string[] => readStartRows(index, limit, NOW).map(({ id }) => id);
  for (const limit of [1, 2, 3, 4, 7, 20]) assert.deepEqual(idsOf(limit), order.slice(0, limit));
  assert.deepEqual(
    readStartRows(index, 20, NOW).map(({ time }) => time / DAY_MS),
    [3, 2, 1, 3, 95, 90, 0, 0, -1],
  );
});

test("constraints come before decisions, and both before what else there is, however old they are", (t) => {
  const index = sampleIndex(t, [
    { id: "project_summary", category: "session_summary", time: 90 * DAY_MS },
    { id: "project_rule", category: "constraint", time: DAY_MS },
    { id: "project_taste", category: "preference" },
    { id: "project_decided", category: "decision", time: 2 * DAY_MS },
    { id: "project_fact", category: "runbook", standing: "verified" },
    { id: "project_law", category: "constraint", standing: "verified" },
  ]);
  assert.deepEqual(
    readStartRows(index, 20, NOW).map(({ id }) => id),
    ["project_law", "project_fact", "project_taste", "project_rule", "project_decided", "project_summary"],
  );
});

/** What SQLite reads for a question: each step of its plan. */
function plansOf(index: SearchIndex, ask: () => void): string[] {
  const asked: string[] = [];
  const { database } = index;
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    asked.push(sql);
    return prepare(sql);
  };
  ask();
  return asked.flatMap((sql) =>
    prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail)),
  );
}

test("however many memories there are, only the first are read, and what waits is counted in an index", (t) => {
  const index = sampleIndex(t, [{ id: "project_a" }]);
  const plans = plansOf(index, () => readStartRows(index, 200, NOW));
  assert.deepEqual(
    new Set(plans.filter((each) => !/TEMP B-TREE/.test(each)).map((each) => each.replace(/ \(.*/, ""))),
    new Set(["SEARCH memories USING INDEX memories_by_start"]),
  );
  // Only those whose date is far ahead are sorted.
  assert.equal(
    plans.filter((each) => /TEMP B-TREE/.test(each)).length,
    plans.filter((each) => /SEARCH/.test(each)).length / 2,
  );
  const counting = plansOf(index, () =>
    readGroups(index, { inferred: NOW, verified: NOW, quarantined: NOW }),
  );
  const walks = counting.filter((each) => /^(?:SCAN|SEARCH) (?:memories|each)/.test(each));
  assert.deepEqual(
    new Set(
      walks.map((each) => each.replace(/ USING (?:COVERING )?INDEX memories_by_standing/, " by standing")),
    ),
    new Set([
      "SCAN memories by standing",
      ...["mark<?", "mark>?"].map(
        (range) =>
          `SEARCH each by standing (standing=? AND status=? AND cause=? AND waits=? AND doubt=? AND ${range})`,
      ),
    ]),
  );
  assert.ok(!counting.some((each) => /TEMP B-TREE/.test(each)));
});

const WAITING = fc.record({
  standing: fc.constantFrom("verified", "inferred", "foreign", "quarantined", "retired"),
  status: fc.constantFrom("active", "retired"),
  cause: fc.constantFrom("written", "unknown-signer"),
  waits: fc.constantFrom(null, "changed", "quarantined"),
  doubt: fc.boolean(),
  mark: fc.constantFrom(null, 1, 2, 3, 4, 5),
  isRead: fc.boolean(),
});
const CLOCKS = fc.record({ inferred: fc.nat(5), verified: fc.nat(5), quarantined: fc.nat(5) });
type Sample = typeof WAITING extends fc.Arbitrary<infer Value> ? Value : never;

/** In words, sorted: of which memories how many there are, reached and ahead. */
const sayGroup = ({ standing, status, cause, waits, isDoubtful, ...of }: RowGroup): string =>
  `${[standing, status, cause, waits, isDoubtful]}: ${[of.count, of.reached, of.ahead, of.first, of.last]}`;

function sayOneByOne(all: readonly Sample[], clocks: Clocks): string[] {
  const groups = Map.groupBy(
    all.filter(({ isRead }) => isRead),
    ({ standing, status, cause, waits, doubt }) => `${[standing, status, cause, waits, doubt]}`,
  );
  return [...groups].map(([name, rows]) => {
    const marks = rows.flatMap(({ standing, mark }) => {
      const clock = standing === "inferred" || standing === "verified" ? standing : "quarantined";
      return mark === null ? [] : [{ mark, isReached: mark <= clocks[clock] }];
    });
    const ahead = marks.filter(({ isReached }) => !isReached).map(({ mark }) => mark);
    const ends = ahead.length === 0 ? [null, null] : [Math.min(...ahead), Math.max(...ahead)];
    return `${name}: ${[rows.length, marks.length - ahead.length, ahead.length, ...ends]}`;
  });
}

test("what waits is counted as if every memory were looked at", (t) => {
  const runs = Math.min(1_000, Number(process.env["CREDENCE_TEST_RUNS"] ?? 100));
  const counted = fc.property(fc.array(WAITING, { maxLength: 30 }), CLOCKS, (all, clocks) => {
    const index = sampleIndex(t, []);
    writeRows(index, (writer) => {
      for (const [number, { isRead, ...given }] of all.entries()) {
        const row: SampleRow = { id: `project_${number}`, ...given, searchable: false };
        const identities = { file: isRead ? "file" : "", attest: "", young: false };
        writer.put({ ...sampleRow(row), identities });
      }
    });
    const groups = readGroups(index, clocks);
    assert.deepEqual(groups.map(sayGroup).sort(), sayOneByOne(all, clocks).sort());
    for (const group of groups) {
      const reached = readGroupIds(index, clocks, { group, isReached: true });
      const others = readGroupIds(index, clocks, { group, isReached: false });
      assert.deepEqual([reached.length, others.length], [group.reached, group.count - group.reached]);
    }
  });
  fc.assert(counted, { numRuns: runs, seed: 20_261_116 });
});
