// Standing decides the order of what is shown and withholds no better match.

import assert from "node:assert/strict";
import { test } from "node:test";
import { indexDocuments } from "../../../bench/recall-engines.ts";
import { findHits } from "../../../src/search/strategies/find-hits.ts";
import { reservePlace } from "../../../src/search/strategies/tie-order.ts";

const NOW = Date.UTC(2026, 5, 1);
type Note = readonly [name: string, body: string, standing: "verified" | "inferred"];

function ask(notes: readonly Note[], prompt: string) {
  const documents = notes.map(([name, body, standing], place) => ({
    ...{ id: `n${place}`, group: "", name, body, standing, tags: [] },
  }));
  const { kept } = findHits({
    ...{ strategy: "credence", indexes: [indexDocuments(documents, false)], prompt, filter: {}, now: NOW },
    abstains: true,
  });
  return kept.map(({ row, isBest }) => [row.name, isBest === true] as const);
}

test("an inferred memory that matches better than the fact that is shown is shown with it", () => {
  const notes: readonly Note[] = [
    ["Node version", "Node 22; version 24 broke sharp in our Alpine image.", "inferred"],
    ["Background jobs", "Jobs run in the worker package, and each package has its own queue.", "verified"],
    ["Money", "Money is integer cents.", "verified"],
    ["Redis", "Redis is a cache only.", "inferred"],
    ["Review", "Pull requests stay under 400 lines.", "inferred"],
  ];
  const shown = ask(notes, "bump the sharp package");
  const names = shown.map(([name]) => name);
  if (names.includes("Background jobs")) assert.equal(names[0], "Background jobs");
  assert.ok(names.includes("Node version"), names.join());
  assert.deepEqual(
    shown.filter(([, isBest]) => isBest).map(([name]) => name),
    ["Node version"],
  );
});

test("beside more facts than there are places the best match has the last", () => {
  assert.deepEqual(reservePlace(["a", "b", "c", "d"], "d", 3), ["a", "b", "d", "c"]);
  assert.deepEqual(reservePlace(["a", "b", "c"], "b", 2), ["a", "b", "c"]);
  assert.deepEqual(reservePlace(["a", "b"], undefined, 1), ["a", "b"]);
  assert.deepEqual(reservePlace(["a", "b"], "b", 0), ["a", "b"]);
});
