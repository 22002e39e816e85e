// A secret that does not stand beside its name: on the next line, in a fenced block, under a heading, in a column of a table,
// behind an account, or before "is the password". Each is said once more as `name: value`, which the rules know how to judge, so
// that what they spare beside a name is spared here too.

import { BELOW_PATTERNS, readBelow } from "./below.ts";
import { LINE_CHARS_MAX, lineAt, type NamedPattern, type Restated } from "./lines.ts";
import { LOGIN_PATTERNS, restateLogins } from "./login.ts";
import { REVERSED_PATTERNS, readReversed } from "./reversed.ts";
import { readTable, TABLE_PATTERNS } from "./table.ts";
import { TELLING, TELLING_PATTERNS } from "./telling.ts";

/** In the order of the text. `tellingLines` are where the lines begin that hold a telling word. */
export function restateSecrets(text: string, tellingLines: readonly number[]): Restated[] {
  const found = [...restateNamed(text, tellingLines), ...restateLogins(text)];
  return found.sort((a, b) => a.start - b.start);
}

function restateNamed(text: string, tellingLines: readonly number[]): Restated[] {
  const found: Restated[] = [];
  let next = 0;
  for (const start of tellingLines) {
    if (start < next) continue;
    const line = lineAt(text, start);
    if (line.end - line.start > LINE_CHARS_MAX || !TELLING.test(line.text)) continue;
    const table = readTable(text, line);
    found.push(...(table?.cells ?? [...readBelow(text, line), ...readReversed(line)]));
    next = table?.end ?? line.end;
  }
  return found;
}

/** For the proof that each is linear, as those of the rules are. */
export const RESTATE_PATTERNS: readonly NamedPattern[] = [
  ...TELLING_PATTERNS,
  ...BELOW_PATTERNS,
  ...REVERSED_PATTERNS,
  ...TABLE_PATTERNS,
  ...LOGIN_PATTERNS,
];
