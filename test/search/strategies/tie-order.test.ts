import assert from "node:assert/strict";
import { test } from "node:test";
import type { Category, Standing } from "../../../src/memory/memory.ts";
import { compareHits, type Ranked } from "../../../src/search/strategies/tie-order.ts";
import { idsOf, sampleIndex, sampleRow } from "../index/sample-index.ts";

type Facts = {
  readonly score?: number;
  readonly standing?: Standing;
  readonly category?: Category | null;
  readonly time?: number;
  readonly root?: number;
};

function hit(id: string, { score = 1, root = 0, ...facts }: Facts): Ranked {
  return { row: { ...sampleRow({ id, ...facts }), row: 1 }, score, root };
}

function order(...hits: Ranked[]): string[] {
  return hits.sort(compareHits).map(({ row }) => row.id);
}

test("the score decides before anything else", () => {
  const best = hit("inferred", { score: 3.5, category: "session_summary", root: 1 });
  assert.deepEqual(order(hit("verified", { score: 2.1, standing: "verified", time: 9 }), best), [
    "inferred",
    "verified",
  ]);
});

test("of equal scores verified come before inferred, whatever their category and time", () => {
  const inferred = hit("inferred", { category: "decision", time: 9 });
  assert.deepEqual(order(inferred, hit("verified", { standing: "verified" })), ["verified", "inferred"]);
});

test("then decisions, constraints, preferences, runbooks, debts and summaries, and last what has no category", () => {
  const categories = [
    null,
    "session_summary",
    "tech_debt",
    "runbook",
    "preference",
    "constraint",
    "decision",
  ] as const;
  const hits = categories.map((category) => hit(String(category), { category }));
  assert.deepEqual(order(...hits), [
    "decision",
    "constraint",
    "preference",
    "runbook",
    "tech_debt",
    "session_summary",
    "null",
  ]);
});

test("then the newer, then the project's, then by id", () => {
  const hits = [
    hit("b", { time: 1, root: 1 }),
    hit("c", { time: 1 }),
    hit("a", { time: 1, root: 1 }),
    hit("new", { time: 2, root: 1 }),
  ];
  assert.deepEqual(order(...hits), ["new", "c", "a", "b"]);
});

test("S2's order holds for real hits: equal scores by category", (t) => {
  const row = { name: "kiwi", body: "kiwi" };
  const index = sampleIndex(t, [
    { ...row, id: "project_summary", category: "session_summary" },
    { ...row, id: "project_runbook", category: "runbook" },
    { ...row, id: "project_decision", category: "decision" },
  ]);
  for (const strategy of ["fts5_bm25", "title_tags"] as const) {
    assert.deepEqual(idsOf(index, "kiwi", { strategy, abstains: false }), [
      "project_decision",
      "project_runbook",
      "project_summary",
    ]);
  }
});
