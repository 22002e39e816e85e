// One pass over a text finds several hundred keywords in it, in any case. Asking `includes` for each of them would read the
// text several hundred times; here three characters at a time select the few keywords worth comparing.

/** Called at each occurrence, in order; false means that further ones of this keyword need not be reported. */
export type OnKeyword = (keyword: number, at: number) => boolean;

export type KeywordIndex = {
  /** Reports keywords by their number in the list the index was made of. */
  readonly visit: (text: string, onKeyword: OnKeyword) => void;
};

/** Each new character pushes the oldest of three out of the hash. */
const BITS_PER_CHARACTER = 5;
const SLOTS = 1 << (3 * BITS_PER_CHARACTER);
const SLOT_MASK = SLOTS - 1;
const HASHED = 3;
/** Makes a capital of ASCII small. What it does to other characters costs a comparison, never an answer. */
const SMALL = 0x20;
const NONE = -1;

type Table = {
  readonly keywords: readonly string[];
  /** 1 where a keyword begins so: small enough to stay in the processor's nearest cache. */
  readonly begins: Uint8Array;
  /** The first entry of a slot; each entry says which keyword it is for, and which entry is next. */
  readonly firstOfSlot: Int16Array;
  readonly keywordOf: number[];
  readonly nextOf: number[];
  /** The byte behind those that are hashed; 0 where any will do. */
  readonly fourthOf: Uint8Array;
};

/** The keywords are in lower case. */
export function createKeywordIndex(keywords: readonly string[]): KeywordIndex {
  const table: Table = {
    keywords,
    begins: new Uint8Array(SLOTS),
    firstOfSlot: new Int16Array(SLOTS).fill(NONE),
    keywordOf: [],
    nextOf: [],
    fourthOf: Uint8Array.from(keywords, fourthByte),
  };
  const short: string[] = [];
  for (const [index, keyword] of keywords.entries()) {
    if (keyword.length < HASHED) short[index] = keyword;
    else for (const slot of slotsOf(keyword)) addEntry(table, slot, index);
  }
  return {
    visit: (text, onKeyword) => {
      short.forEach((keyword, index) => {
        visitShort(text, { index, keyword }, onKeyword);
      });
      visitLong(text, table, onKeyword);
    },
  };
}

function addEntry({ begins, firstOfSlot, keywordOf, nextOf }: Table, slot: number, keyword: number): void {
  begins[slot] = 1;
  nextOf.push(firstOfSlot[slot] ?? NONE);
  firstOfSlot[slot] = keywordOf.push(keyword) - 1;
}

/** More than one where a letter's capital has quite another byte. */
function slotsOf(keyword: string): Set<number> {
  let slots = new Set([0]);
  for (const letter of keyword.slice(0, HASHED)) {
    const bytes = [letter, letter.toUpperCase()].map((each) => (each.charCodeAt(0) & 0xff) | SMALL);
    slots = new Set([...slots].flatMap((slot) => bytes.map((byte) => hash(slot, byte))));
  }
  return slots;
}

function hash(slot: number, byte: number): number {
  return ((slot << BITS_PER_CHARACTER) ^ byte) & SLOT_MASK;
}

function fourthByte(keyword: string): number {
  const code = keyword.length > HASHED ? keyword.charCodeAt(HASHED) : 0;
  return code < 0x80 ? code : 0;
}

/** Two cases of one or two characters are quicker asked for one after the other. */
function visitShort(
  text: string,
  { index, keyword }: { index: number; keyword: string },
  onKeyword: OnKeyword,
): void {
  const spellings = keyword === keyword.toUpperCase() ? [keyword] : spellingsOf(keyword);
  const next = spellings.map((spelling) => text.indexOf(spelling));
  for (;;) {
    let first = NONE;
    for (const [which, at] of next.entries()) {
      if (at !== -1 && (first === NONE || at < (next[first] ?? 0))) first = which;
    }
    const at = next[first];
    if (at === undefined || !onKeyword(index, at)) return;
    next[first] = text.indexOf(spellings[first] ?? "", at + 1);
  }
}

function spellingsOf(keyword: string): string[] {
  return Array.from(keyword).reduce<string[]>(
    (all, letter) => [...new Set(all.flatMap((start) => [start + letter, start + letter.toUpperCase()]))],
    [""],
  );
}

/**
 * The low bytes of a part of the text: reading them is many times faster than asking a string for its characters. One more
 * is read ahead.
 */
const part = Buffer.alloc((1 << 14) + 1);
const PART_CHARS = part.length - 1;

function visitLong(text: string, table: Table, onKeyword: OnKeyword): void {
  const { begins } = table;
  const visit: Visit = { text, table, onKeyword, finished: new Uint8Array(table.keywords.length), start: 0 };
  let slot = 0;
  for (let start = 0; start < text.length; start += PART_CHARS) {
    visit.start = start;
    const written = part.write(text.slice(start, start + part.length), "latin1");
    const length = Math.min(written, PART_CHARS);
    for (let index = 0; index < length; index += 1) {
      slot = ((slot << BITS_PER_CHARACTER) ^ ((part[index] ?? 0) | SMALL)) & SLOT_MASK;
      if (begins[slot] === 1) compare(visit, slot, index);
    }
  }
}

type Visit = {
  readonly text: string;
  readonly table: Table;
  readonly onKeyword: OnKeyword;
  readonly finished: Uint8Array;
  /** Of the part that is being read. */
  start: number;
};

/** With the keywords of this slot, whose hashed characters end at this place of the part. */
function compare({ text, table, onKeyword, finished, start }: Visit, slot: number, index: number): void {
  const { keywords, firstOfSlot, keywordOf, nextOf, fourthOf } = table;
  const at = start + index + 1 - HASHED;
  const fourth = (part[index + 1] ?? 0) | SMALL;
  for (let entry = firstOfSlot[slot] ?? NONE; entry !== NONE; entry = nextOf[entry] ?? NONE) {
    const keyword = keywordOf[entry] ?? 0;
    const wanted = fourthOf[keyword] ?? 0;
    if (wanted !== 0 && (wanted | SMALL) !== fourth) continue;
    if (finished[keyword] === 1 || !standsAt(text, keywords[keyword] ?? "", at)) continue;
    if (!onKeyword(keyword, at)) finished[keyword] = 1;
  }
}

function standsAt(text: string, keyword: string, at: number): boolean {
  for (let index = 0; index < keyword.length; index += 1) {
    const wanted = keyword.charCodeAt(index);
    const code = text.charCodeAt(at + index);
    if (code !== wanted && smallOf(code) !== wanted) return false;
  }
  return true;
}

function smallOf(code: number): number {
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? code + SMALL : code;
  return String.fromCharCode(code).toLowerCase().charCodeAt(0);
}
