// Time that grows with the text and no faster. A ratio of two sizes in one process, so that a slow machine changes
// nothing; quadratic work would give 64 where 8 is expected. CPU time, so that a busy machine changes nothing either.

import assert from "node:assert/strict";

const SMALL_CHARS = 8 * 1024;
const LARGE_CHARS = 64 * 1024;
const RATIO_MAX = 40;
/** Below this the clock says more about the machine than about the code. */
const FLOOR_MS = 1;

export function assertLinear(make: (chars: number) => string, run: (text: string) => unknown): void {
  const small = make(SMALL_CHARS);
  const large = make(LARGE_CHARS);
  const smallMs = bestOf(() => run(small));
  const largeMs = bestOf(() => run(large));
  const ratio = largeMs / Math.max(smallMs, FLOOR_MS);
  assert.ok(
    ratio < RATIO_MAX,
    `8 times the text took ${ratio.toFixed(1)} times as long (${largeMs.toFixed(1)} ms)`,
  );
}

function bestOf(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round += 1) {
    const before = process.cpuUsage();
    run();
    best = Math.min(best, process.cpuUsage(before).user / 1_000);
  }
  return best;
}
