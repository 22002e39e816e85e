import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { openIndexFile, type SearchIndex } from "../../../src/search/index/open-index.ts";
import { findRow, mergeSegments, readNeighbours, walkList } from "../../../src/search/index/reader.ts";
import { keepExact } from "../../../src/search/index/stale-rows.ts";
import { writeRows } from "../../../src/search/index/writer.ts";
import { freshDir } from "../../temp-dir.ts";
import { hitsOf, putRows, type SampleRow, sampleIndex, sampleRow } from "./sample-index.ts";

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

const RUNS = { numRuns: Math.min(1_000, Number(process.env["CREDENCE_TEST_RUNS"] ?? 100)), seed: 20_260_501 };

function totals(index: SearchIndex): unknown {
  return { ...index.database.prepare("SELECT * FROM totals WHERE part = 'all'").get() };
}

function find(index: SearchIndex, prompt: string): string[] {
  return (["credence", "fts5_bm25"] as const).flatMap((strategy) =>
    hitsOf(index, prompt, { strategy, abstains: false, usesMeaning: false }).map(
      ({ row, score }) => `${strategy} ${row.id} ${score}`,
    ),
  );
}

function fileIndex(t: TestContext): SearchIndex & { path: string } {
  const path = join(freshDir(t), "index.sqlite");
  const index = openIndexFile(path);
  assert.ok(index !== null);
  t.after(() => index.database.close());
  keepExact(index);
  return { ...index, path };
}

test("totals count what is searchable, and only that", (t) => {
  const index = sampleIndex(t, [
    { id: "project_a", name: "Deploy window", tags: ["friday"], body: "before noon please" },
    { id: "project_b", name: "Secret plan", body: "nobody knows", searchable: false },
  ]);
  const { memories, name_words, tag_words } = totals(index) as Record<string, number>;
  assert.deepEqual([memories, name_words, tag_words], [1, 2, 1]);
  writeRows(index, (writer) => writer.remove("project_a"));
  assert.deepEqual(totals(index), { part: "all", memories: 0, name_words: 0, tag_words: 0, body_words: 0 });
});

test("a memory that is put again is found by its new words alone, and keeps its row", (t) => {
  const index = sampleIndex(t, [{ id: "project_a", name: "Wombat" }]);
  const row = findRow(index, "project_a")?.row;
  putRows(index, [{ id: "project_a", name: "Numbat" }]);
  assert.equal(find(index, "wombat").length, 0);
  assert.equal(find(index, "numbat").length, 2);
  assert.equal(findRow(index, "project_a")?.row, row);
});

test("a memory that may no longer be shown has no words any more", (t) => {
  const index = sampleIndex(t, [{ id: "project_a", name: "Wombat" }]);
  putRows(index, [{ id: "project_a", searchable: false, standing: "foreign" }]);
  assert.equal(find(index, "wombat").length, 0);
  assert.equal(findRow(index, "project_a")?.standing, "foreign");
});

test("removing what is not there is nothing", (t) => {
  const index = sampleIndex(t, []);
  writeRows(index, (writer) => writer.remove("project_absent"));
  assert.deepEqual(totals(index), { part: "all", memories: 0, name_words: 0, tag_words: 0, body_words: 0 });
});

test("a failure in the middle leaves the index as it was", (t) => {
  const index = sampleIndex(t, [{ id: "project_a", name: "Wombat" }]);
  const before = [find(index, "wombat"), totals(index)];
  const broken = (): unknown =>
    writeRows(index, (writer) => {
      writer.put(sampleRow({ id: "project_a", name: "Numbat" }));
      throw new Error("in the middle");
    });
  assert.throws(broken, /in the middle/);
  assert.deepEqual([find(index, "wombat"), totals(index)], before);
});

test("after a removal and a merge none of a text's words is in the bytes of the file, a fact's neither", (t) => {
  const text = { name: "Wombatname", tags: ["wombattag"], body: "wombatbody in_wombatpart wombatEnd" };
  for (const standing of ["inferred", "verified"] as const) {
    const index = fileIndex(t);
    putRows(index, [
      { id: "project_a", ...text, standing, line: "- [PROJECT] Wombatline -> x" },
      { id: "project_b", name: "Kept" },
    ]);
    assert.match(readFileSync(index.path, "latin1"), /wombat/i);
    writeRows(index, (writer) => writer.remove("project_a"));
    mergeSegments(index);
    assert.doesNotMatch(readFileSync(index.path, "latin1"), /wombat/i, standing);
    assert.equal(find(index, "kept").length, 2);
  }
});

test("memories that came one by one are found in few segments", (t) => {
  const index = sampleIndex(t, []);
  for (let number = 0; number < 64; number += 1)
    putRows(index, [{ id: `project_${number}`, name: `Wombat ${number}`, body: "eats grass at dusk" }]);
  const counted = index.database.prepare("SELECT count(DISTINCT segid) AS segments FROM words_idx").get();
  assert.ok(Number(counted?.["segments"]) <= 7, `${counted?.["segments"]} segments`);
  assert.equal(find(index, "wombat").length, 128);
});

const word = fc.constantFrom("wombat", "numbat", "bilby", "quoll", "kiwi");
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
const change = fc.record({
  id: fc.constantFrom("project_a", "project_b", "project_c", "project_d"),
  name: text,
  tags: fc.uniqueArray(word, { maxLength: 2 }),
  body: text,
  kind: fc.constantFrom("put", "put", "hide", "remove"),
});

test("however rows came, went and changed, answers and totals are those of an index that never had others", () => {
  const law = fc.property(fc.array(change, { maxLength: 25 }), (changes) => {
    const owner = { after: () => undefined };
    const [worn, fresh] = [sampleIndex(owner, []), sampleIndex(owner, [])];
    const rows = new Map<string, SampleRow>();
    for (const { id, kind, ...row } of changes) {
      if (kind === "remove") rows.delete(id);
      else rows.set(id, { id, ...row, searchable: kind === "put" });
      const now = rows.get(id);
      if (now === undefined) writeRows(worn, (writer) => writer.remove(id));
      else putRows(worn, [now]);
    }
    putRows(fresh, [...rows.values()]);
    assert.deepEqual(totals(worn), totals(fresh));
    for (const prompt of ["wombat", "kiwi quoll"]) assert.deepEqual(find(worn, prompt), find(fresh, prompt));
    for (const { database } of [worn, fresh]) database.close();
  });
  fc.assert(law, RUNS);
});
