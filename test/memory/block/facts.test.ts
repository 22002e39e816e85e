// What the block says of an entry beside its words: what was found in it, what it cites, and how it stands to the others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { renderBlock } from "../../../src/memory/block/block.ts";
import { type CitedFile, renderCited, renderPath } from "../../../src/memory/block/cited-file.ts";
import { type BlockEntry, rateHit, roundScore } from "../../../src/memory/block/entry.ts";
import { inputOf } from "./block-sample.ts";

const NO_MARKS = { fact: null, against: [], replacedBy: null, alike: 0 } as const;
const PLAIN = { tags: [], confidence: null, date: null, inferred: false, excerpt: "" } as const;

function linesOf(entries: readonly Partial<BlockEntry>[], budgetChars = 100_000): string[] {
  const input = inputOf(...entries.map((entry) => ({ ...PLAIN, path: "p.md", ...entry })));
  return renderBlock({ ...input, budgetChars })
    .text.split("\n")
    .slice(2, -1);
}

test("the line of marks has the finding, the details, the cited file and the marks, in this order", () => {
  const cited = [{ path: "src/db.ts", kind: "gone", commits: 1 }] as const;
  const marks = {
    fact: "Ports; all",
    against: ["One", "Two; x"],
    replacedBy: "Use <SQLite>; now",
    alike: 2,
  } as const;
  const known = { flagged: 'a "message"', date: "2026-05-01", cited, marks } as const;
  assert.deepEqual(linesOf([{ ...known, name: "Full", isStale: true }]), [
    "- [DECISION] (fact, check) Full -> p.md",
    "  flagged: a &quot;message&quot;; stale, 2026-05-01; cites src/db.ts, which is gone; +2 alike; disagrees with: One; disagrees with: Two, x; replaced by Use &lt;SQLite&gt;, now; disagrees with a fact: Ports, all",
  ]);
  assert.deepEqual(
    linesOf([{ ...known, inferred: true, isKnown: true, excerpt: "words" }])[1]?.split("; cites")[0],
    "  flagged: a &quot;message&quot;; shown earlier, 2026-05-01",
  );
  assert.equal(linesOf([{ isKnown: true, excerpt: "words" }]).length, 2);
  assert.deepEqual(linesOf([{ flagged: "", cited: [], marks: NO_MARKS }]), [
    "- [DECISION] (fact) Use Postgres -> p.md",
  ]);
  assert.deepEqual(linesOf([{ marks: { ...NO_MARKS, alike: 1 } }])[1], "  +1 alike");
  assert.equal(linesOf([{ flagged: "f".repeat(241) }])[1], `  flagged: ${"f".repeat(240)}`);
});

test("a fact that something speaks against is to be checked; an inferred memory is inferred whatever does", () => {
  const markerOf = (entry: Partial<BlockEntry>) =>
    /^- \[DECISION\] (\([^)]*\)) /.exec(linesOf([entry])[0] ?? "")?.[1];
  const cited = [{ path: "a.ts", kind: "changed", commits: 1 }] as const;
  for (const doubt of [
    { isStale: true },
    { cited },
    { flagged: "an order" },
    { marks: { ...NO_MARKS, fact: "Other" } },
  ]) {
    assert.equal(markerOf(doubt), "(fact, check)");
    assert.equal(markerOf({ ...doubt, inferred: true }), "(inferred)");
  }
  for (const none of [{}, { marks: { ...NO_MARKS, alike: 3 } }, { isKnown: true }])
    assert.equal(markerOf(none), "(fact)");
});

test("a date stands where the age of a memory matters, and nowhere else", () => {
  const date = "2026-05-01";
  const detailsOf = (entry: Partial<BlockEntry>) => linesOf([{ date, ...entry }])[1];
  assert.equal(detailsOf({}), undefined);
  assert.equal(detailsOf({ isStale: true }), "  stale, 2026-05-01");
  assert.equal(detailsOf({ inferred: true, isStale: true, label: "session_summary" }), "  2026-05-01");
  assert.equal(
    detailsOf({ inferred: true, marks: { ...NO_MARKS, against: ["B"] } }),
    "  2026-05-01; disagrees with: B",
  );
  assert.equal(detailsOf({ marks: { ...NO_MARKS, alike: 1 } }), "  +1 alike");
  for (const wrong of ["x2026-05-01", "2026-05-01x"])
    assert.equal(detailsOf({ date: wrong, isStale: true }), "  stale");
});

test("a tag or a key of nothing is left out, and a long one is cut", () => {
  const tagged = { ...inputOf({ ...PLAIN, path: "p.md", tags: ["", "a", ","] }), layout: "s2" } as const;
  assert.equal(renderBlock(tagged).text.split("\n")[2], "- [DECISION] Use Postgres -> p.md #tags:a");
  assert.equal(linesOf([{ label: "l".repeat(41) }])[0], `- [${"L".repeat(40)}] (fact) Use Postgres -> p.md`);
});

test("of cited files the one that is gone is named, or the one that changed last", () => {
  const file = (path: string, commits: number, kind: CitedFile["kind"] = "changed"): CitedFile => ({
    path,
    commits,
    kind,
  });
  for (const [files, says] of [
    [[], null],
    [[file("a b.ts", 0)], "cites a%20b.ts, changed in the last commit"],
    [[file("a.ts", 1)], "cites a.ts, changed 1 commit ago"],
    [[file("a.ts", 3), file("b.ts", 2)], "cites b.ts, changed 2 commits ago, and 1 more"],
    [[file("a.ts", 3), file("c.ts", 2), file("b.ts", 9, "gone")], "cites b.ts, which is gone, and 2 more"],
    [[file("b.ts", 9, "gone"), file("a.ts", 3)], "cites b.ts, which is gone, and 1 more"],
  ] as const)
    assert.equal(renderCited(files), says);
});

test("a block of a partial index says so, with its descriptions and without", () => {
  const input = { ...inputOf({}), isPartial: true };
  const headOf = (more: object): string | undefined => renderBlock({ ...input, ...more }).text.split("\n")[0];
  assert.equal(headOf({}), '<memory-context source=".claude/memory/memories/" index="partial">');
  assert.equal(
    headOf({ descriptions: { decision: "why" } }),
    '<memory-context source=".claude/memory/memories/" index="partial" descriptions="decision=why">',
  );
  assert.equal(headOf({ isPartial: false }), '<memory-context source=".claude/memory/memories/">');
});

test("a hit is rated by its strategy, or as a part of the best one", () => {
  const rate = (score: number): string => rateHit({ score, confidence: null }, 100);
  assert.deepEqual([100, 75, 74, 40, 39, 0].map(rate), ["high", "high", "medium", "medium", "low", "low"]);
  assert.equal(rateHit({ score: 100, confidence: "low" }, 100), "low");
  assert.equal(roundScore(0.000123456), 0.0001235);
});

test("a path is shown in a form that leads to the file, and an empty one as a question mark", () => {
  assert.equal(renderPath("", "project"), "?");
  assert.equal(renderPath("a\ud800b", "project"), "a\ufffdb");
});
