// Finds several hundred keywords in one pass over a text, in any case. `includes` for each of them would read the text
// several hundred times; here three characters at a time select the few keywords worth comparing.

import { readUnits } from "./units.ts";

/**
 * Called at each occurrence, in order; false means that further ones of this keyword need not be reported. It must not ask for
 * the units of another text.
 */
export type OnKeyword = (keyword: number, at: number) => boolean;

export type KeywordIndex = {
  /** Reports keywords by their number in the list from which the index was made. */
  readonly visit: (text: string, onKeyword: OnKeyword) => void;
};

// The characters that may precede a keyword, in bits.
export const BEHIND_SMALL = 1;
export const BEHIND_CAPITAL = 2;
export const BEHIND_DIGIT = 4;
/** Anything else, including the beginning of the text. */
const BEHIND_OTHER = 8;
export const BEHIND_ANYTHING: number = BEHIND_SMALL | BEHIND_CAPITAL | BEHIND_DIGIT | BEHIND_OTHER;

/** Each new character pushes the oldest of three out of the hash. These bits are the same for a capital and its small
 * letter. */
const BITS_PER_CHARACTER = 5;
const CHARACTER_MASK = (1 << BITS_PER_CHARACTER) - 1;
const SLOTS = 1 << (3 * BITS_PER_CHARACTER);
const SLOT_MASK = SLOTS - 1;
const HASHED = 3;
/** A keyword of two characters is entered with each character that may follow it. */
const HASHED_MIN = 2;
/** Turns an ASCII capital into its small letter. Other characters may change, too, which costs a comparison but never a
 * wrong result. */
const SMALL = 0x20;

type Table = {
  /** The units of all keywords, each followed by a zero, and the start of each keyword. */
  readonly letters: Uint16Array;
  readonly lettersFrom: Uint32Array;
  /** For the beginning of a keyword: the characters that may precede it. Small enough to stay in the processor's nearest
   * cache. */
  readonly begins: Uint8Array;
  /** A bit for each slot together with the following character, if a keyword continues with it. */
  readonly goesOn: Uint8Array;
  /** The entries of a slot extend from here to the first entry of the next slot. */
  readonly firstOfSlot: Uint16Array;
  readonly keywordOf: Uint16Array;
  /** The characters that may precede each entry. */
  readonly behindOf: Uint8Array;
  /** For each entry: the two characters after the hashed ones, and a mask of the bits that have to match. */
  readonly tailOf: Int32Array;
  readonly tailMaskOf: Int32Array;
};

/** The keywords are in lower case. `behindOf` gives for each keyword the preceding characters at which it counts; elsewhere
 * it may or may not be reported. */
export function createKeywordIndex(
  keywords: readonly string[],
  behindOf: readonly number[] = keywords.map(() => BEHIND_ANYTHING),
): KeywordIndex {
  const short = keywords.flatMap((keyword, index) =>
    keyword.length < HASHED_MIN ? [{ index, spellings: spellingsOf(keyword) }] : [],
  );
  const table = buildTable(keywords, behindOf);
  return {
    visit: (text, onKeyword) => {
      for (const keyword of short) visitShort(text, keyword, onKeyword);
      visitLong(text, table, onKeyword);
    },
  };
}

