// Finds the stretches of a text that could be base64 or hexadecimal, and tells those that could be words in disguise from
// the paths, names and keys that most of them are. Looking only at every n-th character, it reads a fraction of what a
// pattern would: a run as long as we want cannot hide between two looks.

import { readUnits } from "../../units.ts";

const RUN_CHARS_MIN = 24;

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_";
const NO_DIGIT = 0xff;
/** Character below 128 → what it is worth in base64, either alphabet. */
const WORTH = new Uint8Array(128).fill(NO_DIGIT);
for (const [worth, character] of Array.from(DIGITS).entries()) {
  WORTH[character.charCodeAt(0)] = worth < 64 ? worth : worth - 2;
}

export type Run = { readonly start: number; readonly end: number };

export function findLongRuns(text: string): Run[] {
  const units = readUnits(text);
  const runs: Run[] = [];
  let start = 0;
  while (start + RUN_CHARS_MIN <= text.length) {
    // Backwards from where the run would have to reach: the first gap met is the last one before that place.
    let gap = start + RUN_CHARS_MIN - 1;
    while (gap >= start && worthOf(units[gap] ?? 0) !== NO_DIGIT) gap -= 1;
    if (gap >= start) {
      start = gap + 1;
      continue;
    }
    let end = start + RUN_CHARS_MIN;
    while (worthOf(units[end] ?? 0) !== NO_DIGIT) end += 1;
    while (units[end] === EQUALS) end += 1;
    runs.push({ start, end });
    start = end;
  }
  return runs;
}

const EQUALS = 0x3d;

function worthOf(code: number): number {
  return code < 128 ? (WORTH[code] ?? NO_DIGIT) : NO_DIGIT;
}

/** No more of a run is ever decoded. */
const RUN_CHARS_MAX = 4_000;

/** False where the run decodes to no readable text, neither from base64 nor from hexadecimal. */
export function mayBeText(text: string, { start, end }: Run): boolean {
  let bits = 0;
  let count = 0;
  const seen = { printable: 0, bytes: 0, spaces: 0 };
  let isHex = true;
  for (let at = start; at < end && at - start < RUN_CHARS_MAX; at += 1) {
    const worth = worthOf(text.charCodeAt(at));
    if (worth === NO_DIGIT) break;
    isHex &&= isHexDigit(text.charCodeAt(at)) || (at === start + 1 && text.charAt(at) === "x");
    bits = ((bits << 6) | worth) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    countByte(seen, (bits >> count) & 0xff);
  }
  return isHex || isMostlyText(seen);
}

type Seen = { printable: number; bytes: number; spaces: number };

function countByte(seen: Seen, byte: number): void {
  seen.bytes += 1;
  if ((byte >= 0x20 && byte < 0x7f) || byte === 0x0a) seen.printable += 1;
  if (byte === 0x20) seen.spaces += 1;
}

/** In UTF-8 no more bytes than this are one unit, be they a character or none. */
const BYTES_PER_UNIT_MAX = 3;

/** Words have spaces between them; and of random bytes most are outside printable ASCII. */
function isMostlyText({ printable, bytes, spaces }: Seen): boolean {
  const unitsMin = printable + (bytes - printable) / BYTES_PER_UNIT_MAX;
  return spaces > 0 && printable > PRINTABLE_SHARE_MIN * unitsMin;
}

/** Of what an encoded text decodes to. */
export const PRINTABLE_SHARE_MIN = 0.9;

function isHexDigit(code: number): boolean {
  const small = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (small >= 0x61 && small <= 0x66);
}
