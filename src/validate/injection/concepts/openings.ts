// Finds the positions at which a word of the tables may begin, by the classes of its first four characters: most words of a
// text begin like none. The pass has no branch that depends on the text, because mispredicted branches would cost more than
// the rest.

/** Digits, small Latin letters, those of other alphabets, and Korean. Chinese and Japanese words follow each other without
 * a gap, so each of their characters may begin one. */
const LETTERS: readonly (readonly [first: number, last: number])[] = [
  [0x30, 0x39],
  [0x61, 0x7a],
  [0xc0, 0x1fff],
  [0xac00, 0xd7a3],
];

const CLASS_BITS = 5;
const CLASSES = 1 << CLASS_BITS;
/** Small Latin letters have the classes from 1 to 26; a character in none of the classes has 0. */
const DIGIT = 27;
const OTHER_LETTER = 28;
const CLASS_OF_MARK: Readonly<Record<string, number>> = { " ": 29, ".": 30, "-": 31 };
const GAPS: readonly number[] = [0, ...Object.values(CLASS_OF_MARK)];

/** Bits beside the class, in the table of all units. */
const MAY_BEGIN = 0x20;
const IS_LETTER = 0x40;
/** Every position with such a character is examined. */
const IS_FOREIGN = 0x80;

let table = new Uint8Array(0);

function readTable(): Uint8Array {
  if (table.length > 0) return table;
  table = new Uint8Array(1 << 16).fill(IS_FOREIGN, 0x80);
  for (const [first, last] of LETTERS) {
    const isForeign = first >= 0x80;
    table.fill(IS_LETTER | (isForeign ? IS_FOREIGN | OTHER_LETTER : DIGIT), first, last + 1);
  }
  for (let at = 1; at <= 26; at += 1) table[0x60 + at] = IS_LETTER | at;
  for (const [mark, kind] of Object.entries(CLASS_OF_MARK)) table[mark.charCodeAt(0)] = kind;
  return table;
}

export function isLetter(unit: number): boolean {
  return ((readTable()[unit] ?? 0) & IS_LETTER) !== 0;
}

/** True when the character before this position belongs to a word that continues here. */
export function goesOn(units: Uint16Array, at: number): boolean {
  const kinds = readTable();
  return ((kinds[units[at - 1] ?? 0] ?? 0) & (kinds[units[at] ?? 0] ?? 0) & IS_LETTER) !== 0;
}

const KEY_CHARS = 4;

/** The keys of words: their first characters, with the star of a shorter stem. A word that begins beyond ASCII needs none,
 * because its first character is always examined. */
export function listKeys(words: readonly string[]): string[] {
  const plain = words.filter((word) => word.charCodeAt(0) < 0x80);
  return [...new Set(plain.map((word) => word.slice(0, KEY_CHARS)))];
}

export type Openings = {
  /** For every unit: its class, whether it is a letter, and whether a word may begin with it. */
  readonly kinds: Uint8Array;
  /** A bit for each combination of four classes. */
  readonly known: Uint8Array;
};

export function createOpenings(keys: readonly string[]): Openings {
  const kinds = Uint8Array.from(readTable());
  for (const key of keys) {
    const first = key.charCodeAt(0);
    kinds[first] = (kinds[first] ?? 0) | MAY_BEGIN;
  }
  const all = Array.from({ length: CLASSES }, (_, kind) => kind);
  const known = new Uint8Array(1 << (KEY_CHARS * CLASS_BITS - 3));
  for (const key of keys) {
    const begin = Array.from(key.replace(/\*$/, "").split(""), (unit) => [
      (kinds[unit.charCodeAt(0)] ?? 0) & (CLASSES - 1),
    ]);
    // A whole word ends together with its letters.
    const isOpen = key.endsWith("*") || !isLetter(key.charCodeAt(key.length - 1));
    const rest = [isOpen ? all : GAPS, all, all, all];
    const choices = [...begin, ...rest].slice(0, KEY_CHARS);
    let found = [0];
    for (const choice of choices)
      found = found.flatMap((start) => choice.map((kind) => (start << CLASS_BITS) | kind));
    for (const each of found) known[each >> 3] = (known[each >> 3] ?? 0) | (1 << (each & 7));
  }
  return { kinds, known };
}

/** The number of characters per pass, so that its tables stay in the processor's nearest cache. */
export const STRIDE = 4_096;
const places = new Uint32Array(STRIDE);
const FIRST_SHIFT = (KEY_CHARS - 1) * CLASS_BITS;

/** Lists the positions at which a word may begin, last first, as many as `count` says. They are valid until the next call. */
export function listOpenings(
  { kinds, known }: Openings,
  units: Uint16Array,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly places: Uint32Array; readonly count: number } {
  let count = 0;
  let key = 0;
  for (let at = to + KEY_CHARS - 2; at >= to; at -= 1)
    key = (((kinds[units[at] ?? 0] ?? 0) & (CLASSES - 1)) << FIRST_SHIFT) | (key >> CLASS_BITS);
  let here = kinds[units[to - 1] ?? 0] ?? 0;
  for (let at = to - 1; at >= from; at -= 1) {
    const before = at === 0 ? 0 : (kinds[units[at - 1] ?? 0] ?? 0);
    key = ((here & (CLASSES - 1)) << FIRST_SHIFT) | (key >> CLASS_BITS);
    const isKnown = ((known[key >> 3] ?? 0) >> (key & 7)) & (here >> 5);
    places[count] = at;
    count += (isKnown | (here >> 7)) & ~((here & before) >> 6) & 1;
    here = before;
  }
  return { places, count };
}
