// Reads an override through its spelling mistakes. Attack: one or two wrong letters in "ignore previous instructions" pass every
// pattern, and a model reads over them. Words that are nearly a word of the list are put right in a copy of their surroundings,
// and the rules that look for overrides read that copy.

import type { BareRule } from "../../rule.ts";
import { scanText } from "../../scan.ts";
import { readUnits } from "../../units.ts";
import { OVERRIDE_RULES } from "../rules/overrides.ts";

const RULES: readonly BareRule[] = OVERRIDE_RULES.filter(({ severity }) => severity === "flag");

const TARGETS: readonly string[] =
  "ignore ignoring disregard forget override everything previous previously instruction instructions directives guidelines restrictions constraints".split(
    " ",
  );
const [SHORTEST, LONGEST] = [4, 15];
/** Words that are near one of the list and mean themselves. */
const HONEST: ReadonlySet<string> = new Set(
  "ignored ignores forgets forgot overrides overrode overwrite overridden prompts constraint restriction directive guideline instruct instructs instructed instructor forge forged regard disregards forgery evening events private provides provide promise prevents previews premise perfect project projects produces process precious forward forwards format formats ignite".split(
    " ",
  ),
);

const byFirst = new Map<string, readonly string[]>();
for (const target of TARGETS)
  byFirst.set(target.charAt(0), [...(byFirst.get(target.charAt(0)) ?? []), target]);
const KNOWN: ReadonlySet<string> = new Set(TARGETS);

/** How far around a misspelled word the copy reaches. */
const AROUND = 100;
const PLACES_MAX = 200;

/** The first place in a normalised text where an override stands that is misspelled, or null. */
export function findMisspelled(text: string): { start: number; end: number } | null {
  const places = listNearMisses(text);
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

type NearMiss = { readonly start: number; readonly end: number; readonly right: string };

/** Letter by letter, because almost no word is worth a string of its own: it begins, and has a length, as a word of the list. */
function listNearMisses(text: string): NearMiss[] {
  const units = readUnits(text);
  const found: NearMiss[] = [];
  let start = 0;
  for (let at = 0; at <= text.length && found.length < PLACES_MAX; at += 1) {
    const unit = units[at] ?? 0;
    if (unit >= 0x61 && unit <= 0x7a) continue;
    const shape = shapeOf((units[start] ?? 0) - 0x61, at - start);
    if (at - start <= LONGEST && SHAPES[shape] === 1) {
      const word = text.slice(start, at);
      const right = correct(word);
      if (right !== null) found.push({ start, end: at, right });
    }
    start = at + 1;
  }
  return found;
}

const SHAPE_LENGTHS = 16;

function shapeOf(letter: number, length: number): number {
  return letter * SHAPE_LENGTHS + Math.min(length, SHAPE_LENGTHS - 1);
}

/** 1 for each first letter and length that a misspelled word of the list may have. */
const SHAPES = new Uint8Array(26 * SHAPE_LENGTHS);
for (const target of TARGETS)
  for (let off = -allowedFor(target); off <= allowedFor(target); off += 1)
    SHAPES[shapeOf(target.charCodeAt(0) - 0x61, target.length + off)] = 1;

function allowedFor(target: string): number {
  return target.length >= 7 ? 2 : 1;
}

/** The word of the list that this one nearly is, or null. */
function correct(word: string): string | null {
  if (word.length < SHORTEST || word.length > LONGEST) return null;
  const targets = byFirst.get(word.charAt(0));
  if (targets === undefined || KNOWN.has(word) || HONEST.has(word)) return null;
  for (const target of targets) {
    const allowed = allowedFor(target);
    if (Math.abs(target.length - word.length) <= allowed && isWithin(word, target, allowed)) return target;
  }
  return null;
}

/** Whether so few letters are wrong, missing, added or swapped with the next. */
function isWithin(word: string, target: string, allowed: number): boolean {
  let start = 0;
  while (start < word.length && start < target.length && word[start] === target[start]) start += 1;
  let end = 0;
  while (
    end < word.length - start &&
    end < target.length - start &&
    word[word.length - 1 - end] === target[target.length - 1 - end]
  )
    end += 1;
  const [one, other] = [word.slice(start, word.length - end), target.slice(start, target.length - end)];
  if (Math.max(one.length, other.length) > 2 * allowed + 1) return false;
  return distance(one, other) <= allowed;
}

/** Of two strings of a few letters each. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const cost = one[at - 1] === other[to - 1] ? 0 : 1;
      let least = Math.min(
        (rows[at - 1]?.[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + 1,
        (rows[at - 1]?.[to - 1] ?? 0) + cost,
      );
      const isSwap = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      if (isSwap) least = Math.min(least, (rows[at - 2]?.[to - 2] ?? 0) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
