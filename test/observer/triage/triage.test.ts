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
const ROWS: readonly {
  readonly category: string;
  readonly reaches: readonly (readonly [string, number])[];
  readonly misses: readonly (readonly [string, number])[];
}[] = [
  {
    category: "decision",
    reaches: [
      [`we settled on Postgres because it is there${GAP}we went with pnpm`, 0.421053],
      [`we decided it${GAP}adopting this${GAP}opting for that`, 0.473684],
      [`picked A over B${GAP}chose C instead of D`, 0.526316],
    ],
    misses: [
      ["we settled on Postgres because it is there", 0.263158],
      [`we decided it${GAP}adopting this`, 0.315789],
      [
        `we have not decided, because of that${GAP}they never chose${GAP}we haven't picked one${GAP}not yet selected`,
        0,
      ],
    ],
  },
  {
    category: "runbook",
    reaches: [
      [`the build failed, and the root cause was a lock${GAP}a crash, resolved by a restart`, 0.666667],
      [`a stack trace; the fix was simple${GAP}it failed${GAP}an exception`, 0.555556],
    ],
    misses: [
      [`the build failed, and the root cause was a lock${GAP}it failed again`, 0.444444],
      [`it failed${GAP}it crashed${GAP}an error${GAP}a traceback`, 0.333333],
      [
        `if the build fails, the fix is known${GAP}error handling is the solution${GAP}there were no errors, all resolved${GAP}it should raise an error and be resolved${GAP}return an error, that is the solution`,
        0,
      ],
    ],
  },
  {
    category: "constraint",
    reaches: [
      [`turns out the rate limit is low${GAP}a quota, by design`, 0.526316],
      [`a service limit of the provider${GAP}limited to ten${GAP}it is not supported`, 0.578947],
      [`a limitation${GAP}an API limit${GAP}restricted`, 0.473684],
    ],
    misses: [
      [`turns out the rate limit is low${GAP}limited to ten`, 0.421053],
      [`a limitation${GAP}an api limit`, 0.315789],
    ],
  },
  {
    category: "tech_debt",
    reaches: [
      [`a hack for now${GAP}technical debt`, 0.421053],
      [`deferred${GAP}a workaround${GAP}will address this later`, 0.473684],
    ],
    misses: [
      ["a hack for now", 0.263158],
      [`deferred${GAP}tech debt`, 0.315789],
    ],
  },
  {
    category: "preference",
    reaches: [
      [`from now on we indent, agreed${GAP}I prefer tabs`, 0.414634],
      [`always use pnpm${GAP}never use npm${GAP}stick with it`, 0.512195],
    ],
    misses: [
      ["from now on we indent, agreed", 0.243902],
      [`always use pnpm${GAP}our convention`, 0.341463],
    ],
  },
];

for (const { category, reaches, misses } of ROWS) {
  test(`${category} reaches its threshold with just enough words, and not with fewer`, () => {
    for (const [text, score] of reaches) {
      assert.equal(scoreOf(category, text), score, text);
      assert.ok(over(text).includes(category), text);
    }
    for (const [text, score] of misses) {
      assert.equal(scoreOf(category, text), score, text);
      assert.ok(!over(text).includes(category), text);
    }
  });
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
