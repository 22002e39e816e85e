// The tables of words as a trie: a character leads from node to node, and a node says which concepts the word means that ends
// there. The steps are one flat hash, because a thousand small maps would cost more than the walk.

import { COMMAND_WORDS } from "./words/commands.ts";
import { EASTERN_WORDS } from "./words/eastern.ts";
import { ENGLISH_WORDS } from "./words/english.ts";
import { ENGLISH_ACTS } from "./words/english-acts.ts";
import { GERMANIC_WORDS } from "./words/germanic.ts";
import { ROMANCE_WORDS } from "./words/romance.ts";
import { SLAVIC_WORDS } from "./words/slavic.ts";
import { SOUTHERN_WORDS } from "./words/southern.ts";

export const WORD_TABLES: readonly string[] = [
  ENGLISH_WORDS,
  ENGLISH_ACTS,
  COMMAND_WORDS,
  GERMANIC_WORDS,
  ROMANCE_WORDS,
  SLAVIC_WORDS,
  EASTERN_WORDS,
  SOUTHERN_WORDS,
];

/** A table has lines `concept: word, phrase, stem*`, continued on indented lines. */
export function parseWords(table: string): { readonly name: string; readonly words: readonly string[] }[] {
  const entries = table.trim().split(/\n(?=\S)/);
  return entries.map((entry) => {
    const colon = entry.indexOf(":");
    const words = entry.slice(colon + 1).split(/,\s+/);
    return { name: entry.slice(0, colon), words: words.map((word) => word.trim().replace(/\s+/g, " ")) };
  });
}

/** Steps of the trie, as an open hash of node and character: 16 bits each. */
const STEPS_BITS = 17;
const STEPS_MASK = (1 << STEPS_BITS) - 1;
const NODES_MAX = 1 << 16;
const OPENINGS_MASK = (1 << 15) - 1;

export type Trie = {
  readonly names: readonly string[];
  readonly keys: Uint32Array;
  readonly nodes: Uint16Array;
  /** Node → where in `senses` the concepts of the word stand that ends there, and those of the stem; 0 is none. */
  readonly wordEnds: Uint16Array;
  readonly stemEnds: Uint16Array;
  readonly senses: number[][];
  /** What may begin with three characters of this hash. Most words of a text begin like none of ours. */
  readonly openings: Uint8Array;
  /** The same of five characters. */
  readonly longOpenings: Uint8Array;
  /** How many nodes there are; the first is the root. */
  count: number;
};

let built: Trie | null = null;

/** Built on first use: most commands read no text. */
export function findTrie(): Trie {
  built ??= buildTrie(WORD_TABLES.flatMap(parseWords));
  return built;
}

export function conceptNames(): readonly string[] {
  return findTrie().names;
}

function buildTrie(entries: readonly { name: string; words: readonly string[] }[]): Trie {
  const trie: Trie = {
    names: [...new Set(entries.map(({ name }) => name))],
    keys: new Uint32Array(STEPS_MASK + 1),
    nodes: new Uint16Array(STEPS_MASK + 1),
    wordEnds: new Uint16Array(NODES_MAX),
    stemEnds: new Uint16Array(NODES_MAX),
    senses: [[]],
    openings: new Uint8Array(OPENINGS_MASK + 1),
    longOpenings: new Uint8Array(OPENINGS_MASK + 1),
    count: 1,
  };
  for (const { name, words } of entries) {
    const concept = trie.names.indexOf(name);
    for (const word of words) {
      const ends = word.endsWith("*") ? trie.stemEnds : trie.wordEnds;
      addOpening(trie, word);
      addSense(trie, ends, { node: addPath(trie, word.replace(/\*$/, "")), concept });
    }
  }
  joinSenses(trie);
  return trie;
}

/** Characters below 128 are letters, digits and marks; what begins with others is always looked up. */
const PLAIN_CODES = 128;
const OPENING_CHARS = 5;
/** Of an opening of three characters: a word of up to four begins so, or only longer ones do. */
const SHORT_WORD = 2;
const LONG_WORD = 1;

