// Attackers write "ignore" in fullwidth, mathematical, circled or accented letters, with invisible characters between
// them, or borrow letters from other alphabets. This step gives every such spelling its plain lower-case form and leaves
// text that really is Russian, Greek, Hindi or Chinese readable for the rules in those languages.

import { LOOK_ALIKES, readPairs } from "../../../memory/text/look-alike-letters.ts";
import { PLAIN_PUNCTUATION } from "../../../memory/text/look-alikes.ts";
import { type Edits, type MappedText, startEdits } from "./mapped-text.ts";

/** Marks that compose with the letter before them and are no decoration: й, が, and Arabic hamza forms. */
const COMPOSING: ReadonlySet<number> = new Set([0x306, 0x308, 0x3099, 0x309a, 0x653, 0x654, 0x655]);

const UNKNOWN = 0;
/** The character does not become exactly one other: look at it each time. */
const IRREGULAR = 1;
/** UTF-16 unit → the unit that stands for it, filled as units are met: most texts meet few. */
let foldedUnits = new Uint16Array(0);
/**
 * Letters of other alphabets are folded only inside a word that also holds Latin ones: Russian and Greek words stay what they
 * are, "ignоrе" with two Cyrillic letters becomes "ignore".
 */
let lookAlikeUnits = new Uint16Array(0);

/** A stretch of a text without any plain character: no printable ASCII, and no break of a line or page. */
export type ForeignRun = { readonly start: number; readonly end: number };

const FOREIGN = /[^\t\n\f\r\x20-\x7e]+/g;

/** In the order of the text. Most texts have none. */
export function listForeign(text: string): ForeignRun[] {
  return Array.from(text.matchAll(FOREIGN), ({ 0: run, index }) => ({
    start: index,
    end: index + run.length,
  }));
}

/** `foreign` are those of this very text. */
export function foldCharacters(
  source: MappedText,
  foreign: readonly ForeignRun[] = listForeign(source.text),
): MappedText {
  const { text } = source;
  const edits = startEdits(source);
  const isMixedWord = createWordLook(text);
  for (const { start, end } of foreign) {
    if (foldedUnits.length === 0) prepareUnits();
    foldRun({ text, edits, isMixedWord }, start, end);
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

/** Neighbours that become one unit each are one edit, so a page of Russian costs one per word, not one per letter. */
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

// The plain lower-case form of one character, independent of context.

/** Accents, enclosing marks and overlays: on a Latin or Greek letter they are decoration to a matcher. */
const DECORATION =
  /[\u0300-\u036f]|[\u0483-\u0489]|[\u064b-\u0652]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]|\u0640|\u0670/g;
const LETTERS_MAX = 4;
const LATIN_OR_GREEK = /^[\u0000-\u024f\u0370-\u03ff]*$/;

/** Takes one code point, with or without a mark that composes with it. The answer may be empty. */
function foldCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (isInvisible(code)) return "";
  const letter = enclosedLetter(code);
  if (letter !== null) return letter;
  const compatible = character.normalize("NFKC");
  // One Arabic ligature stands for eighteen letters; a page of them must not become a book.
  const composed = (compatible.length > LETTERS_MAX ? character : compatible).toLowerCase();
  const bare = composed.normalize("NFD").replace(DECORATION, "");
  // A Cyrillic or Japanese letter is another letter without its mark, so only Latin and Greek ones lose it.
  const folded = LATIN_OR_GREEK.test(bare) ? bare : composed.replace(DECORATION, "");
  let plain = "";
  for (const part of folded) plain += PLAIN.get(part) ?? part;
  return plain;
}

/** Letters in black circles and squares, and flag letters, have no compatibility form. */
function enclosedLetter(code: number): string | null {
  const first = [0x1f150, 0x1f170, 0x1f1e6].find((from) => code >= from && code < from + 26);
  return first === undefined ? null : String.fromCharCode(0x61 + code - first);
}

// Latin letters without a decomposition: a reader sees the plain letter, and so do people who type without accents.
const PLAIN_LETTERS =
  "øołlđdħhıiŋnŧtƀbƒfɡgɑaɩiɪiʟlɴnʀrʏyɢgʙbʜhᴀaᴄcᴅdᴇeꜰfᴊjᴋkᴍmᴏoᴘpꜱsᴛtᴜuᴠvᴡwᴢzɛeɔoʋvƙkƥpɓbɗdƭt";
const PLAIN_PAIRS: readonly (readonly [string, string])[] = [
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ð", "d"],
  ["þ", "th"],
];

/** Lower-case character → its replacement in the copy, in every context. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ...readPairs(PLAIN_LETTERS),
  ...PLAIN_PUNCTUATION,
  ...PLAIN_PAIRS,
]);

// What a person cannot see and a model can read. The hidden-character rule reports them; the normalisation drops them.

const INVISIBLE = new RegExp(
  "^[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164" +
    "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]",
  "u",
);

function isInvisible(code: number): boolean {
  return code >= 0xad && INVISIBLE.test(String.fromCodePoint(code));
}

// What a character can be inside a disguised word.

export const OTHER = 0;
export const LETTER = 1;
/** A digit that is written for a letter. */
export const LEET = 2;
export const DIGIT = 3;
/** Stands for a letter only between two letters. */
export const LEET_SYMBOL = 4;
/** Emphasis that can be put inside a word and changes nothing for its reader. */
export const MARK = 5;

const LEET_LETTERS: ReadonlyMap<string, string> = new Map(readPairs("0o1i3e4a5s7t@a$s!i|l"));

/** Of all units. Letters beyond ASCII count as letters; the rest of them do no harm as such. */
export const KINDS: Uint8Array = new Uint8Array(1 << 16).fill(LETTER, 0xc0);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) KINDS[code] = LETTER;
  else if (/[013457]/.test(character)) KINDS[code] = LEET;
  else if (/\d/.test(character)) KINDS[code] = DIGIT;
  else if (/[@$!|]/.test(character)) KINDS[code] = LEET_SYMBOL;
  else if (/[*~`_]/.test(character)) KINDS[code] = MARK;
}

/** Before the beginning is OTHER, and so are the zeros past the end. */
export function kindAt(units: Uint16Array, at: number): number {
  return KINDS[units[at] ?? 0] ?? OTHER;
}

export function plainLeet(word: string): string {
  let plain = "";
  for (const character of word) plain += LEET_LETTERS.get(character) ?? character;
  // One is written for both i and l; two in a row are only ever the latter.
  return plain.replaceAll("ii", "ll");
}
