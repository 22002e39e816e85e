import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { SearchIndex } from "../../../src/search/index/open-index.ts";
import { readStartRows } from "../../../src/search/index/start-rows.ts";
import { countWaiting } from "../../../src/search/index/waiting.ts";
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
  const counting = plansOf(index, () => countWaiting(index, { now: NOW, observationClock: NOW, since: NOW }));
  const walks = counting.filter((each) => /^(?:SCAN|SEARCH) (?:memories|each)/.test(each));
  assert.deepEqual(
    new Set(
      walks.map((each) => each.replace(/ USING (?:COVERING )?INDEX memories_by_standing/, " by standing")),
    ),
    new Set([
      "SCAN memories by standing",
      ...["mark<?", "mark>?"].map(
        (range) => `SEARCH each by standing (standing=? AND status=? AND cause=? AND ${range})`,
      ),
    ]),
  );
  assert.ok(!counting.some((each) => /TEMP B-TREE/.test(each)));
});

const WAITING = fc.record({
  standing: fc.constantFrom("verified", "inferred", "foreign", "quarantined", "retired"),
  status: fc.constantFrom("active", "retired"),
  cause: fc.constantFrom("written", "unknown-signer", "unreliable", "conflict"),
  mark: fc.constantFrom(null, 1, 2, 3, 4, 5),
  isRead: fc.boolean(),
});
const CLOCKS = fc.record({ now: fc.nat(5), observationClock: fc.nat(5), since: fc.nat(5) });
const WANTED = ["project_1", "project_1", "project_3", "project_absent"];

type Sample = typeof WAITING extends fc.Arbitrary<infer Value> ? Value : never;
type Clocks = typeof CLOCKS extends fc.Arbitrary<infer Value> ? Value : never;

function countByIndex(all: readonly Sample[], clocks: Clocks): unknown {
  const ends: (() => void)[] = [];
  const index = sampleIndex({ after: (end) => void ends.push(end) }, []);
  writeRows(index, (writer) => {
    for (const [number, { isRead, ...given }] of all.entries()) {
      const row: SampleRow = { id: `project_${number}`, ...given, searchable: false };
      const identities = { file: isRead ? "file" : "", attest: "", young: false };
      writer.put({ ...sampleRow(row), identities });
    }
  });
  const counted = countWaiting(index, { ...clocks, wanted: WANTED });
  for (const end of ends) end();
  return counted;
}

function countOneByOne(all: readonly Sample[], { now, observationClock, since }: Clocks): unknown {
  const rows = all.filter(({ isRead }) => isRead);
  const count = (is: (row: Sample) => boolean): number => rows.filter(is).length;
  const isActive = (row: Sample, standing: string): boolean =>
    row.standing === standing && row.status === "active";
  const isBy = ({ mark }: Sample, clock: number): boolean => mark !== null && mark <= clock;
  const isAfter = ({ mark }: Sample, clock: number): boolean => mark !== null && mark > clock;
  const observed = rows.filter((row) => isActive(row, "inferred") && isAfter(row, observationClock));
  const marks = observed.map(({ mark }) => mark ?? 0);
  return {
    verified: count((row) => isActive(row, "verified")),
    inferred: count((row) => isActive(row, "inferred")),
    wanted: [1, 3].filter((number) => all[number]?.isRead).length,
    due: count((row) => isActive(row, "inferred") && isBy(row, observationClock)),
    observed: {
      count: observed.length,
      first: marks.length === 0 ? null : Math.min(...marks),
      last: marks.length === 0 ? null : Math.max(...marks),
    },
    stale: count((row) => isActive(row, "verified") && isBy(row, now)),
    foreign: count(({ standing }) => standing === "foreign"),
    unknownSigner: count(({ standing, cause }) => standing === "foreign" && cause === "unknown-signer"),
    newlyQuarantined: count((row) => row.standing === "quarantined" && isAfter(row, since)),
    unreliable: count(({ cause }) => cause === "unreliable"),
    conflicts: count(({ cause }) => cause === "conflict"),
  };
}

test("what waits is counted as if every memory were looked at", () => {
  const runs = Math.min(1_000, Number(process.env["CREDENCE_TEST_RUNS"] ?? 100));
  fc.assert(
    fc.property(fc.array(WAITING, { maxLength: 30 }), CLOCKS, (all, clocks) =>
      assert.deepEqual(countByIndex(all, clocks), countOneByOne(all, clocks)),
    ),
    { numRuns: runs, seed: 20_261_116 },
  );
});
