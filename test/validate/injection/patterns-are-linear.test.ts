// Two proofs: recheck looks for an attack on each pattern, and the clock looks at texts made of what the samples almost
// are. The clock only compares a text with a longer one, so no machine is too slow.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSync } from "recheck";
import { checkInjection } from "../../../src/validate/check-injection.ts";
import { INJECTION_RULES } from "../../../src/validate/injection/index.ts";
import { scanText } from "../../../src/validate/scan.ts";
import { NO_CONTEXT } from "../../../src/validate/verdict.ts";
import { BOUNDS } from "../recheck-bounds.ts";

test("recheck finds no attack on any pattern", () => {
  for (const { id, pattern } of INJECTION_RULES) {
    assert.equal(checkSync(pattern.source, pattern.flags, BOUNDS).status, "safe", id);
  }
});

test("no pattern has an unbounded quantifier", () => {
  for (const { id, pattern } of INJECTION_RULES) {
    // Inside a class the marks are themselves; a quantifier follows something and is not escaped.
    const outside = pattern.source.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
    assert.doesNotMatch(outside, /[^(|][*+]|\{\d+,\}/, id);
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

type Scan = (text: string) => void;

function measure(scan: Scan, text: string): number {
  const before = process.cpuUsage();
  scan(text);
  return process.cpuUsage(before).user / 1_000;
}

/** Other processes make a measurement slower, and never all six pairs of them in the same way. */
const ATTEMPTS = 6;

function assertLinear(scan: Scan, unit: string): void {
  const whole = fill(unit, 4 * QUARTER_CHARS);
  const quarter = whole.slice(0, QUARTER_CHARS);
  let seen = "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const longer = measure(scan, whole);
    if (longer < FLOOR_MS) return;
    const shorter = measure(scan, quarter);
    if (longer <= shorter * GROWTH_MAX) return;
    seen = `${shorter} ms became ${longer} ms`;
  }
  assert.fail(`${seen} on ${JSON.stringify(unit)}`);
}

test("every rule is linear on near misses of its own samples", () => {
  for (const rule of INJECTION_RULES) {
    for (const sample of rule.catches)
      assertLinear((text) => scanText([rule], text), `${sample.toLowerCase().slice(0, -3)} `);
  }
});

const DISGUISED: readonly string[] = [
  "i g ",
  "i-",
  "ｉ",
  "a\u200b",
  "іg",
  "&#105;",
  "%69",
  "1a",
  "a**",
  "приве ",
  "a\u0336",
  "ﷺ",
  "\udb40",
];
const MARKS: readonly string[] = [
  "a",
  " ",
  "\n",
  "\n> ",
  "<",
  "[",
  "![",
  "aA1+",
  "忽略",
  "😀",
  "\u202e",
  "\ufe0f",
  "\u061c",
  "\x1b",
];

test("the whole check is linear on disguises and on single marks", () => {
  const check: Scan = (text) => void checkInjection("note.md", text, NO_CONTEXT);
  for (const unit of [...DISGUISED, ...MARKS]) assertLinear(check, unit);
});
