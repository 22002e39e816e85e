import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { SearchIndex } from "../../../src/search/index/open-index.ts";
import { countWaiting } from "../../../src/search/index/reader.ts";
import { readStartRows } from "../../../src/search/index/start-rows.ts";
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
  assert.equal(counting.length, 1);
  assert.match(counting[0] ?? "", /^SCAN memories USING (?:COVERING )?INDEX memories_by_standing$/);
});

const WAITING = fc.record({
  standing: fc.constantFrom("verified", "inferred", "foreign", "quarantined", "retired"),
  status: fc.constantFrom("active", "retired"),
  cause: fc.constantFrom("written", "unknown-signer", "unreliable"),
  mark: fc.constantFrom(null, 1, 2, 3, 4, 5),
  isRead: fc.boolean(),
});

test("what waits is counted as if every memory were looked at", () => {
  const clocks = fc.record({ now: fc.nat(5), observationClock: fc.nat(5), since: fc.nat(5) });
  fc.assert(
    fc.property(fc.array(WAITING, { maxLength: 30 }), clocks, (all, query) => {
      const owner: (() => void)[] = [];
      const index = sampleIndex({ after: (end) => void owner.push(end) }, []);
      writeRows(index, (writer) => {
        for (const [number, { isRead, ...given }] of all.entries()) {
          const row: SampleRow = { id: `project_${number}`, ...given };
          const identities = { file: isRead ? "file" : "", attest: "", young: false };
          writer.put({ ...sampleRow({ ...row, searchable: false }), identities });
        }
      });
      const wanted = ["project_1", "project_1", "project_3", "project_absent"];
      const counted = countWaiting(index, { ...query, wanted });
      for (const end of owner) end();
      const rows = all.filter(({ isRead }) => isRead);
      const active = (standing: string): typeof rows =>
        rows.filter((row) => row.standing === standing && row.status === "active");
      const marks = active("inferred").flatMap(({ mark }) =>
        mark !== null && mark > query.observationClock ? mark : [],
      );
      assert.deepEqual(counted, {
        wanted: [1, 3].filter((number) => all[number]?.isRead).length,
        due: active("inferred").filter(({ mark }) => mark !== null && mark <= query.observationClock).length,
        observed: {
          count: marks.length,
          first: marks.length === 0 ? null : Math.min(...marks),
          last: marks.length === 0 ? null : Math.max(...marks),
        },
        stale: active("verified").filter(({ mark }) => mark !== null && mark <= query.now).length,
        foreign: rows.filter(({ standing }) => standing === "foreign").length,
        unknownSigner: rows.filter(
          ({ standing, cause }) => standing === "foreign" && cause === "unknown-signer",
        ).length,
        newlyQuarantined: rows.filter(
          ({ standing, mark }) => standing === "quarantined" && mark !== null && mark > query.since,
        ).length,
        unreliable: rows.filter(({ cause }) => cause === "unreliable").length,
      });
    }),
    { numRuns: Math.min(1_000, Number(process.env["CREDENCE_TEST_RUNS"] ?? 100)), seed: 20_261_116 },
  );
});
