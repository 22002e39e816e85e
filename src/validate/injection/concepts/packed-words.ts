// Packs the tables of words into a trie of flat arrays, in which a step is an addition and a comparison: the child of a
// node for a character is at the node's base plus the character's class, and names its parent. If only one word continues,
// the rest of it is written out instead. The build replaces this module by its result (scripts/build/fixed-values.ts), so
// that no process that reads a text has to pack anything.

import { listKeys } from "./openings.ts";
import { type Entry, parseWords, WORD_TABLES } from "./word-tables.ts";

export type PackedWords = {
  /** Names of the concepts; a concept is its position here. */
  readonly names: readonly string[];
  /** The class of a character is its position here, counted from 1. */
  readonly alphabet: string;
  /** Lists of concepts. The first is empty. */
  readonly senses: readonly (readonly number[])[];
  /** Pairs of positions in `senses`: for the whole word that ends at a node, and for the stem. The first pair is empty. */
  readonly endings: readonly (readonly [word: number, stem: number])[];
  /** The keys of the words, one per line. */
  readonly openings: string;
  /** The remainders of words, each followed by a line end. */
  readonly tails: string;
  /** Numbers of 16 bits in base64: for each node its base, its parent and its position in `endings`. The base of a node
   * with a tail is the tail's position, and the ending is the one after the tail. */
  readonly bases: string;
  readonly parents: string;
  readonly ends: string;
};

/** The node at which every word begins. No node is 0, so that a free position has no node as its parent. */
export const ROOT = 1;
/** Set in the ending of a node that has a tail. */
export const TAIL = 0x8000;

export function packWords(): PackedWords {
  const entries = WORD_TABLES.flatMap(parseWords);
  const names = [...new Set(entries.map(({ name }) => name))];
  const words = listWords(entries, names);
  const alphabet = listAlphabet(words);
  const { nodes, parents } = placeNodes(words, alphabet);
  const senses = createList<readonly number[]>([]);
  const endings = createList<readonly [number, number]>([0, 0]);
  const [bases, ends] = [new Uint16Array(parents.length), new Uint16Array(parents.length)];
  let tails = "";
  for (const { place, base, ending, tail } of nodes) {
    const stem = conceptsOf(ending.filter(({ isStem }) => isStem));
    const word = conceptsOf(ending.filter(({ isStem }) => !isStem));
    // A whole word also has the senses of the stem that it equals.
    const whole = word.length === 0 ? word : [...new Set([...word, ...stem])];
    const said = endings.placeOf([senses.placeOf(whole), senses.placeOf(stem)]);
    ends[place] = tail === null ? said : said | TAIL;
    bases[place] = tail === null ? base : tails.length;
    if (tail !== null) tails += `${tail}\n`;
  }
  if (tails.length >= PLACES_MAX) throw TOO_LARGE;
  const numbers = { bases: encode(bases), parents: encode(parents), ends: encode(ends) };
  const openings = listKeys(entries.flatMap((entry) => entry.words)).join("\n");
  return { names, alphabet, senses: senses.all, endings: endings.all, openings, tails, ...numbers };
}

type Word = { readonly text: string; readonly isStem: boolean; readonly concept: number };

function listWords(entries: readonly Entry[], names: readonly string[]): Word[] {
  return entries.flatMap(({ name, words }) => {
    const concept = names.indexOf(name);
    return words.map((word) => ({ text: word.replace(/\*$/, ""), isStem: word.endsWith("*"), concept }));
  });
}

/** In the order of the tables. */
function conceptsOf(words: readonly Word[]): number[] {
  return [...new Set(words.map(({ concept }) => concept))];
}

/** The most frequent first, so that the children of a node lie close together. */
function listAlphabet(words: readonly Word[]): string {
  const counts = new Map<string, number>();
  for (const { text } of words)
    for (const unit of text.split("")) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return [...counts.keys()]
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1))
    .join("");
}

/** Positions are numbers of 16 bits. */
const PLACES_MAX = 1 << 16;
const TOO_LARGE = new RangeError("the tables of words are too large");

type Node = {
  readonly place: number;
  readonly base: number;
  /** The words that end here or, with a tail, after it. */
  readonly ending: readonly Word[];
  readonly tail: string | null;
};

/** A node that still needs a position, with all words that begin with its path. */
type UnplacedNode = { readonly place: number; readonly depth: number; readonly words: readonly Word[] };

function placeNodes(words: readonly Word[], alphabet: string): { nodes: Node[]; parents: Uint16Array } {
  const classOf = new Map(alphabet.split("").map((unit, at) => [unit, at + 1]));
  const places = createPlaces();
  const parents = new Uint16Array(PLACES_MAX);
  const nodes: Node[] = [];
  const waiting: UnplacedNode[] = [{ place: ROOT, depth: 0, words }];
  // After the last node there is room for a step of any class.
  let length = 0;
  for (const { place, depth, words: begun } of waiting) {
    const tail = tailOf(begun, depth);
    const ending = tail === null ? begun.filter(({ text }) => text.length === depth) : begun;
    const going = tail === null ? begun.filter(({ text }) => text.length > depth) : [];
    const children = Object.entries(Object.groupBy(going, ({ text }) => text.charAt(depth)));
    const base = places.take(children.map(([unit]) => classOf.get(unit) ?? 0));
    nodes.push({ place, base, ending, tail });
    for (const [unit, child = []] of children) {
      const at = base + (classOf.get(unit) ?? 0);
      parents[at] = place;
      waiting.push({ place: at, depth: depth + 1, words: child });
    }
    length = Math.max(length, base + 2 * alphabet.length + 1);
    if (length > PLACES_MAX) throw TOO_LARGE;
  }
  return { nodes, parents: parents.slice(0, length) };
}

/** The common remainder of these words if they are all the same word, else null. */
function tailOf(words: readonly Word[], depth: number): string | null {
  const text = words[0]?.text ?? "";
  return text.length > depth && words.every((word) => word.text === text) ? text.slice(depth) : null;
}

/** Hands out positions: the lowest that fit, starting where the last node with as many children was placed. */
function createPlaces(): { readonly take: (steps: readonly number[]) => number } {
  const isTaken = new Uint8Array(2 * PLACES_MAX).fill(1, 0, ROOT + 1);
  const lowestFor: number[] = [];
  return {
    take(steps) {
      if (steps.length === 0) return 0;
      let base = lowestFor[steps.length] ?? 0;
      while (steps.some((step) => isTaken[base + step] === 1)) base += 1;
      for (const step of steps) isTaken[base + step] = 1;
      lowestFor[steps.length] = base;
      return base;
    },
  };
}

type List<T> = { readonly all: readonly T[]; readonly placeOf: (item: T) => number };

/** Each item once. */
function createList<T>(first: T): List<T> {
  const all = [first];
  const known = new Map([[JSON.stringify(first), 0]]);
  return {
    all,
    placeOf(item) {
      const key = JSON.stringify(item);
      const place = known.get(key) ?? all.push(item) - 1;
      known.set(key, place);
      return place;
    },
  };
}

/** Little-endian on every machine. */
function encode(numbers: Uint16Array): string {
  const bytes = Buffer.alloc(2 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt16LE(number, 2 * at);
  return bytes.toString("base64");
}
