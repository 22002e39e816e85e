import assert from "node:assert/strict";
import { test } from "node:test";
import { createOverlap } from "../../../src/observer/model/text-overlap.ts";

const MEMORY =
  "Deployments happen on Fridays before noon. Why: the team is there. How to apply: plan for it.";

test("a text that stands in another one, in other clothes, is there as a whole", () => {
  const shares = createOverlap([MEMORY, "**deployments** happen on FRIDAYS, before noon"])(MEMORY);
  assert.deepEqual(shares, [1, 1]);
});

test("what only shares words or a topic is not there", () => {
  const [share = 1] = createOverlap([
    "Fridays are for reviews, and the team does not deploy before noon then.",
  ])(MEMORY);
  assert.ok(share < 0.2, String(share));
  assert.deepEqual(createOverlap(["", "x", "日本語 の 文"])(MEMORY), [0, 0, 0]);
});
