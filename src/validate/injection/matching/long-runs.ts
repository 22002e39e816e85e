// Finds the stretches of a text that could be base64 or hexadecimal. Looking only at every n-th character, it reads a
// fraction of what a pattern would: a run as long as we want cannot hide between two looks.

const RUN_CHARS_MIN = 24;

const IS_ENCODED = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-") {
  IS_ENCODED[character.charCodeAt(0)] = 1;
}

export type Run = { readonly start: number; readonly end: number };

export function findLongRuns(text: string): Run[] {
  const runs: Run[] = [];
  let start = 0;
  while (start + RUN_CHARS_MIN <= text.length) {
    // Backwards from where the run would have to reach: the first gap met is the last one before that place.
    let gap = start + RUN_CHARS_MIN - 1;
    while (gap >= start && isEncoded(text, gap)) gap -= 1;
    if (gap >= start) {
      start = gap + 1;
      continue;
    }
    let end = start + RUN_CHARS_MIN;
    while (end < text.length && isEncoded(text, end)) end += 1;
    while (text.charCodeAt(end) === 0x3d && end < text.length) end += 1;
    runs.push({ start, end });
    start = end;
  }
  return runs;
}

function isEncoded(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && IS_ENCODED[code] === 1;
}
