// Our own rules over a text. JSON and logs spell a line break out, and its letter stands right before whatever follows it
// (`\nghp_…`): lines with such a break are scanned once more with spaces there. And what stands apart from its name is
// scanned once more beside it.

import type { Rule } from "../rule.ts";
import { type Hit, type ScanOptions, scanText, type Watch } from "../scan.ts";
import type { Restated } from "./apart/lines.ts";
import { restateSecrets } from "./apart/restate.ts";
import { watchTelling } from "./apart/telling.ts";
import { CONTEXT_RULES, PERSONAL_RULES, SPECIFIC_RULES } from "./index.ts";
import { PRESET_FORMS } from "./preset-forms.ts";

const RULES = [...SPECIFIC_RULES, ...CONTEXT_RULES, ...PRESET_FORMS];
const STRICT_RULES = [...RULES, ...PERSONAL_RULES];

/** The fast way, for redacting what is captured: synchronous, and every hit, because what is left out here is written to
 * disk. `strict` asks for personal data too. */
export function scanSecrets(text: string, strict = false): Hit[] {
  return dropTold(
    scanWith(strict ? STRICT_RULES : RULES, text, { hitsPerRuleMax: Number.POSITIVE_INFINITY }),
  );
}

const FORMS = new Set(PRESET_FORMS);

/** A form says nothing new inside of what a rule of ours has found. Hits come in the order of their places. */
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
  const { hitsPerRuleMax } = options;
  const telling = watchTelling(text);
  const hits = scanText(rules, text, { hitsPerRuleMax, watch: joinWatches(telling, options.watch) });
  const lines = [...findSpelled(text), ...restateSecrets(text, telling.listLines())];
  if (lines.length === 0) return hits;
  const keyOf = ({ rule, start, end }: Hit): string => `${rule.id} ${start} ${end}`;
  const known = new Set(hits.map(keyOf));
  const added = scanLines(rules, lines, hitsPerRuleMax).filter((hit) => !known.has(keyOf(hit)));
  return [...hits, ...added].sort((a, b) => a.start - b.start || a.end - b.end);
}

type JoinedWords = {
  /** Of both lists. */
  readonly keywords: readonly string[];
  /** For each, its place in either list, or -1. */
  readonly ofTelling: readonly number[];
  readonly ofOther: readonly number[];
};

/** For as long as the second list lives. */
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

/** `start` is the place in the text of what follows the first `told` characters. */
type Line = Restated;

const SPELLED = /\\[nrt]/g;

/** The lines that hold a spelled break, with spaces in its place. */
function findSpelled(text: string): Line[] {
  const lines: Line[] = [];
  for (let at = text.indexOf("\\"); at !== -1; at = text.indexOf("\\", at + 1)) {
    if (!"nrt".includes(text.charAt(at + 1) || " ")) continue;
    const start = text.lastIndexOf("\n", at) + 1;
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    lines.push({ text: text.slice(start, end).replace(SPELLED, "  "), start, told: 0 });
    at = end;
  }
  return lines;
}

const BETWEEN = "\n\n";

/** All of them at once, each in its own paragraph. Findings have offsets in the whole text. */
function scanLines(rules: readonly Rule[], lines: readonly Line[], hitsPerRuleMax?: number): Hit[] {
  const joined = lines.map(({ text }) => `${text}${BETWEEN}`).join("");
  const lengthOf = (place: number): number => (lines[place]?.text.length ?? 0) + BETWEEN.length;
  let [place, begins] = [0, 0];
  // Hits come in the order of their places.
  return scanText(rules, joined, { hitsPerRuleMax }).flatMap((hit) => {
    for (; hit.start >= begins + lengthOf(place); place += 1) begins += lengthOf(place);
    const line = lines[place] ?? { text: "", start: 0, told: 0 };
    if (line.told === 0)
      return [{ ...hit, start: hit.start - begins + line.start, end: hit.end - begins + line.start }];
    // A name was scanned where it stands. The value is all of the rest, whatever a rule would take of it.
    const value = line.text.slice(line.told);
    const isInValue = hit.start >= begins + line.told;
    return isInValue ? [{ ...hit, value, start: line.start, end: line.start + value.length }] : [];
  });
}
