// Every target on every run: its corpus, in which each finding stays, and some inputs that follow from a seed. `npm run fuzz` goes on
// for hours along the same road.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { runTarget } from "./run-target.ts";
import { TARGETS } from "./targets.ts";

/** Fixed, so that a run says the same everywhere; whoever sets another one goes another road. */
const SEED = Number(process.env["CREDENCE_TEST_SEED"] ?? 20_260_501);
const TIMES = IS_DEEP ? 25 : 1;

for (const target of TARGETS)
  test(`${target.name}: ${target.promises}`, async (t) => {
    const opened = await target.open({ after });
    if ("missing" in opened) {
      t.diagnostic(`not tried here: ${opened.missing}`);
      return;
    }
    const running = runTarget(target, opened, { seed: SEED });
    assert.ok(running.corpus > 0, "its corpus is empty");
    const replayed = await running.replay();
    assert.equal(
      replayed.inputs + replayed.findings.length,
      running.corpus,
      "the corpus has what is no input",
    );
    const tried = await running.go({ inputs: target.quick * TIMES });
    const findings = [...replayed.findings, ...tried.findings];
    assert.deepEqual(
      findings.map(({ by, says, input }) => `${by}: ${says}\n${JSON.stringify(input)}`),
      [],
    );
    t.diagnostic(`${running.corpus} of the corpus, then ${tried.inputs} in ${tried.seconds.toFixed(1)} s`);
  });
