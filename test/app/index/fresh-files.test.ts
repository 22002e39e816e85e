// Freshness: whatever happens to a memory's files between two recalls, the next one shows no text that should not be shown,
// whether it is the only hit or the fifteenth, and whether the files were old or new when they were indexed.

import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { IS_DEEP } from "../../deep.ts";
import { chanceOf } from "../../faults/sample.ts";
import { later, passTime } from "../../fixture/recall-project.ts";
import { findText } from "../../fixture/tree.ts";
import { FILE_ATTACKS, STATEMENT_ATTACKS } from "./fresh-attacks.ts";
import { ALONE, assertGone, FIFTEENTH, freshSample, TARGETS, type Target, warmUp } from "./fresh-sample.ts";

const project = await freshSample({ after });

/** By the first every file is old; by the second every file is too new to be told from its next version. */
const CLOCKS: readonly (() => string)[] = [later, () => "2026-05-01T12:00:00Z"];

type Way = { readonly target: Target; readonly clock: () => string };
const WAYS: readonly Way[] = TARGETS.flatMap((target) => CLOCKS.map((clock) => ({ target, clock })));

/** In the quick gate with each target and each clock once. */
async function inEachWay(
  t: TestContext,
  check: (target: Target, now: string) => Promise<void>,
): Promise<void> {
  const isCrossed = chanceOf(t)() < 0.5;
  const isTried = (_: Way, index: number): boolean => IS_DEEP || (index === 0 || index === 3) !== isCrossed;
  for (const { target, clock } of WAYS.filter(isTried)) {
    const now = clock();
    await warmUp(project, target, now);
    await passTime();
    await check(target, now);
  }
}

for (const [what, attack] of Object.entries(FILE_ATTACKS)) {
  test(`a memory that was ${what} since the last recall is not shown`, (t) =>
    inEachWay(t, async (target, now) => {
      attack(project, target.id);
      await assertGone(project, target, { now });
      await assertGone(project, target, { now });
    }));
}

for (const [what, attack] of Object.entries(STATEMENT_ATTACKS)) {
  test(`a memory whose statements were ${what} since the last recall is not shown`, (t) =>
    inEachWay(t, async (target, now) => {
      attack(project, target.id);
      const others = what.startsWith("swapped") ? 18 : 19;
      await assertGone(project, target, { now, others });
      await assertGone(project, target, { now, others });
    }));
}

for (const [command, ...more] of [["retire"], ["archive"], ["demote", "--reason", "wrong"]]) {
  test(`after ${command} a memory is not shown`, (t) =>
    inEachWay(t, async (target, now) => {
      await project.done([command ?? "", target.id, ...more], { now });
      await assertGone(project, target, { now });
    }));
}

test("after forget a memory is not shown, and none of its words is in any file", async (t) => {
  await inEachWay(t, async (target, now) => {
    await project.done(["forget", target.id, "--reason", "asked for", "--as-test-person"], { now });
    await assertGone(project, target, { now });
    const words = target === ALONE ? ["wombat", "Wombat", "grass"] : ["Quokkaf", "quokkaf"];
    for (const place of [project.top, project.credenceHome]) {
      for (const word of words) assert.deepEqual(findText(place, word), [], word);
    }
  });
});

test("a change that keeps what was vouched for keeps the memory", async () => {
  await warmUp(project, FIFTEENTH);
  await project.done(["archive", FIFTEENTH.id]);
  await project.done(["unarchive", FIFTEENTH.id]);
  const { ids } = await project.recall(FIFTEENTH.prompt);
  assert.equal(ids.length, 20);
});
