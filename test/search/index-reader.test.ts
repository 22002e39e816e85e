import assert from "node:assert/strict";
import { test } from "node:test";
import { walkList } from "../../src/search/index-reader.ts";
import { readNeighbours } from "../../src/search/neighbour-rows.ts";
import { sampleIndex } from "./sample-index.ts";

const DAY_MS = 86_400_000;

test("the list of a large store comes in pieces, which are every line once and in order", (t) => {
  const lines = Array.from({ length: 1_201 }, (_, number) => `- ü line ${(number * 7_919) % 1_201}`);
  const rows = lines.map((line, number) => ({ id: `project_${number}`, line }));
  const index = sampleIndex(t, [...rows, { id: "project_withheld", searchable: false }]);
  const pieces = [...walkList(index)];
  assert.equal(pieces.length, 3);
  assert.equal(pieces.join(""), [...lines.sort(), ""].join("\n"));
});

test("a store without a memory to show has an empty list", (t) => {
  assert.deepEqual([...walkList(sampleIndex(t, [{ id: "project_a", searchable: false }]))], []);
});

test("neighbours in time are looked up and not searched for among all memories", (t) => {
  const rows = [1, 2, 2, 3, 4].map((day, number) => ({ id: `project_${number}`, time: day * DAY_MS }));
  const index = sampleIndex(t, [...rows, { id: "project_hidden", time: 2 * DAY_MS, searchable: false }]);
  const around = { time: 2 * DAY_MS, id: "project_2" };
  const { older, newer } = readNeighbours(index, { around, before: 1, after: 2, now: 9 * DAY_MS });
  assert.deepEqual(
    [...older, ...newer].map(({ id }) => id),
    ["project_1", "project_2", "project_3"],
  );
  const plan = index.database
    .prepare(
      "EXPLAIN QUERY PLAN SELECT id FROM memories WHERE searchable = 1 AND (time, id) < (1, '') ORDER BY time DESC, id DESC",
    )
    .all();
  assert.match(String(plan[0]?.["detail"]), /^SEARCH memories USING (?:COVERING )?INDEX memories_by_time/);
});
