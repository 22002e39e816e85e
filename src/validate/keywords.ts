// One pass over a text finds several hundred keywords in it, in any case. Asking `includes` for each of them would read the
// text several hundred times; here three characters at a time select the few keywords worth comparing.

import { readUnits } from "./units.ts";

/**
 * Called at each occurrence, in order; false means that further ones of this keyword need not be reported. It must not ask for
 * the units of another text.
 */
export type OnKeyword = (keyword: number, at: number) => boolean;

export type KeywordIndex = {
  /** Reports keywords by their number in the list the index was made of. */
  readonly visit: (text: string, onKeyword: OnKeyword) => void;
};

// What may stand before a keyword, in bits.
export const BEHIND_SMALL = 1;
export const BEHIND_CAPITAL = 2;
export const BEHIND_DIGIT = 4;
/** Anything else, and nothing: the beginning of the text. */
const BEHIND_OTHER = 8;
export const BEHIND_ANYTHING: number = BEHIND_SMALL | BEHIND_CAPITAL | BEHIND_DIGIT | BEHIND_OTHER;

/** Each new character pushes the oldest of three out of the hash. These bits of a capital are those of its small letter. */
const BITS_PER_CHARACTER = 5;
const CHARACTER_MASK = (1 << BITS_PER_CHARACTER) - 1;
const SLOTS = 1 << (3 * BITS_PER_CHARACTER);
const SLOT_MASK = SLOTS - 1;
const HASHED = 3;
/** A keyword of two is looked for with each character that may follow it. */
const HASHED_MIN = 2;
/** Makes a capital of ASCII small. What it does to other characters costs a comparison, never an answer. */
const SMALL = 0x20;

type Table = {
  readonly keywords: readonly string[];
  /** Where a keyword begins so, what may stand before it: small enough to stay in the processor's nearest cache. */
  readonly begins: Uint8Array;
  /** A bit for each slot together with the character behind it, where a keyword goes on so. */
  readonly goesOn: Uint8Array;
  /** The entries of a slot stand from here to where those of the next begin. */
  readonly firstOfSlot: Uint16Array;
  readonly keywordOf: Uint16Array;
  /** What may stand before each entry. */
  readonly behindOf: Uint8Array;
  /** Of each entry, the two characters behind those that are hashed, and which bits of them have to be so. */
  readonly tailOf: Int32Array;
  readonly tailMaskOf: Int32Array;
};

/** The keywords are in lower case. `behindOf` says of each where it counts; elsewhere it may be reported or not. */
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
    keywords,
    begins,
    goesOn,
    firstOfSlot,
    keywordOf: Uint16Array.from(entries, ({ number }) => number),
    behindOf: Uint8Array.from(entries, ({ number }) => behindOf[number] ?? BEHIND_ANYTHING),
    tailOf: Int32Array.from(entries, ({ keyword }) => tailAt(keyword, (code) => code | SMALL)),
    tailMaskOf: Int32Array.from(entries, ({ keyword }) => tailAt(keyword, () => 0xffff)),
  };
}

/** More than one where a letter's capital is quite another unit, or behind a keyword of two. */
function slotsOf(keyword: string): readonly number[] {
  let slots = [0];
  for (let at = 0; at < HASHED; at += 1) {
    const units = unitsAt(keyword, at);
    slots = slots.flatMap((slot) => units.map((unit) => nextSlot(slot, unit)));
  }
  return slots;
}

const ANY_UNIT = Array.from({ length: CHARACTER_MASK + 1 }, (_, unit) => unit);

/** One for each hash that the letter has in lower case and in upper case; behind the keyword, one for each there is. */
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

/** Beyond ASCII a capital may be any other unit, so nothing is asked of it here. */
function tailAt(keyword: string, partOf: (code: number) => number): number {
  return partAt(keyword, HASHED, partOf) | (partAt(keyword, HASHED + 1, partOf) << 16);
}

function partAt(keyword: string, at: number, partOf: (code: number) => number): number {
  const code = at < keyword.length ? keyword.charCodeAt(at) : 0;
  return code === 0 || code >= 0x80 ? 0 : partOf(code);
}

