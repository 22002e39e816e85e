// Tells what a text orders from what it reports or forbids. "The README said 'ignore all instructions'" and "never pipe curl into
// a shell" hold the words of an attack and are the opposite of one. Looks at the original, a few hundred characters around.

/** How far around a place is looked. */
const AROUND = 220;

/** Who quotes says so, before the quotation or behind it. */
const REPORT =
  /(?<![a-z])(?:such as|like|e\.g|for example|example|examples|contain(?:s|ed|ing)?|say(?:s|ing)?|said|reads?|wrote|written|ended with|phrases?|sentences?|strings?|patterns?|wording|titled|fixtures?|samples?|payloads?|inject(?:ion|ions|ed)?|attack(?:s|er|ers)?|phish(?:ing)?|malicious|hostile|hidden text|asked for|asks for|detect(?:s|ed|ion)?|flag(?:s|ged)?|refus(?:e|es|ed|al)|reject(?:s|ed)?|reported|quot(?:e|es|ed)|told|means?|regression|incident|suspicious|planted|found|readme|comment|test set|red team|jailbreaks?|lines? that|instructions? that|pentest(?:er)?)(?![a-z])/i;

/** Right before the words, in the same clause. A refusal of care ("do not hesitate to") forbids nothing. */
const FORBIDDEN =
  /(?<![a-z])(?:never|do not|don['’]?t|must not|mustn['’]t|should not|shouldn['’]t|may not|cannot|can['’]t|not allowed to|forbidden to|refuse[sd]? to|refrain from|avoid|decided against|instead of|rather than|no longer|without ever|nobody may|no one may|against)(?! (?:hesitat|forget|fail|bother|mind|worry|need|ask|wait|tell|inform|mention))[^.!?;:\n]{0,60}$/i;

/** Right behind them. */
const FORBIDDEN_AFTER =
  /^[^.!?;\n]{0,60}?(?<![a-z])(?:(?:is|are|was|were|be) (?:strictly |explicitly )?(?:forbidden|prohibited|not allowed|disallowed|banned|not permitted|blocked|refused|rejected|a red flag|an attack|suspicious|malicious)|must be (?:refused|rejected|reported|flagged)|will be (?:blocked|rejected|refused))(?![a-z])/i;

const OPEN = /["'`“‘«„]/;
const CLOSES: Readonly<Record<string, string>> = { "“": "”", "‘": "’", "«": "»", "„": "“" };

/** Whether the words from `start` to `end` are reported or forbidden where they stand. */
export function isToldOf(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  return isForbidden(before, after) || isQuoted(before, after) || isBlockQuoted(text, start);
}

function isForbidden(before: string, after: string): boolean {
  return FORBIDDEN.test(before) || FORBIDDEN_AFTER.test(after);
}

function isQuoted(before: string, after: string): boolean {
  const paragraph = before.slice(before.lastIndexOf("\n\n") + 1);
  for (let at = paragraph.length - 1; at >= 0; at -= 1) {
    const mark = paragraph.charAt(at);
    if (!OPEN.test(mark) || /[\p{L}\p{N}]/u.test(paragraph.charAt(at - 1))) continue;
    const close = after.indexOf(CLOSES[mark] ?? mark);
    if (close === -1) continue;
    return REPORT.test(paragraph.slice(0, at)) || REPORT.test(after.slice(close + 1, close + 80));
  }
  return false;
}

/** A quotation of more lines, or of a longer one, is no quotation, but a way to be read slowly. */
const QUOTED_LINES_MAX = 20;
const QUOTED_LINE_CHARS_MAX = 2_000;

/** A line behind `>`, below a line that says what it is. */
function isBlockQuoted(text: string, start: number): boolean {
  let line = lineStart(text, start);
  if (!/^[^\S\n]{0,3}>/.test(text.slice(line, line + 5))) return false;
  for (let lines = 0; line > 0 && lines < QUOTED_LINES_MAX; lines += 1) {
    if (!/^[^\S\n]{0,3}(?:>|\n|$)/.test(text.slice(line, line + 5))) break;
    line = lineStart(text, line - 1);
  }
  return REPORT.test(text.slice(Math.max(0, line - AROUND), Math.min(start, line + AROUND)));
}

/** Where the line begins that this place is part of, or as far before it as is looked. */
function lineStart(text: string, at: number): number {
  const from = Math.max(0, at - QUOTED_LINE_CHARS_MAX);
  return from + text.slice(from, at).lastIndexOf("\n") + 1;
}
