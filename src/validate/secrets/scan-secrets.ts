// Runs our own rules over a text. JSON and logs escape a line break, whose letter then precedes the following text
// (`\nghp_…`), so lines with an escaped break are scanned once more with spaces in their place. Secrets that no pattern
// reaches are read apart.

import { lastNotAbove } from "../position.ts";
import type { Rule } from "../rule.ts";
import { type Hit, type ScanOptions, scanText, type Watch } from "../scan.ts";
import { readApart } from "./apart/read-apart.ts";
import { watchTelling } from "./apart/telling.ts";
import { CONTEXT_RULES, PERSONAL_RULES, SPECIFIC_RULES } from "./index.ts";
import { PRESET_FORMS } from "./preset-forms.ts";

const RULES = [...SPECIFIC_RULES, ...CONTEXT_RULES, ...PRESET_FORMS];
const STRICT_RULES = [...RULES, ...PERSONAL_RULES];

/** The fast way, for redacting captured text: synchronous, and with every hit, because a missed one is written to disk.
 * `strict` includes personal data. */
export function scanSecrets(text: string, strict = false): Hit[] {
  return dropTold(
    scanWith(strict ? STRICT_RULES : RULES, text, { hitsPerRuleMax: Number.POSITIVE_INFINITY }),
  );
}

const FORMS = new Set(PRESET_FORMS);
/** For the results of `readApart`, as for those of a rule. */
const HITS_PER_RULE_MAX = 100;

/** A form adds nothing inside a hit of our own rules. Hits come in the order of their positions. */
function dropTold(hits: readonly Hit[]): Hit[] {
  const own = hits.filter(({ rule }) => !FORMS.has(rule));
  let [next, told] = [0, 0];
  return hits.filter(({ rule, start, end }) => {
    for (; (own[next]?.start ?? Number.POSITIVE_INFINITY) <= start; next += 1)
      told = Math.max(told, own[next]?.end ?? 0);
    return !FORMS.has(rule) || end > told;
  });
}

export function scanWith(rules: readonly Rule[], text: string, options: ScanOptions = {}): Hit[] {
  const { hitsPerRuleMax = HITS_PER_RULE_MAX } = options;
  const telling = watchTelling(text);
  const hits = scanText(rules, text, { hitsPerRuleMax, watch: joinWatches(telling, options.watch) });
  const apart = readApart(text, telling.listLines()).flatMap(({ rule: id, value, start }) => {
    const rule = rules.find((each) => each.id === id);
    return rule === undefined ? [] : [{ rule, value, start, end: start + value.length }];
  });
  const added = [...apart.slice(0, hitsPerRuleMax), ...scanSpelled(rules, text, hitsPerRuleMax)];
  if (added.length === 0) return hits;
  const keyOf = ({ rule, start, end }: Hit): string => `${rule.id} ${start} ${end}`;
  const all = new Map([...hits, ...added].map((hit) => [keyOf(hit), hit]));
  return [...all.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

type JoinedWords = {
  /** The keywords of both lists. */
  readonly keywords: readonly string[];
  /** For each keyword, its index in either list, or -1. */
  readonly ofTelling: readonly number[];
  readonly ofOther: readonly number[];
};

/** Kept for as long as the second list exists. */
const joinedWords = new WeakMap<readonly string[], JoinedWords>();

function joinWords(telling: readonly string[], other: readonly string[]): JoinedWords {
  const known = joinedWords.get(other);
  if (known !== undefined) return known;
  const keywords = [...new Set([...telling, ...other])];
  const ofTelling = keywords.map((keyword) => telling.indexOf(keyword));
  const ofOther = keywords.map((keyword) => other.indexOf(keyword));
  const joined = { keywords, ofTelling, ofOther };
  joinedWords.set(other, joined);
  return joined;
}

function joinWatches(telling: Watch, other: Watch | undefined): Watch {
  if (other === undefined) return telling;
  const { keywords, ofTelling, ofOther } = joinWords(telling.keywords, other.keywords);
  return {
    keywords,
    onKeyword: (keyword, at) => {
      const told = ofTelling[keyword] ?? -1;
      const watched = ofOther[keyword] ?? -1;
      const isTold = told !== -1 && telling.onKeyword(told, at);
      return (watched !== -1 && other.onKeyword(watched, at)) || isTold;
    },
  };
}

/** A line with an escaped break, with spaces in its place. */
type Line = { readonly text: string; readonly start: number };

const SPELLED = /\\[nrt]/g;

function findSpelled(text: string): Line[] {
  const lines: Line[] = [];
  for (let at = text.indexOf("\\"); at !== -1; at = text.indexOf("\\", at + 1)) {
    if (!"nrt".includes(text.charAt(at + 1) || " ")) continue;
    const start = text.lastIndexOf("\n", at) + 1;
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    lines.push({ text: text.slice(start, end).replace(SPELLED, "  "), start });
    at = end;
  }
  return lines;
}

const BETWEEN = "\n\n";

/** Scans all such lines at once, each in its own paragraph. Findings have offsets in the whole text, and none extends
 * beyond its line. */
function scanSpelled(rules: readonly Rule[], whole: string, hitsPerRuleMax: number): Hit[] {
  const lines = findSpelled(whole);
  if (lines.length === 0) return [];
  const joined = lines.map(({ text }) => `${text}${BETWEEN}`).join("");
  const begins: number[] = [0];
  for (const { text } of lines) begins.push((begins.at(-1) ?? 0) + text.length + BETWEEN.length);
  const inWhole = (offset: number, place: number): number => {
    const { text, start } = lines[place] ?? { text: "", start: whole.length };
    return start + Math.min(offset - (begins[place] ?? 0), text.length);
  };
  return scanText(rules, joined, { hitsPerRuleMax }).map((hit) => {
    const start = inWhole(hit.start, lastNotAbove(begins, hit.start));
    const end = inWhole(hit.end, lastNotAbove(begins, Math.max(hit.start, hit.end - 1)));
    return { ...hit, start, end: Math.max(start, end) };
  });
}
