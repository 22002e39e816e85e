// A filter is part of the query: the same rows come out whether it is asked of SQLite or of a row that was read.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { matchesFilter, type RowFilter } from "../../../src/search/index/row-filter.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { idsOf, type SampleRow, sampleIndex, sampleRow } from "./sample-index.ts";

const { rows } = tablesOf(import.meta.filename);

const ROWS: readonly SampleRow[] = [
  { id: "project_a", type: "project", category: "decision", tags: ["x", "y"], tier: "verified", time: 10 },
  { id: "project_b", type: "project", category: "runbook", tags: ["x"], tier: "inferred", time: 20 },
  { id: "user_c", type: "user", category: null, tags: ["xy", 'it\'s "q"'], tier: "inferred", time: 30 },
].map((row) => ({ ...row, name: "kiwi", body: "kiwi" }) as SampleRow);
const index = sampleIndex({ after }, ROWS);

const FILTERS = rows<readonly [RowFilter, readonly string[]]>("filters");

for (const [filter, ids] of FILTERS) {
  test(`${JSON.stringify(filter)} finds ${ids.join(", ") || "nothing"}`, () => {
    for (const strategy of ["credence", "fts5_bm25", "title_tags"] as const) {
      const found = idsOf(index, "kiwi", { strategy, filter, abstains: false });
      assert.deepEqual(found.sort(), ids, strategy);
    }
    const rows = ROWS.map((row) => ({ ...sampleRow(row), row: 1 })).filter((row) =>
      matchesFilter(row, filter),
    );
    assert.deepEqual(
      rows.map(({ id }) => id),
      ids,
    );
  });
}

test("the best of what is wanted is found however many others match better", (t) => {
  const others = Array.from({ length: 400 }, (_, at) => ({
    id: `project_${at}`,
    name: "kiwi kiwi",
    body: "kiwi",
  }));
  const wanted = {
    id: "project_wanted",
    name: "Unlike",
    body: "long text with a kiwi in it",
    tags: ["rare"],
  };
  const many = sampleIndex(t, [...others, wanted]);
  for (const strategy of ["credence", "fts5_bm25"] as const) {
    const asked = { strategy, filter: { tag: "rare" }, abstains: false };
    assert.deepEqual(idsOf(many, "kiwi", asked), ["project_wanted"]);
  }
});