function buildTable(keywords: readonly string[], behindOf: readonly number[]): Table {
  const entries = keywords
    .flatMap((keyword, number) =>
      keyword.length < HASHED_MIN ? [] : slotsOf(keyword).map((slot) => ({ slot, keyword, number })),
    )
    .sort((a, b) => a.slot - b.slot);
  const begins = new Uint8Array(SLOTS);
  const goesOn = new Uint8Array((SLOTS << BITS_PER_CHARACTER) >> 3);
  const firstOfSlot = new Uint16Array(SLOTS + 1);
  for (const { slot, keyword, number } of entries) {
    for (const next of unitsAt(keyword, HASHED)) {
      const bit = longSlot(slot, next);
      goesOn[bit >> 3] = (goesOn[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
    begins[slot] = (begins[slot] ?? 0) | (behindOf[number] ?? BEHIND_ANYTHING);
    firstOfSlot[slot + 1] = (firstOfSlot[slot + 1] ?? 0) + 1;
  }
  for (let slot = 0; slot < SLOTS; slot += 1)
    firstOfSlot[slot + 1] = (firstOfSlot[slot + 1] ?? 0) + (firstOfSlot[slot] ?? 0);
  return {
    ...writeLetters(keywords),
    begins,
    goesOn,
    firstOfSlot,
    keywordOf: Uint16Array.from(entries, ({ number }) => number),
    behindOf: Uint8Array.from(entries, ({ number }) => behindOf[number] ?? BEHIND_ANYTHING),
    tailOf: Int32Array.from(entries, ({ keyword }) => tailAt(keyword, (code) => code | SMALL)),
    tailMaskOf: Int32Array.from(entries, ({ keyword }) => tailAt(keyword, () => 0xffff)),
  };
}

function writeLetters(keywords: readonly string[]): Pick<Table, "letters" | "lettersFrom"> {
  const lettersFrom = new Uint32Array(keywords.length);
  let length = 0;
  for (const [number, keyword] of keywords.entries()) {
    lettersFrom[number] = length;
    length += keyword.length + 1;
  }
  return { letters: readUnits(keywords.join("\0")).slice(0, length), lettersFrom };
}

/** Several slots if the capital of a letter is quite another unit, or if the keyword has two characters. */
function slotsOf(keyword: string): readonly number[] {
  let slots = [0];
  for (let at = 0; at < HASHED; at += 1) {
    const units = unitsAt(keyword, at);
    slots = slots.flatMap((slot) => units.map((unit) => nextSlot(slot, unit)));
  }
  return slots;
}

const ANY_UNIT = Array.from({ length: CHARACTER_MASK + 1 }, (_, unit) => unit);

/** One unit per hash that the letter has in lower and in upper case; after the keyword's end, one for every possible hash. */
function unitsAt(keyword: string, at: number): readonly number[] {
  const letter = keyword.charAt(at);
  if (letter === "") return ANY_UNIT;
  const small = letter.charCodeAt(0);
  const capital = letter.toUpperCase().charCodeAt(0);
  return ((small ^ capital) & CHARACTER_MASK) === 0 ? [small] : [small, capital];
}

function longSlot(slot: number, unit: number): number {
  return (slot << BITS_PER_CHARACTER) | (unit & CHARACTER_MASK);
}

function nextSlot(slot: number, unit: number): number {
  return ((slot << BITS_PER_CHARACTER) & SLOT_MASK) | (unit & CHARACTER_MASK);
}

/** Not compared beyond ASCII, because a capital may be any other unit there. */
function tailAt(keyword: string, partOf: (code: number) => number): number {
  return partAt(keyword, HASHED, partOf) | (partAt(keyword, HASHED + 1, partOf) << 16);
}

function partAt(keyword: string, at: number, partOf: (code: number) => number): number {
  const code = at < keyword.length ? keyword.charCodeAt(at) : 0;
  return code === 0 || code >= 0x80 ? 0 : partOf(code);
}

type ShortKeyword = { readonly index: number; readonly spellings: readonly string[] };

/** Searching for two cases of a character one after the other is quicker. */
function visitShort(text: string, { index, spellings }: ShortKeyword, onKeyword: OnKeyword): void {
  const next = spellings.map((spelling) => findFrom(text, spelling, 0));
  for (;;) {
    let first = 0;
    for (let which = 1; which < next.length; which += 1) {
      if ((next[which] ?? NOWHERE) < (next[first] ?? NOWHERE)) first = which;
    }
    const at = next[first] ?? NOWHERE;
    if (at === NOWHERE || !onKeyword(index, at)) return;
    next[first] = findFrom(text, spellings[first] ?? "", at + 1);
  }
}

const NOWHERE = Number.MAX_SAFE_INTEGER;

function findFrom(text: string, spelling: string, from: number): number {
  const at = text.indexOf(spelling, from);
  return at === -1 ? NOWHERE : at;
}

function spellingsOf(keyword: string): string[] {
  return Array.from(keyword).reduce<string[]>(
    (all, letter) => [...new Set(all.flatMap((start) => [start + letter, start + letter.toUpperCase()]))],
    [""],
  );
}

/** The number of characters per pass, so that their positions stay in the processor's nearest cache. */
const STRIDE = 4_096;
const places = new Uint32Array(STRIDE);

function visitLong(text: string, table: Table, onKeyword: OnKeyword): void {
  // A keyword of two characters may be the last, followed by a zero.
  const length = text.length + 1 - HASHED_MIN;
  const visit: Visit = {
    units: readUnits(text),
    table,
    onKeyword,
    finished: new Uint8Array(table.lettersFrom.length),
  };
  for (let from = 0; from < length; from += STRIDE) {
    const count = listBegins(visit, from, Math.min(from + STRIDE, length));
    for (let which = 0; which < count; which += 1) compare(visit, places[which] ?? 0);
  }
}

/** Lists the positions at which a keyword may begin, and returns their number. The pass calls no function, which makes it
 * fast. */
function listBegins({ units, table: { begins, goesOn } }: Visit, from: number, to: number): number {
  const kinds = readBehindKinds();
  let slot = nextSlot(nextSlot(0, units[from] ?? 0), units[from + 1] ?? 0);
  let count = 0;
  let behind = behindAt(units, from);
  for (let at = from; at < to; at += 1) {
    slot = nextSlot(slot, units[at + HASHED - 1] ?? 0);
    const mayBegin = (begins[slot] ?? 0) & behind;
    behind = kinds[units[at] ?? 0] ?? 0;
    if (mayBegin === 0) continue;
    const bit = longSlot(slot, units[at + HASHED] ?? 0);
    places[count] = at;
    count += ((goesOn[bit >> 3] ?? 0) >> (bit & 7)) & 1;
  }
  return count;
}

/** The kind of the character before this position. */
function behindAt(units: Uint16Array, at: number): number {
  return at === 0 ? BEHIND_OTHER : (readBehindKinds()[units[at - 1] ?? 0] ?? 0);
}

/** For each unit: its kind for the keyword that follows it. */
let behindKinds = new Uint8Array(0);

/** Made on first use: most commands read no text. */
function readBehindKinds(): Uint8Array {
  if (behindKinds.length > 0) return behindKinds;
  behindKinds = new Uint8Array(1 << 16)
    .fill(BEHIND_OTHER)
    .fill(BEHIND_DIGIT, 0x30, 0x3a)
    .fill(BEHIND_CAPITAL, 0x41, 0x5b)
    .fill(BEHIND_SMALL, 0x61, 0x7b);
  return behindKinds;
}

type Visit = {
  readonly units: Uint16Array;
  readonly table: Table;
  readonly onKeyword: OnKeyword;
  readonly finished: Uint8Array;
};

/** Compares the text at this position with the keywords of the slot of its first three characters. */
function compare(visit: Visit, at: number): void {
  const { units, table, onKeyword, finished } = visit;
  const { behindOf, firstOfSlot, keywordOf, tailOf, tailMaskOf } = table;
  const slot = slotAt(units, at);
  const behind = behindAt(units, at);
  const tail = readTail(units, at + HASHED);
  const end = firstOfSlot[slot + 1] ?? 0;
  for (let entry = firstOfSlot[slot] ?? 0; entry < end; entry += 1) {
    if ((tail & (tailMaskOf[entry] ?? 0)) !== (tailOf[entry] ?? 0)) continue;
    if (((behindOf[entry] ?? 0) & behind) === 0) continue;
    const keyword = keywordOf[entry] ?? 0;
    if (finished[keyword] === 1 || !standsAt(visit, keyword, at)) continue;
    if (!onKeyword(keyword, at)) finished[keyword] = 1;
  }
}

function slotAt(units: Uint16Array, at: number): number {
  return nextSlot(nextSlot(nextSlot(0, units[at] ?? 0), units[at + 1] ?? 0), units[at + 2] ?? 0);
}

function readTail(units: Uint16Array, at: number): number {
  return (units[at] ?? 0) | SMALL | (((units[at + 1] ?? 0) | SMALL) << 16);
}

/** The text is followed by zeros, which no keyword contains. */
function standsAt({ units, table: { letters, lettersFrom } }: Visit, keyword: number, at: number): boolean {
  const from = lettersFrom[keyword] ?? 0;
  for (let index = from; letters[index] !== 0; index += 1) {
    const code = units[at + index - from] ?? 0;
    if (code !== letters[index] && smallOf(code) !== letters[index]) return false;
  }
  return true;
}

function smallOf(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + SMALL : code;
  return String.fromCharCode(code).toLowerCase().charCodeAt(0);
}
