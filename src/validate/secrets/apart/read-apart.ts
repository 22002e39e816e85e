// A secret that no pattern of a rule reaches: in the clause that names it, on the next line, in a fenced block, under a heading, in a
// column of a table, behind an account, or with nothing beside it at all.

import { BELOW_PATTERNS, readBelow } from "./below.ts";
import { listCandidates } from "./candidates.ts";
import { CLAUSE_PATTERNS, readAnswers, readClause } from "./clause.ts";
import { LINE_CHARS_MAX, lineAt, type NamedPattern, type Told } from "./lines.ts";
import { readStrays, STRAY_PATTERNS } from "./stray.ts";
import { readTable, TABLE_PATTERNS } from "./table.ts";
import { TELLING_PATTERNS } from "./telling.ts";

/** `tellingLines` are the places where lines begin that hold a telling word, in order. */
export function readApart(text: string, tellingLines: readonly number[]): Told[] {
  const found = readStrays(text);
  let next = 0;
  for (const start of tellingLines) {
    const line = lineAt(text, start);
    const candidates = listCandidates(line.text);
    if (candidates.length > 0) found.push(...readClause(line, candidates));
    found.push(...readAnswers(text, line));
    if (start < next || line.text.length > LINE_CHARS_MAX) continue;
    const table = readTable(text, line);
    found.push(...(table?.cells ?? readBelow(text, line)));
    next = table?.end ?? line.end;
  }
  return found;
}

/** For the proof that each is linear, as those of the rules are. */
export const APART_PATTERNS: readonly NamedPattern[] = [
  ...TELLING_PATTERNS,
  ...BELOW_PATTERNS,
  ...TABLE_PATTERNS,
  ...CLAUSE_PATTERNS,
  ...STRAY_PATTERNS,
];