function addOpening({ openings, longOpenings }: Trie, word: string): void {
  const known = word.replace(/\*$/, "");
  const first = known.charCodeAt(0);
  if (first >= PLAIN_CODES) return;
  const kind = known.length < OPENING_CHARS ? SHORT_WORD : LONG_WORD;
  const codes = Array.from({ length: PLAIN_CODES }, (_, code) => code);
  for (const second of known.length < 2 ? codes : [known.charCodeAt(1)])
    for (const third of known.length < 3 ? codes : [known.charCodeAt(2)]) {
      const slot = openingOf(first, second, third);
      openings[slot] = Math.max(openings[slot] ?? 0, kind);
    }
  if (kind === SHORT_WORD) return;
  const opening = openingOf(first, known.charCodeAt(1), known.charCodeAt(2));
  longOpenings[longOpeningOf(opening, known.charCodeAt(3), known.charCodeAt(4))] = 1;
}

function openingOf(first: number, second: number, third: number): number {
  return (Math.imul(first, 961) + Math.imul(second, 31) + third) & OPENINGS_MASK;
}

function longOpeningOf(opening: number, fourth: number, fifth: number): number {
  return (Math.imul(opening, 0x2f) + Math.imul(fourth, 0x3d) + fifth) & OPENINGS_MASK;
}

/** False means that no word of the tables begins here. Beyond Latin the answer is always true. */
export function mayOpen({ openings, longOpenings }: Trie, units: Uint16Array, start: number): boolean {
  const first = units[start] ?? 0;
  const second = units[start + 1] ?? 0;
  const third = units[start + 2] ?? 0;
  if (first >= PLAIN_CODES || second >= PLAIN_CODES || third >= PLAIN_CODES) return true;
  const opening = openingOf(first, second, third);
  const kind = openings[opening];
  if (kind !== LONG_WORD) return kind === SHORT_WORD;
  return longOpenings[longOpeningOf(opening, units[start + 3] ?? 0, units[start + 4] ?? 0)] === 1;
}

/** @returns the node where the word ends. */
function addPath(trie: Trie, word: string): number {
  let node = 0;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    const slot = slotOf(trie.keys, node, code);
    if (trie.nodes[slot] === 0) {
      if (trie.count === NODES_MAX) throw new RangeError("the tables of words are too large");
      trie.keys[slot] = keyOf(node, code);
      trie.nodes[slot] = trie.count;
      trie.count += 1;
    }
    node = trie.nodes[slot] ?? 0;
  }
  return node;
}

function addSense(
  { senses }: Trie,
  ends: Uint16Array,
  { node, concept }: { node: number; concept: number },
): void {
  if (ends[node] === 0) ends[node] = senses.push([]) - 1;
  const known = senses[ends[node] ?? 0];
  if (known?.includes(concept) === false) known.push(concept);
}

/** A whole word also has the senses of the stem that it is. */
function joinSenses(trie: Trie): void {
  for (let node = 0; node < trie.count; node += 1) {
    const stem = trie.stemEnds[node] ?? 0;
    if (stem === 0 || trie.wordEnds[node] === 0) continue;
    for (const concept of trie.senses[stem] ?? []) addSense(trie, trie.wordEnds, { node, concept });
  }
}

/** @returns 0, which is the root, where no word goes on with this character. */
export function stepOf({ keys, nodes }: Trie, node: number, code: number): number {
  return nodes[slotOf(keys, node, code)] ?? 0;
}

/** Never 0, because no word holds the character 0. */
function keyOf(node: number, code: number): number {
  return ((node << 16) | code) >>> 0;
}

function slotOf(keys: Uint32Array, node: number, code: number): number {
  const key = keyOf(node, code);
  let slot = (Math.imul(key, 0x9e3779b1) >>> (32 - STEPS_BITS)) & STEPS_MASK;
  while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & STEPS_MASK;
  return slot;
}
