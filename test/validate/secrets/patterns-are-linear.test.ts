// Two proofs for each pattern: recheck looks for an attack, and the clock looks at texts made of the rule's own keywords
// and of what its samples almost are. The clock only compares a text with a longer one, so no machine is too slow.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSync } from "recheck";
import { scanText } from "../../../src/validate/scan.ts";
import { SECRET_RULES } from "../../../src/validate/secrets/index.ts";
import { BOUNDS } from "../recheck-bounds.ts";

test("recheck finds no attack on any pattern", () => {
  for (const { id, pattern } of SECRET_RULES) {
    const { status } = checkSync(pattern.source, pattern.flags.replace("d", ""), BOUNDS);
    assert.equal(status, "safe", id);
  }
});

const QUARTER_CHARS = 256 * 1024;
/** Four times the text may take four times as long, and almost twice that for the noise of a busy machine. */
const GROWTH_MAX = 4 * 1.8;
/** Below this, a measurement is noise. */
const FLOOR_MS = 80;

function fill(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** The better of two: other processes can only make it slower. */
function measure(scan: () => void): number {
  const times = [1, 2].map(() => {
    const before = process.cpuUsage();
    scan();
    return process.cpuUsage(before).user / 1_000;
  });
  return Math.min(...times);
}

function assertLinear(scan: (text: string) => void, unit: string): void {
  const whole = fill(unit, 4 * QUARTER_CHARS);
  const longer = measure(() => scan(whole));
  if (longer < FLOOR_MS) return;
  const shorter = measure(() => scan(whole.slice(0, QUARTER_CHARS)));
  assert.ok(longer <= shorter * GROWTH_MAX, `${shorter} ms became ${longer} ms on ${JSON.stringify(unit)}`);
}

test("no rule is slow on a text of its own keywords or near misses", () => {
  for (const rule of SECRET_RULES) {
    const keywords = rule.keywords.slice(0, 2).map((keyword) => `${keyword}=`);
    const nearMisses = rule.catches.slice(0, 2).map((sample) => sample.slice(0, -3));
    const scan = (text: string) => scanText([rule], text);
    for (const unit of [...keywords, ...nearMisses]) {
      // One pass over a quarter shows what may be slow; only that is measured.
      const before = process.cpuUsage();
      scan(fill(unit, QUARTER_CHARS));
      if (process.cpuUsage(before).user / 1_000 > FLOOR_MS / 2) assertLinear(scan, unit);
    }
  }
});

test("the whole set stays linear on the texts that cost it most", () => {
  const units = [
    "a",
    "aA1",
    "pwd ",
    'pwd="',
    "secret_=",
    "key: ",
    "password is ",
    "://a:",
    "a@",
    "<redacted>",
    "\n",
    "=",
  ];
  for (const unit of units) assertLinear((text) => scanText(SECRET_RULES, text), unit);
});
