import assert from "node:assert/strict";
import { test } from "node:test";
import type { SearchIndex } from "../../../src/search/index/open-index.ts";
import { type Pair, readPairs } from "../../../src/search/index/pairs.ts";
import { writeRows } from "../../../src/search/index/writer.ts";
import { putRows, type SampleRow, sampleIndex } from "./sample-index.ts";

const TUESDAY = { id: "tuesday", name: "Deploys", body: "Deploys happen on Tuesdays." } as const;
const MONDAY = { id: "monday", name: "When we deploy", body: "Deploys happen on Mondays." } as const;
const COPY = { id: "copy", name: "Deploy day", body: "Note that deploys happen on Tuesdays!" } as const;

/** Each once. */
function readAllPairs(index: SearchIndex): Pair[] {
  const rows = index.database.prepare("SELECT row FROM memories ORDER BY row").all();
  return rows.flatMap(({ row }) =>
    readPairs(index, [Number(row)]).filter(({ other }) => other > Number(row)),
  );
}

test("two memories that disagree are a pair, each with the sentence of the other", (t) => {
  const index = sampleIndex(t, [TUESDAY, MONDAY]);
  assert.deepEqual(readPairs(index, [1, 2]), [
    { row: 2, other: 1, kind: "day", line: "Deploys happen on Tuesdays." },
    { row: 1, other: 2, kind: "day", line: "Deploys happen on Mondays." },
  ]);
});

test("the order in which they come does not matter, nor whether they come together", (t) => {
  const index = sampleIndex(t, [MONDAY]);
  putRows(index, [TUESDAY]);
  assert.deepEqual(readAllPairs(index), [
    { row: 1, other: 2, kind: "day", line: "Deploys happen on Tuesdays." },
  ]);
});

test("a copy is a pair of its own kind, and disagrees with what the other disagrees with", (t) => {
  const index = sampleIndex(t, [TUESDAY, COPY, MONDAY]);
  assert.deepEqual(
    readAllPairs(index).map(({ row, other, kind }) => [row, other, kind]),
    [
      [1, 2, "copy"],
      [1, 3, "day"],
      [2, 3, "day"],
    ],
  );
});

test("an edit, a removal and a retirement take the pair away", (t) => {
  for (const change of [
    { ...MONDAY, body: "Deploys happen on Tuesdays, as before." },
    { ...MONDAY, searchable: false },
  ] satisfies SampleRow[]) {
    const index = sampleIndex(t, [TUESDAY, MONDAY]);
    putRows(index, [change]);
    assert.deepEqual(readPairs(index, [1, 2]), []);
  }
  const index = sampleIndex(t, [TUESDAY, MONDAY]);
  writeRows(index, (writer) => writer.remove("monday"));
  assert.deepEqual(readPairs(index, [1, 2]), []);
  assert.deepEqual(index.database.prepare("SELECT DISTINCT row FROM claim_keys").all().length, 1);
});

test("what recall may not show is in no pair", (t) => {
  const index = sampleIndex(t, [TUESDAY, { ...MONDAY, searchable: false }]);
  assert.deepEqual(readAllPairs(index), []);
});

test("a flood of inferred memories with the same words hides no fact", (t) => {
  const flood = Array.from({ length: 200 }, (_, at) => ({
    id: `flood_${at}`,
    name: "Deploys",
    body: `Deploys happen somehow, says the ${at}th.`,
  }));
  const index = sampleIndex(t, [...flood, { ...TUESDAY, standing: "verified" }, ...flood, MONDAY]);
  const { row } = index.database.prepare("SELECT row FROM memories WHERE id = 'monday'").get() ?? {};
  assert.deepEqual(
    readPairs(index, [Number(row)]).map(({ other, kind }) => [other, kind]),
    [[201, "day"]],
  );
});

test("a memory that becomes a fact is found as one, although its text is the same", (t) => {
  const index = sampleIndex(t, [TUESDAY]);
  putRows(index, [{ ...TUESDAY, standing: "verified" }]);
  assert.deepEqual({ ...index.database.prepare("SELECT DISTINCT rank FROM claim_keys").get() }, { rank: 0 });
});

test("thousands of memories under one key are compared with a few each", (t) => {
  const rows = Array.from({ length: 2_000 }, (_, at) => ({
    id: `many_${at}`,
    name: "Deploys",
    body: `Deploys of Larkspur happen on port ${at}.`,
  }));
  const index = sampleIndex(t, rows);
  const { most } =
    index.database
      .prepare("SELECT max(count) AS most FROM (SELECT count(*) AS count FROM claim_keys GROUP BY key)")
      .get() ?? {};
  assert.equal(most, 16);
});
