import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openIndexFile } from "../../../src/search/index/open-index.ts";
import { readNeighbours, walkList } from "../../../src/search/index/reader.ts";
import { freshDir } from "../../temp-dir.ts";
import { putRows, sampleIndex } from "./sample-index.ts";

const DAY_MS = 86_400_000;

test("the list of a large store comes in pieces, which are every line once and in order", (t) => {
  const lines = Array.from({ length: 1_201 }, (_, number) => `- ü line ${(number * 7_919) % 1_201}`);
  const rows = lines.map((line, number) => ({ id: `project_${number}`, line }));
  const index = sampleIndex(t, [...rows, { id: "project_withheld", searchable: false }]);
  const pieces = [...walkList(index)];
  assert.equal(pieces.length, 3);
  assert.equal(pieces.join(""), [...lines.sort(), ""].join("\n"));
});

test("the pieces are of one moment, whatever another process writes between them", (t) => {
  const path = join(freshDir(t), "index.sqlite");
  const [index, other] = [openIndexFile(path), openIndexFile(path)];
  assert.ok(index !== null && other !== null);
  t.after(() => {
    for (const { database } of [index, other]) database.close();
  });
  const lineOf = (number: number): string => `- line ${String(number).padStart(4, "0")}`;
  putRows(
    index,
    Array.from({ length: 600 }, (_, number) => ({ id: `project_${number}`, line: lineOf(number) })),
  );
  const pieces = walkList(index);
  const first = pieces.next().value ?? "";
  other.database.exec("PRAGMA busy_timeout = 0");
  // From the rest to the part that was read: the memory would be in no piece.
  assert.throws(() => putRows(other, [{ id: "project_599", line: "- a line" }]), /locked/);
  const lines = [first, ...pieces].join("").split("\n");
  assert.deepEqual([lines.length, lines.at(-2)], [601, lineOf(599)]);
  putRows(other, [{ id: "project_599", line: "- a line" }]);
  assert.equal([...walkList(index)].join("").split("\n")[0], "- a line");
});

test("a list that nobody reads to its end leaves the index free", (t) => {
  const index = sampleIndex(t, [{ id: "project_a", line: "- a" }]);
  for (const piece of walkList(index)) if (piece !== "") break;
  assert.equal(index.database.isTransaction, false);
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
