// Runs a list of rules over one text. Pure and synchronous; no other module executes the pattern of a rule.

import { behindPattern } from "./guard.ts";
import { BEHIND_ANYTHING, createKeywordIndex, type KeywordIndex, type OnKeyword } from "./keywords.ts";
import type { BareRule, Rule } from "./rule.ts";

export type Hit<R extends BareRule = Rule> = {
  readonly rule: R;
  /** The text to report and mask: the groups whose names begin with `secret`, or the whole match. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** The rule gave up here, because the rest of the text is crowded with possible hits. */
  readonly crowded?: true;
};

/** A text with more hits than this is bad enough; further ones would only be noise. Redaction asks for all of them. */
const HITS_PER_RULE_MAX = 100;

/** Words that the caller searches for in the same text; they are found in the same pass. */
export type Watch = {
  /** Lower case, and the same array for as long as the program runs. */
  readonly keywords: readonly string[];
  readonly onKeyword: OnKeyword;
  /** For each keyword, the characters that may precede it, in the bits of keywords; elsewhere it may or may not be
   * reported. Any character, unless given. */
  readonly behindOf?: readonly number[];
};

export type ScanOptions = {
  readonly hitsPerRuleMax?: number | undefined;
  readonly watch?: Watch;
  /** The only offsets at which any of the rules can begin, in order, if the caller knows them. */
  readonly places?: readonly number[];
};

export function scanText<R extends BareRule>(
  rules: readonly R[],
  text: string,
  { hitsPerRuleMax = HITS_PER_RULE_MAX, watch = NOBODY, places: known }: ScanOptions = {},
): Hit<R>[] {
  const hits: Hit<R>[] = [];
  const isSparse = known !== undefined && known.length <= text.length / CHARS_PER_PLACE;
  const selected = isSparse
    ? rules.map((rule) => ({ rule, places: known }))
    : selectRules(rules, text, watch);
  for (const { rule, places } of selected) {
    const matches = places === null ? text.matchAll(rule.pattern) : matchAtPlaces(rule, text, places);
    collectHits(rule, { text, matches, hits, hitsPerRuleMax });
  }
  return hits.sort((a, b) => a.start - b.start || a.end - b.end);
}

const NOBODY: Watch = { keywords: [], onKeyword: () => false };

type Prefilter = {
  readonly index: KeywordIndex;
  /** For each keyword, the numbers of its rules. */
  readonly rulesOfKeyword: readonly (readonly number[])[];
  /** The numbers of the rules without keywords. */
  readonly withoutKeyword: readonly number[];
  /** For each keyword, its number among the watched ones, or -1. */
  readonly watchedOfKeyword: readonly number[];
};

/** Rules and watched words are module constants, so an index is built once and lives as long as they do. */
const prefilters = new WeakMap<readonly BareRule[], WeakMap<readonly string[], Prefilter>>();

function findPrefilter(
  rules: readonly BareRule[],
  { keywords: watched, behindOf: behindWatched }: Watch,
): Prefilter {
  const ofRules = prefilters.get(rules) ?? new WeakMap<readonly string[], Prefilter>();
  prefilters.set(rules, ofRules);
  const known = ofRules.get(watched);
  if (known !== undefined) return known;
  const waiting = new Map<string, KeywordUsers>();
  const add = (keyword: string, behind: number): KeywordUsers => {
    const entry = waiting.get(keyword) ?? { rules: [], watched: -1, behind: 0 };
    entry.behind |= behind;
    waiting.set(keyword, entry);
    return entry;
  };
  for (const [number, rule] of rules.entries()) {
    const behind = behindRule(rule);
    for (const keyword of new Set(rule.keywords)) add(keyword, behind).rules.push(number);
  }
  for (const [number, keyword] of watched.entries())
    add(keyword, behindWatched?.[number] ?? BEHIND_ANYTHING).watched = number;
  const entries = [...waiting.values()];
  const built = {
    index: createKeywordIndex(
      [...waiting.keys()],
      entries.map(({ behind }) => behind),
    ),
    rulesOfKeyword: entries.map((entry) => entry.rules),
    withoutKeyword: [...rules.keys()].filter((number) => rules[number]?.keywords.length === 0),
    watchedOfKeyword: entries.map((entry) => entry.watched),
  };
  ofRules.set(watched, built);
  return built;
}

/** The users of one keyword, and the characters that may precede it for any of them. */
type KeywordUsers = { readonly rules: number[]; watched: number; behind: number };

export function behindRule(rule: BareRule): number {
  return rule.anchored === true ? behindPattern(rule.pattern) : BEHIND_ANYTHING;
}

/** If keywords are closer together than this, moving from one to the next costs more than reading on. */
export const CHARS_PER_PLACE = 16;

/** `places` are the only offsets at which the pattern can begin; null means that it may begin anywhere. */
type RuleRun<R> = { readonly rule: R; readonly places: readonly number[] | null };