type ShortKeyword = { readonly index: number; readonly spellings: readonly string[] };

/** Two cases of one character are quicker asked for one after the other. */
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

function visitLong(text: string, table: Table, onKeyword: OnKeyword): void {
  // A keyword of two may be the last, with a zero behind it.
  const length = text.length + HASHED - HASHED_MIN;
  const visit: Visit = {
    units: readUnits(text),
    table,
    onKeyword,
    finished: new Uint8Array(table.keywords.length),
  };
  for (let index = HASHED - 1; index < length; index += 1) {
    index = findBegin(visit, index, length);
    if (index < length) compare(visit, index);
  }
}

/** The next place at which hashed characters end that a keyword may begin with. It calls nothing, which makes it fast. */
function findBegin({ units, table: { begins, goesOn } }: Visit, from: number, length: number): number {
  let slot = nextSlot(nextSlot(0, units[from - 2] ?? 0), units[from - 1] ?? 0);
  for (let index = from; index < length; index += 1) {
    slot = nextSlot(slot, units[index] ?? 0);
    const behind = begins[slot] ?? 0;
    if (behind === 0 || (behind & behindAt(units, index - HASHED)) === 0) continue;
    const bit = longSlot(slot, units[index + 1] ?? 0);
    if ((((goesOn[bit >> 3] ?? 0) >> (bit & 7)) & 1) !== 0) return index;
  }
  return length;
}

function behindAt(units: Uint16Array, at: number): number {
  const unit = at < 0 ? 0 : (units[at] ?? 0);
  if (unit < 0x30 || unit > 0x7a) return BEHIND_OTHER;
  if (unit >= 0x61) return BEHIND_SMALL;
  if (unit < 0x3a) return BEHIND_DIGIT;
  return unit >= 0x41 && unit < 0x5b ? BEHIND_CAPITAL : BEHIND_OTHER;
}

type Visit = {
  readonly units: Uint16Array;
  readonly table: Table;
  readonly onKeyword: OnKeyword;
  readonly finished: Uint8Array;
};

/** With the keywords of the slot of the three characters that end at this place. */
function compare({ units, table, onKeyword, finished }: Visit, index: number): void {
  const { keywords, behindOf, firstOfSlot, keywordOf, tailOf, tailMaskOf } = table;
  const at = index + 1 - HASHED;
  const slot = slotAt(units, at);
  const behind = behindAt(units, at - 1);
  const tail = readTail(units, index + 1);
  const end = firstOfSlot[slot + 1] ?? 0;
  for (let entry = firstOfSlot[slot] ?? 0; entry < end; entry += 1) {
    if (((behindOf[entry] ?? 0) & behind) === 0) continue;
    if ((tail & (tailMaskOf[entry] ?? 0)) !== (tailOf[entry] ?? 0)) continue;
    const keyword = keywordOf[entry] ?? 0;
    if (finished[keyword] === 1 || !standsAt(units, keywords[keyword] ?? "", at)) continue;
    if (!onKeyword(keyword, at)) finished[keyword] = 1;
  }
}

function slotAt(units: Uint16Array, at: number): number {
  return nextSlot(nextSlot(nextSlot(0, units[at] ?? 0), units[at + 1] ?? 0), units[at + 2] ?? 0);
}

function readTail(units: Uint16Array, at: number): number {
  return (units[at] ?? 0) | SMALL | (((units[at + 1] ?? 0) | SMALL) << 16);
}

/** Behind the text are zeros, which no keyword holds. */
function standsAt(units: Uint16Array, keyword: string, at: number): boolean {
  for (let index = 0; index < keyword.length; index += 1) {
    const wanted = keyword.charCodeAt(index);
    const code = units[at + index] ?? 0;
    if (code !== wanted && smallOf(code) !== wanted) return false;
  }
  return true;
}

function smallOf(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + SMALL : code;
  return String.fromCharCode(code).toLowerCase().charCodeAt(0);
}
