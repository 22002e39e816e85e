// Reads an override through its spelling mistakes. Attack: one or two wrong letters in "ignore previous instructions" pass every
// pattern, and a model reads over them. Words that are nearly a word of the list are put right in a copy of their surroundings,
// and the rules that look for overrides read that copy.

import type { BareRule } from "../../rule.ts";
import { scanText } from "../../scan.ts";
import { readUnits } from "../../units.ts";
import type { Mention } from "../concepts/read-concepts.ts";
import { conceptNames } from "../concepts/word-trie.ts";
import { OVERRIDE_RULES } from "../rules/overrides.ts";

const RULES: readonly BareRule[] = OVERRIDE_RULES.filter(({ severity }) => severity === "flag");

const TARGETS: readonly Target[] =
  "ignore ignoring disregard forget override everything previous previously instruction instructions directives guidelines restrictions constraints"
    .split(" ")
    .map((word) => ({ word, allowed: word.length >= 7 ? 2 : 1, letters: lettersOf(word) }));
/** Words that are near one of the list and mean themselves. */
const HONEST: ReadonlySet<string> = new Set(
  "ignored ignores forgets forgot overrides overrode overwrite overridden prompts constraint restriction directive guideline instruct instructs instructed instructor forge forged regard disregards forgery evening events private provides provide promise prevents previews premise perfect project projects produces process precious forward forwards format formats ignite".split(
    " ",
  ),
);

type Target = {
  readonly word: string;
  /** How many letters may be wrong. */
  readonly allowed: number;
  /** A bit for each letter that it holds. */
  readonly letters: number;
};

/** How far around a misspelled word the copy reaches. */
const AROUND = 100;
const PLACES_MAX = 200;

/** One word of an override at least is spelled as the tables of concepts have it; the rest of it stands around that one. */
const ANCHORS: ReadonlySet<string> = new Set([
  "ignore",
  "earlier",
  "orders",
  "everything",
  "above",
  "prompt",
]);

/** The first place in a normalised text where an override stands that is misspelled, or null. */
export function findMisspelled(
  text: string,
  mentions: readonly Mention[],
): { start: number; end: number } | null {
  const places = listNearMisses(text, listAround(mentions, text.length));
  for (const { start } of places) {
    const [from, to] = [Math.max(0, start - AROUND), Math.min(text.length, start + AROUND)];
    let copy = "";
    let at = from;
    for (const place of places) {
      if (place.start < from || place.end > to) continue;
      copy += text.slice(at, place.start) + place.right;
      at = place.end;
    }
    copy += text.slice(at, to);
    if (scanText(RULES, copy, { hitsPerRuleMax: 1 }).length > 0) return { start: from, end: to };
  }
  return null;
}

type Stretch = { readonly from: number; readonly to: number };

/** What is near a word of an override, in order and without overlaps. */
function listAround(mentions: readonly Mention[], length: number): Stretch[] {
  const names = conceptNames();
  const around: Stretch[] = [];
  let last = 0;
  for (const { concept, start, end } of mentions) {
    if (!ANCHORS.has(names[concept] ?? "")) continue;
    const to = Math.min(length, end + AROUND);
    around.push({ from: Math.max(last, start - AROUND), to });
    last = to;
  }
  return around;
}

type NearMiss = { readonly start: number; readonly end: number; readonly right: string };

/** Almost no word is worth a string of its own: it begins, has a length and holds letters as a word of the list. */
function listNearMisses(text: string, around: readonly Stretch[]): NearMiss[] {
  const units = readUnits(text);
  const found: NearMiss[] = [];
  for (const { from, to } of around) {
    let start = from;
    while (isSmall(units[start - 1] ?? 0)) start += 1;
    for (let at = start; start < to && found.length < PLACES_MAX; at += 1) {
      if (isSmall(units[at] ?? 0)) continue;
      const near = listNear({ units, start, end: at });
      const right = near.length === 0 ? null : correct(text.slice(start, at), near);
      if (right !== null) found.push({ start, end: at, right });
      start = at + 1;
    }
  }
  return found;
}

function isSmall(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

type Word = { readonly units: Uint16Array; readonly start: number; readonly end: number };

const NONE: readonly Target[] = [];

/** The words of the list that begin so, are about so long and hold nearly the same letters. */
function listNear({ units, start, end }: Word): readonly Target[] {
  const targets = end - start < LENGTHS ? BY_SHAPE[shapeOf(units[start] ?? 0, end - start)] : undefined;
  if (targets === undefined) return NONE;
  let letters = 0;
  for (let at = start; at < end; at += 1) letters |= 1 << ((units[at] ?? 0) & 31);
  return targets.filter((target) => countBits(target.letters ^ letters) <= 2 * target.allowed);
}

const LENGTHS = 16;

function shapeOf(unit: number, length: number): number {
  return (unit & 31) * LENGTHS + length;
}

/** For each first letter and length of a word, those that it may be meant for. */
const BY_SHAPE: (readonly Target[] | undefined)[] = new Array(32 * LENGTHS).fill(undefined);
for (const target of TARGETS)
  for (let off = -target.allowed; off <= target.allowed; off += 1) {
    const shape = shapeOf(target.word.charCodeAt(0), target.word.length + off);
    BY_SHAPE[shape] = [...(BY_SHAPE[shape] ?? []), target];
  }

function lettersOf(word: string): number {
  let letters = 0;
  for (const unit of word) letters |= 1 << (unit.charCodeAt(0) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** The first of these that the word nearly is; null if it is one of them, or means itself. */
function correct(word: string, targets: readonly Target[]): string | null {
  if (HONEST.has(word) || TARGETS.some((target) => target.word === word)) return null;
  return targets.find((target) => isWithin(word, target.word, target.allowed))?.word ?? null;
}

/** Whether so few letters are wrong, missing, added or swapped with the next. Both words are short. */
function isWithin(word: string, target: string, allowed: number): boolean {
  let same = 0;
  while (same < word.length && word[same] === target[same]) same += 1;
  const [one, other] = [word.slice(same), target.slice(same)];
  if (one === other) return true;
  if (allowed === 0) return false;
  const isSwap = one.length > 1 && one[0] === other[1] && one[1] === other[0];
  return (
    isWithin(one.slice(1), other.slice(1), allowed - 1) ||
    isWithin(one.slice(1), other, allowed - 1) ||
    isWithin(one, other.slice(1), allowed - 1) ||
    (isSwap && isWithin(one.slice(2), other.slice(2), allowed - 1))
  );
}