function selectRules<R extends BareRule>(rules: readonly R[], text: string, watch: Watch): RuleRun<R>[] {
  const { index, rulesOfKeyword, withoutKeyword, watchedOfKeyword } = findPrefilter(rules, watch);
  if (rulesOfKeyword.length === 0) return rules.map((rule) => ({ rule, places: null }));
  const placesMax = text.length / CHARS_PER_PLACE;
  const placesOfRule = new Map<number, number[]>();
  index.visit(text, (keyword, at) => {
    const watched = watchedOfKeyword[keyword] ?? -1;
    let areMoreWanted = watched !== -1 && watch.onKeyword(watched, at);
    for (const number of rulesOfKeyword[keyword] ?? []) {
      const places = placesOfRule.get(number);
      if (places === undefined) placesOfRule.set(number, [at]);
      else if (places.length <= placesMax) places.push(at);
      areMoreWanted ||= rules[number]?.anchored === true && (places?.length ?? 1) <= placesMax;
    }
    return areMoreWanted;
  });
  // In the order of the rules, without visiting rules whose keywords the text does not contain.
  const due = [...withoutKeyword, ...placesOfRule.keys()].sort((a, b) => a - b);
  return due.flatMap((number) => {
    const [rule, places] = [rules[number], placesOfRule.get(number)];
    if (rule === undefined || rule.isPossible?.(text) === false) return [];
    const areUseful = rule.anchored === true && (places?.length ?? 0) <= placesMax;
    return [{ rule, places: areUseful && places !== undefined ? inOrder(places) : null }];
  });
}

/** The index reports very short keywords one keyword after the other. */
function inOrder(places: number[]): readonly number[] {
  const isSorted = places.every((place, index) => place >= (places[index - 1] ?? 0));
  return isSorted ? places : places.sort((a, b) => a - b);
}

/** The pattern of an anchored rule, made to match at one place only. */
type PlacedPattern = {
  /** Without the `d` flag, because nearly all matches are rejected; the positions of groups are computed for the others
   * alone. */
  readonly sticky: RegExp;
  readonly withIndices: RegExp;
};

const placedPatterns = new WeakMap<BareRule, PlacedPattern>();

function findPlaced(rule: BareRule): PlacedPattern {
  const known = placedPatterns.get(rule);
  if (known !== undefined) return known;
  const { source, flags } = rule.pattern;
  const sticky = new RegExp(source, flags.replace("g", "y").replace("d", ""));
  const placed = { sticky, withIndices: new RegExp(source, flags.replace("g", "y")) };
  placedPatterns.set(rule, placed);
  return placed;
}

/** Yields the same matches as matchAll, without indices, and looks only at keywords. */
function* matchAtPlaces(rule: BareRule, text: string, places: readonly number[]): Generator<RegExpExecArray> {
  const { sticky } = findPlaced(rule);
  let next = 0;
  for (const place of places) {
    if (place < next) continue;
    sticky.lastIndex = place;
    const match = sticky.exec(text);
    if (match === null) continue;
    next = Math.max(sticky.lastIndex, place + 1);
    yield match;
  }
}

/** The same match with its indices, if the rule asks for them. */
function withIndices(rule: BareRule, match: RegExpExecArray): RegExpExecArray {
  if (!rule.pattern.hasIndices || match.indices !== undefined) return match;
  const pattern = findPlaced(rule).withIndices;
  pattern.lastIndex = match.index;
  return pattern.exec(match.input) ?? match;
}

type Collection<R extends BareRule> = {
  readonly text: string;
  readonly matches: Iterable<RegExpExecArray>;
  readonly hits: Hit<R>[];
  readonly hitsPerRuleMax: number;
};

/** The last test of a rule is slow compared to its pattern, and a text may consist of near misses alone. An honest text has
 * a few; after this many rejections, plus one per given number of characters, the rest counts as one hit. */
const REJECTIONS_MAX = 1_000;
const CHARS_PER_REJECTION = 1_000;

function collectHits<R extends BareRule>(
  rule: R,
  { text, matches, hits, hitsPerRuleMax }: Collection<R>,
): void {
  const rejectionsMax = REJECTIONS_MAX + text.length / CHARS_PER_REJECTION;
  let accepted = 0;
  let rejected = 0;
  for (const match of matches) {
    if (accepted === hitsPerRuleMax) return;
    const groups = match.groups ?? {};
    if (rule.accepts?.({ value: match[0], index: match.index, groups, text }) !== false) {
      const { value, start } = findSecret(withIndices(rule, match));
      hits.push({ rule, value, start, end: start + value.length });
      accepted += 1;
      continue;
    }
    rejected += 1;
    if (rejected <= rejectionsMax) continue;
    hits.push({ rule, value: text.slice(match.index), start: match.index, end: text.length, crowded: true });
    return;
  }
}

/** The span from the first to the last group named secret. A pattern with the `d` flag gives the positions of its groups,
 * even after or before the match; without the flag the last occurrence in the match counts. */
function findSecret(match: RegExpExecArray): { value: string; start: number } {
  let start = Number.POSITIVE_INFINITY;
  let end = 0;
  for (const [name, value] of Object.entries(match.groups ?? {})) {
    if (!name.startsWith("secret") || value === undefined) continue;
    const from = match.indices?.groups?.[name]?.[0] ?? match.index + Math.max(0, match[0].lastIndexOf(value));
    start = Math.min(start, from);
    end = Math.max(end, from + value.length);
  }
  return end === 0
    ? { value: match[0], start: match.index }
    : { value: match.input.slice(start, end), start };
}
