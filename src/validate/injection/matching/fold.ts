// Attackers write "ignore" in fullwidth, mathematical, circled or accented letters, with invisible characters between
// them, or borrow letters from other alphabets. This step gives every such spelling its plain lower-case form and leaves
// text that really is Russian, Greek, Hindi or Chinese readable for the rules in those languages.

import { foldCharacter } from "./fold-character.ts";
import { isInvisible } from "./invisible.ts";
import { LOOK_ALIKES } from "./look-alikes.ts";
import { type Edits, type MappedText, startEdits } from "./mapped-text.ts";

const FOREIGN = /[^\x00-\x7f]+/g;
/** Marks that compose with the letter before them and are no decoration: й, が, and Arabic hamza forms. */
const COMPOSING: ReadonlySet<number> = new Set([0x306, 0x308, 0x3099, 0x309a, 0x653, 0x654, 0x655]);

const UNKNOWN = 0;
/** The character does not become exactly one other: look at it each time. */
const IRREGULAR = 1;
/** UTF-16 unit → the unit that stands for it, filled as units are met: most texts meet few. */
let foldedUnits = new Uint16Array(0);
let lookAlikeUnits = new Uint16Array(0);

export function foldCharacters(source: MappedText): MappedText {
  const { text } = source;
  const edits = startEdits(source);
  const isMixedWord = createWordLook(text);
  for (const { 0: run, index } of text.matchAll(FOREIGN)) {
    if (foldedUnits.length === 0) prepareUnits();
    foldRun({ text, edits, isMixedWord }, index, index + run.length);
  }
  return edits.finish();
}

function prepareUnits(): void {
  foldedUnits = new Uint16Array(0x10000);
  lookAlikeUnits = new Uint16Array(0x10000);
  for (const [letter, latin] of LOOK_ALIKES) lookAlikeUnits[letter.charCodeAt(0)] = latin.charCodeAt(0);
}

type Fold = {
  readonly text: string;
  readonly edits: Edits;
  readonly isMixedWord: (at: number) => boolean;
};

/** Neighbours that become one unit each are one edit, so that a page of Russian costs one a word and not one a letter. */
function foldRun({ text, edits, isMixedWord }: Fold, start: number, end: number): void {
  let from = start;
  let pending = "";
  let at = start;
  while (at < end) {
    const regular = COMPOSING.has(text.charCodeAt(at + 1)) ? IRREGULAR : foldUnit(text.charCodeAt(at));
    if (regular !== IRREGULAR) {
      const latin = lookAlikeUnits[regular] ?? 0;
      pending += String.fromCharCode(latin !== 0 && isMixedWord(at) ? latin : regular);
      at += 1;
      continue;
    }
    const length = clusterLength(text, at);
    const folded = foldCluster(text.slice(at, at + length));
    if (folded.length === length) {
      pending += folded;
    } else {
      if (pending !== "") edits.replace(from, at, pending);
      edits.replace(at, at + length, folded);
      from = at + length;
      pending = "";
    }
    at += length;
  }
  if (pending !== "") edits.replace(from, end, pending);
}

/** Emoji, marks and pairs met before; bounded, because a hostile text can hold all of Unicode. */
const foldedClusters = new Map<string, string>();
const CLUSTERS_MAX = 4096;

function foldCluster(cluster: string): string {
  const known = foldedClusters.get(cluster);
  if (known !== undefined) return known;
  const folded = foldCharacter(cluster);
  if (foldedClusters.size < CLUSTERS_MAX) foldedClusters.set(cluster, folded);
  return folded;
}

function foldUnit(unit: number): number {
  const known = foldedUnits[unit] ?? IRREGULAR;
  if (known !== UNKNOWN) return known;
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
  const folded = isSurrogate ? "" : foldCharacter(String.fromCharCode(unit));
  const result = folded.length === 1 ? folded.charCodeAt(0) : IRREGULAR;
  foldedUnits[unit] = result;
  return result;
}

/** One code point, and the mark that composes with it. */
function clusterLength(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const isPair = unit >= 0xd800 && unit <= 0xdbff && text.charCodeAt(at + 1) >= 0xdc00;
  const length = isPair ? 2 : 1;
  return COMPOSING.has(text.charCodeAt(at + length)) ? length + 1 : length;
}

/** Answers whether the word around an offset also holds a Latin letter; each word is looked at once. */
function createWordLook(text: string): (at: number) => boolean {
  let end = -1;
  let isMixed = false;
  return (at) => {
    if (at < end) return isMixed;
    let from = at;
    while (from > end && from > 0 && isWordUnit(text.charCodeAt(from - 1))) from -= 1;
    end = at;
    while (end < text.length && isWordUnit(text.charCodeAt(end))) end += 1;
    isMixed = /[a-z]/i.test(text.slice(from, end));
    return isMixed;
  };
}

function isWordUnit(unit: number): boolean {
  const isLatin = (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
  const isOther = unit >= 0xc0 && unit < 0x2000 && unit !== 0xd7 && unit !== 0xf7;
  return isLatin || isOther || isInvisible(unit);
}
