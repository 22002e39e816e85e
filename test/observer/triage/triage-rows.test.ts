import assert from "node:assert/strict";
import { test } from "node:test";
import { scoreSession } from "../../../src/observer/triage/triage.ts";
import { GAP, QUIET, scoreOf } from "./score-of.ts";

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
