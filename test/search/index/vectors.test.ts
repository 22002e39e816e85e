import assert from "node:assert/strict";
import { test } from "node:test";
import type { SearchIndex } from "../../../src/search/index/open-index.ts";
import { findRow } from "../../../src/search/index/reader.ts";
import { markRowsStale } from "../../../src/search/index/stale-rows.ts";
import { rowOf, walkVectors } from "../../../src/search/index/vectors.ts";
import { writeRows } from "../../../src/search/index/writer.ts";
import { putRows, sampleIndex } from "./sample-index.ts";

/** The rows that have a vector, each with a number that tells vectors apart. */
function listVectors(index: SearchIndex): Map<number, number> {
  const found = new Map<number, number>();
  for (const run of walkVectors(index)) {
    for (let place = 0; place * 64 < run.vectors.length; place += 1) {
      const vector = run.vectors.subarray(place * 64, (place + 1) * 64);
      const mark = vector.reduce((sum, each, at) => sum + each * (at + 1), 0);
      if (vector.some((each) => each !== 0)) found.set(rowOf(run, place), mark);
    }
  }
  return found;
}

test("every searchable memory has a vector, in the block of its row", (t) => {
  const rows = Array.from({ length: 150 }, (_, at) => ({ id: `project_${at}`, body: `cache number ${at}` }));
  const index = sampleIndex(t, [...rows, { id: "project_hidden", body: "cache", searchable: false }]);
  const wanted = rows.map(({ id }) => findRow(index, id)?.row ?? 0);
  assert.deepEqual([...listVectors(index).keys()], wanted);
});

test("a vector follows its text, and goes with it", (t) => {
  const index = sampleIndex(t, [
    { id: "project_a", body: "cache" },
    { id: "project_b", body: "queue" },
  ]);
  const [a = 0, b = 0] = ["project_a", "project_b"].map((id) => findRow(index, id)?.row ?? 0);
  const before = listVectors(index);
  putRows(index, [{ id: "project_a", body: "login" }]);
  const after = listVectors(index);
  assert.notEqual(after.get(a), before.get(a));
  assert.equal(after.get(b), before.get(b));
  putRows(index, [{ id: "project_a", body: "login", searchable: false }]);
  writeRows(index, (writer) => writer.remove("project_b"));
  assert.deepEqual([...listVectors(index).keys()], []);
});

test("an index that is read again gets its vectors again", (t) => {
  const row = { id: "project_a", body: "cache" };
  const index = sampleIndex(t, [row]);
  const before = listVectors(index);
  index.database.exec("DELETE FROM vectors");
  markRowsStale(index);
  putRows(index, [row]);
  assert.deepEqual(listVectors(index), before);
});

test("a block of the wrong length is not scanned, and is made whole by the next write", (t) => {
  const index = sampleIndex(t, [{ id: "project_a", body: "cache" }]);
  index.database.exec("UPDATE vectors SET bytes = x'0102'");
  assert.deepEqual([...walkVectors(index)], []);
  putRows(index, [{ id: "project_b", body: "queue" }]);
  assert.equal([...walkVectors(index)].length, 1);
});
