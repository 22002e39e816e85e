// What the block says of an entry beside its words: what was found in it, what it cites, and how it stands to the others.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type BlockEntry,
  CONFIDENCES,
  rateHit,
  renderBlock,
  roundScore,
} from "../../../src/memory/block/block.ts";
import { type CitedFile, renderCited, renderPath } from "../../../src/memory/block/cited-file.ts";
import { inputOf } from "./block-sample.ts";

const NO_MARKS = { fact: null, against: [], replacedBy: null, alike: 0 } as const;
const PLAIN = { tags: [], confidence: null, date: null, inferred: false, excerpt: "" } as const;

function linesOf(entries: readonly Partial<BlockEntry>[], budgetChars = 100_000): string[] {
  const input = inputOf(...entries.map((entry) => ({ ...PLAIN, path: "p.md", ...entry })));
  return renderBlock({ ...input, budgetChars })
    .text.split("\n")
    .slice(2, -1);
}

test("the line of facts has the finding, the details, the cited file and the marks, in this order", () => {
  const cited = [{ path: "src/db.ts", kind: "gone", commits: 1 }] as const;
  const marks = { fact: "Ports; all", against: [0], replacedBy: "Use <SQLite>; now", alike: 2 };
  const known = { flagged: 'a "message"', confidence: "high", date: "2026-05-01", cited, marks } as const;
  assert.deepEqual(linesOf([{ ...known, name: "Full" }]), [
    "- [DECISION] Full -> p.md",
    "  flagged: a &quot;message&quot;; confidence: high, 2026-05-01; cites src/db.ts, which is gone; +2 alike; disagrees with #1; replaced by Use &lt;SQLite&gt;, now; disagrees with a fact: Ports, all",
  ]);
  assert.deepEqual(
    linesOf([{ ...known, inferred: true, isKnown: true, excerpt: "words" }])[1]?.split("; cites")[0],
    "  (inferred) flagged: a &quot;message&quot;; shown earlier",
  );
  assert.equal(linesOf([{ isKnown: true, excerpt: "words" }]).length, 2);
  assert.deepEqual(linesOf([{ flagged: "", cited: [], marks: NO_MARKS }]), [
    "- [DECISION] Use Postgres -> p.md",
  ]);
  assert.deepEqual(linesOf([{ marks: { ...NO_MARKS, alike: 1 } }])[1], "  +1 alike");
  assert.equal(linesOf([{ flagged: "f".repeat(241) }])[1], `  flagged: ${"f".repeat(240)}`);
  for (const date of ["x2026-05-01", "2026-05-01x"]) assert.equal(linesOf([{ date }]).length, 1);
});

test("entries that disagree are named by their number among those that are shown", () => {
  const against = (...places: readonly number[]) => ({ marks: { ...NO_MARKS, against: places } });
  const three = [against(1, 2), { name: "Second", path: `p/${"q".repeat(300)}` }, against(0, 1)];
  assert.deepEqual(linesOf(three)[1], "  disagrees with #2, #3");
  assert.deepEqual(linesOf(three, 400), [
    "- [DECISION] Use Postgres -> p.md",
    "  disagrees with #2",
    "- [DECISION] Use Postgres -> p.md",
    "  disagrees with #1",
  ]);
});

test("an entry that did not fit is left out, also where the numbers that went with it make room", () => {
  const marks = { ...NO_MARKS, against: [1] };
  const both = [{ marks }, { name: "Second" }];
  const room = renderBlock(inputOf(...both.map((each) => ({ ...PLAIN, path: "p.md", ...each })))).text.length;
  assert.deepEqual(linesOf(both, room - 1), ["- [DECISION] Use Postgres -> p.md"]);
});

test("a tag or a key of nothing is left out, and a long one is cut", () => {
  assert.deepEqual(linesOf([{ tags: ["", "a", ","] }]), ["- [DECISION] Use Postgres -> p.md #tags:a"]);
  assert.equal(linesOf([{ label: "l".repeat(41) }])[0], `- [${"L".repeat(40)}] Use Postgres -> p.md`);
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
  assert.equal(headOf({}), '<memory-context source=".claude/memory/" index="partial">');
  assert.equal(
    headOf({ descriptions: { decision: "why" } }),
    '<memory-context source=".claude/memory/" index="partial" descriptions="decision=why">',
  );
  assert.equal(headOf({ isPartial: false }), '<memory-context source=".claude/memory/">');
});

test("a hit is rated by its strategy, or as a part of the best one", () => {
  const rate = (score: number): string => rateHit({ score, confidence: null }, 100);
  assert.deepEqual([100, 75, 74, 40, 39, 0].map(rate), ["high", "high", "medium", "medium", "low", "low"]);
  assert.equal(rateHit({ score: 100, confidence: "low" }, 100), "low");
  assert.equal(roundScore(0.000123456), 0.0001235);
  assert.deepEqual(CONFIDENCES, ["high", "medium", "low"]);
});

test("a path is shown in a form that leads to the file, and an empty one as a question mark", () => {
  assert.equal(renderPath("", "project"), "?");
  assert.equal(renderPath("a\ud800b", "project"), "a\ufffdb");
});
