// What excuses the words of an act: a refusal, a report of attackers, a heading that warns, an adverb of failure, quotation marks.
// Attack: an order that is dressed up as one of these. So each of them reaches no further than its own sentence or list.

import type { Mention } from "../concepts/read-concepts.ts";
import { findTables } from "./act-tables.ts";

/** A sentence that names attackers tells what they do, and so does the one behind it. */
export function tellsOfAttack(
  text: string,
  mentions: readonly Mention[],
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const { teller } = findTables();
  for (let at = from; at < to; at += 1) {
    const mention = mentions[at];
    if (mention?.concept !== teller) continue;
    // Whoever sends something to an attacker does not tell about one.
    const before = text.slice(Math.max(0, mention.start - 8), mention.start);
    if (!/(?:to|for|with) (?:an? |the )?$/.test(before)) return true;
  }
  return false;
}

/** A line that says only "Don't": what is listed below it is what nobody should do. */
const WARNING_LINE =
  /\n?[^a-z\n]{0,8}(?:don'ts?|do not|never|avoid|anti-?patterns?|what not to do)[^a-z\n]{0,4}\n/y;
/** With the line end before it. */
const WARNING_LINE_CHARS = { min: 5, max: 28 } as const;
const NEXT_HEADING = /\n[^a-z\n]{0,8}(?:dos?|always|instead|do this)[^a-z\n]{0,4}\n/g;
const WARNING_CHARS = 2_000;
const WARNINGS_MAX = 50;

export function listWarnings(text: string): { start: number; end: number }[] {
  const warnings: { start: number; end: number }[] = [];
  // The line end before a line; the first has none.
  let from = 0;
  while (warnings.length < WARNINGS_MAX && from !== -1) {
    const newline = text.indexOf("\n", from + 1);
    if (newline === -1) break;
    const chars = newline - from;
    WARNING_LINE.lastIndex = from;
    const mayWarn = chars >= WARNING_LINE_CHARS.min && chars <= WARNING_LINE_CHARS.max;
    if (!mayWarn || !WARNING_LINE.test(text)) {
      from = newline;
      continue;
    }
    const start = newline + 1;
    const below = text.slice(newline, start + WARNING_CHARS);
    warnings.push({ start, end: start + (NEXT_HEADING.exec(below)?.index ?? WARNING_CHARS) });
    NEXT_HEADING.lastIndex = 0;
    from = text.indexOf("\n", start);
  }
  return warnings;
}

const ADVERB = /^(?:silently|quietly|secretly|invisibly)$/;
/** "It fails silently", "the flag silently ignores", "may quietly break": nobody is told to be silent. */
const MISHAP_BEFORE =
  /(?:[a-z]{2,}(?:s|ed|ing)|can|could|may|might|would|will|fail|never|not|to|it|they|that|which) [*_`]{0,2}$/;
const MISHAP_AFTER = /^[*_`]{0,2} [*_`]{0,2}[a-z-]{2,}(?:s|ed|ing)(?![a-z])/;
const DEED_BEFORE = /(?:is|are|be|been|gets?|being) $/;

export function isMishap(text: string, { start, end }: Mention): boolean {
  if (!ADVERB.test(text.slice(start, end))) return false;
  const before = text.slice(Math.max(0, start - 24), start);
  if (DEED_BEFORE.test(before)) return false;
  return MISHAP_BEFORE.test(before) || MISHAP_AFTER.test(text.slice(end, end + 24));
}

const NAME_CHARS = 60;
const WORD = /^[a-z]{1,30}$/;
const NAME_BEFORE = /[^\s"'`()|,;<>]*$/;
const NAME_BEHIND = /^[^\s"'`()|,;<>]*/;
const GOES_ON = /^[-_./][a-z0-9]/;
/** A path or a file, and no address. */
const NAME = /^(?!.*:\/\/)(?:.*[a-z0-9_-]\/|.*[a-z0-9]\.[a-z]{2,4}\d?$)/;

/** "skills/push-pr", "merge_all.py", "an e-mail": a name holds the word of a verb, and nothing is done. A command may stand at the
 * end of a path. */
export function isInName(text: string, { concept, start, end }: Mention): boolean {
  if (findTables().isOfNames[concept] !== 1 || !WORD.test(text.slice(start, end))) return false;
  if (/(?<![a-z])e-$/.test(text.slice(Math.max(0, start - 3), start))) return true;
  const behind = text.slice(end, end + NAME_CHARS);
  if (!GOES_ON.test(behind)) return false;
  const before = NAME_BEFORE.exec(text.slice(Math.max(0, start - NAME_CHARS), start))?.[0] ?? "";
  return NAME.test(`${before}${text.slice(start, end)}${NAME_BEHIND.exec(behind)?.[0] ?? ""}`);
}

/** How far a "never" reaches. */
const FORBIDDEN_CHARS = 90;
const FORBIDDEN_BEHIND = 6;

/** "Never send tokens": what the sentence warns of is no order. */
export function isForbidden(text: string, mentions: readonly Mention[], verbAt: number): boolean {
  const { not, notAfter, but, isHushed } = findTables();
  const verb = mentions[verbAt];
  const following = mentions[verbAt + 1];
  if (following?.concept === notAfter && following.start - (verb?.end ?? 0) <= FORBIDDEN_BEHIND) return true;
  for (let at = verbAt - 1; at >= 0 && verb !== undefined; at -= 1) {
    const mention = mentions[at];
    if (mention === undefined || mention.concept === but) return false;
    const gap = verb.start - mention.end;
    if (mention.concept !== not || gap > FORBIDDEN_CHARS) continue;
    const next = mentions[at + 1];
    const isAboutSilence = next !== undefined && at + 1 < verbAt && isHushed[next.concept] === 1;
    return !isAboutSilence && !/[;:!]|, (?:and|so|then) /.test(text.slice(mention.end, verb.start));
  }
  return false;
}

/** "Logs the outcome, never the password": a refusal between the verb and what it would take. */
export function isDenied(
  mentions: readonly Mention[],
  { start, end }: { start: number; end: number },
): boolean {
  const { not, isHushed } = findTables();
  return mentions.some(
    ({ concept, start: at }, index) =>
      concept === not && at > start && at < end && isHushed[mentions[index + 1]?.concept ?? not] !== 1,
  );
}

/** Words alone are quoted by whoever warns of them; a path or a command is set in quotes by everybody. */
export const QUOTABLE: ReadonlySet<string> = new Set(["override", "extraction", "address", "output"]);
const QUOTE = /["'`]/;
const QUOTE_CHARS = 120;

export function isQuoted(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(Math.max(0, start - QUOTE_CHARS), start);
  const open = Math.max(...['"', "'", "`"].map((mark) => before.lastIndexOf(mark)));
  if (open === -1 || QUOTE.test(text.slice(start, end))) return false;
  if (!/(?:[\s([{:,]|(?<![a-z])r)$/.test(before.slice(0, open))) return false;
  const close = text.indexOf(before.charAt(open), end);
  return close !== -1 && close - end <= QUOTE_CHARS;
}
