import assert from "node:assert/strict";
import { test } from "node:test";
import { scoreSession, type TriageInput } from "../../../src/observer/triage/triage.ts";
import { tablesOf } from "../../fixture/rows.ts";
import { assertLinear } from "../../memory/text/assert-linear.ts";
import { GAP, QUIET, scoreOf } from "./score-of.ts";

const { rows } = tablesOf(import.meta.filename);

test("a booster counts within four lines and no further, a line counts once, and only so many count", () => {
  const lines = (between: number): string => `decided\n${"x\n".repeat(between)}because`;
  assert.equal(scoreOf("decision", lines(3)), 0.263158);
  assert.equal(scoreOf("decision", lines(4)), 0.157895);
  assert.equal(scoreOf("decision", "decided and chose and picked"), 0.157895);
  assert.equal(scoreOf("decision", "decided because\n".repeat(100)), 1);
});

test("words in code do not count, and an unclosed fence hides what follows", () => {
  const fenced = "```ts\ndecided because\nchose over\n```\nplain";
  assert.equal(scoreOf("decision", fenced), 0);
  assert.equal(scoreOf("decision", "~~~\ndecided because\n```\nchose over"), 0);
  assert.equal(scoreOf("decision", "`decided` `because`"), 0);
  assert.equal(scoreOf("decision", "````\n```\ndecided\n````\ndecided"), 0.157895);
});

test("words inside of other words do not count", () => {
  assert.equal(scoreOf("decision", "undecided, handpicked, pre-selected"), 0);
  assert.equal(scoreOf("preference", "nonstandard, preference-like"), 0);
});

test("only the last fifty messages count", () => {
  const messages = ["decided because", "chose over", ...Array.from({ length: 50 }, () => "plain")];
  assert.equal(scoreOf("decision", ...messages), 0);
  assert.equal(scoreOf("decision", ...messages.slice(0, 50)), 0.526316);
});

test("a session in which much was done is worth a summary", () => {
  const summary = (input: Partial<TriageInput>) => scoreSession({ ...QUIET, ...input }).at(-1);
  assert.deepEqual(summary({ toolUses: 6, distinctTools: 2, exchanges: 5 }), {
    category: "session_summary",
    score: 0.6,
    isOver: true,
  });
  assert.deepEqual(summary({ toolUses: 6, distinctTools: 2, exchanges: 4 }), {
    category: "session_summary",
    score: 0.58,
    isOver: false,
  });
  assert.equal(summary({ toolUses: 1_000 })?.score, 1);
});

for (const piece of ["error ", "if a b ", "not ", "`", "```\n", "\n", "should a "]) {
  test(`a session of nothing but ${JSON.stringify(piece)} takes time in proportion to its length`, () => {
    assertLinear(
      (chars) => piece.repeat(chars / piece.length),
      (text) => scoreSession({ ...QUIET, messages: [text] }),
    );
  });
}

function over(...messages: string[]): string[] {
  return scoreSession({ ...QUIET, messages }).flatMap(({ category, isOver }) => (isOver ? [category] : []));
}

/** What just reaches the threshold, and what just misses it; a score is (0.3 · plain + 0.5 · boosted) / 1.9 and so on. */
for (const side of ["reaches", "misses"]) {
  for (const [category, parts, score] of rows<readonly [string, readonly string[], number]>(side)) {
    test(`${category} ${side} its threshold with: ${parts.join("; ")}`, () => {
      const text = parts.join(GAP);
      assert.equal(scoreOf(category, text), score);
      assert.equal(over(text).includes(category), side === "reaches");
    });
  }
}

const WORDS = rows<readonly [string, readonly string[]]>("words");
const BOOSTERS = new Map(rows<readonly [string, readonly string[]]>("boosters"));
const ONE: Readonly<Record<string, readonly [plain: number, boosted: number]>> = {
  decision: [0.157895, 0.263158],
  runbook: [0.111111, 0.333333],
  constraint: [0.157895, 0.263158],
  tech_debt: [0.157895, 0.263158],
  preference: [0.170732, 0.243902],
};

for (const [category, words] of WORDS) {
  test(`every word of ${category} counts, and every booster boosts`, () => {
    const [plain, boosted] = ONE[category] ?? [];
    for (const word of words) assert.equal(scoreOf(category, `so ${word} it is`), plain, word);
    const [first = ""] = words;
    for (const word of BOOSTERS.get(category) ?? []) {
      assert.equal(scoreOf(category, `so ${first} it is\n${word}`), boosted, word);
    }
  });
}
