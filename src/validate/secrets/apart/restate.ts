// A secret that does not stand beside its name: on the next line, in a fenced block, under a heading, in a column of a table,
// behind an account, or before "is the password". Each is said once more as `name: value`, which the rules know how to judge, so
// that what they spare beside a name is spared here too.

import { BELOW_PATTERNS, readBelow } from "./below.ts";
import { listCandidates } from "./candidates.ts";
import { CLAUSE_PATTERNS, readAnswers, readClause } from "./clause.ts";
import { LINE_CHARS_MAX, lineAt, type NamedPattern, type Restated } from "./lines.ts";
import { LOGIN_PATTERNS, restateLogins } from "./login.ts";
import { REVERSED_PATTERNS, readReversed } from "./reversed.ts";
import { restateStrays, STRAY_PATTERNS } from "./stray.ts";
import { readTable, TABLE_PATTERNS } from "./table.ts";
import { TELLING, TELLING_PATTERNS, type TellingLine } from "./telling.ts";

/** In the order of the text. */
export function restateSecrets(text: string, tellingLines: readonly TellingLine[]): Restated[] {
  const found = [...restateNamed(text, tellingLines), ...restateLogins(text), ...restateStrays(text)];
  return found.sort((a, b) => a.start - b.start);
}

function restateNamed(text: string, tellingLines: readonly TellingLine[]): Restated[] {
  const found: Restated[] = [];
  let next = 0;
  for (const { start, isCertain } of tellingLines) {
    const line = lineAt(text, start);
    const candidates = listCandidates(line.text);
    if (candidates.length > 0) found.push(...readClause(line, candidates));
    found.push(...readAnswers(text, line));
    if (start < next || line.end - line.start > LINE_CHARS_MAX) continue;
    if (!isCertain && !TELLING.test(line.text)) continue;
    const table = readTable(text, line);
    const reversed = table === null && candidates.length > 0 ? readReversed(line) : [];
    found.push(...(table?.cells ?? readBelow(text, line)), ...reversed);
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
  ...CLAUSE_PATTERNS,
  ...STRAY_PATTERNS,
];
