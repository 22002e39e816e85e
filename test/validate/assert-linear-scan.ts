// A scan that takes four times as long for four times the text, and not sixteen times. The clock only compares a text with a
// longer one, so no machine is too slow.

import assert from "node:assert/strict";
import { IS_DEEP } from "../deep.ts";

export type Scan = (text: string) => void;

/** What grows by squares takes sixteen times as long for four times the text, at either size. */
const QUARTER_CHARS = (IS_DEEP ? 256 : 32) * 1024;
/** Four times the text may take four times as long, and almost twice that for the noise of a busy machine. */
const GROWTH_MAX = 4 * 1.8;
/** Below this, a measurement is noise. */
const FLOOR_MS = IS_DEEP ? 80 : 10;
/** Other processes make a measurement slower, and never all pairs of them in the same way. */
const ATTEMPTS = 6;

/** One pass over a quarter shows whether it is worth measuring. */
export function assertLinearIfSlow(scan: Scan, unit: string): void {
  if (measureOnce(scan, fill(unit, QUARTER_CHARS)) > FLOOR_MS / 2) assertLinearScan(scan, unit);
}

/** On a text that is this unit over and over. */
export function assertLinearScan(scan: Scan, unit: string): void {
  const whole = fill(unit, 4 * QUARTER_CHARS);
  const quarter = whole.slice(0, QUARTER_CHARS);
  let seen = "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const longer = measureOnce(scan, whole);
    if (longer < FLOOR_MS) return;
    // The better of two: a slow one would excuse whatever the longer text took.
    const shorter = Math.min(measureOnce(scan, quarter), measureOnce(scan, quarter));
    if (longer <= shorter * GROWTH_MAX) return;
    seen = `${shorter} ms became ${longer} ms`;
  }
  assert.fail(`${seen} on ${JSON.stringify(unit)}`);
}

function fill(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

function measureOnce(scan: Scan, text: string): number {
  const before = process.cpuUsage();
  scan(text);
  return process.cpuUsage(before).user / 1_000;
}
