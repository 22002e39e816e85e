// Packs the tables of words into a trie of flat arrays, in which a step is an addition and a comparison: the child of a node
// for a character stands at the node's base plus the character's class, and names its parent. Where only one word goes on,
// the rest of it is written out instead. The build puts the result in place of this module (scripts/build/fixed-values.ts), so
// that no process that reads a text has to pack anything.

import { listKeys } from "./openings.ts";
import { type Entry, parseWords, WORD_TABLES } from "./word-tables.ts";

export type PackedWords = {
  /** Of the concepts; a concept is its place here. */
  readonly names: readonly string[];
  /** A character's class is its place here, counted from 1. */
  readonly alphabet: string;
  /** Lists of concepts. The first is empty. */
  readonly senses: readonly (readonly number[])[];
  /** Pairs of places in `senses`: what the word means that ends at a node, and the stem. The first says nothing. */
  readonly endings: readonly (readonly [word: number, stem: number])[];
  /** What the words are known by, on a line each. */
  readonly openings: string;
  /** What is left of words, each with a line end behind it. */
  readonly tails: string;
  /**
   * Numbers of 16 bits in base64: of each node its base, its parent and its place in `endings`. The base of a node with a tail
   * is the tail's place, and the ending is the one behind the tail.
   */
  readonly bases: string;
  readonly parents: string;
  readonly ends: string;
};

/** The node that every word begins at. None is 0, so that a place that is still free has no node for a parent. */
export const ROOT = 1;
/** Of the ending of a node that has a tail. */
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
    // A whole word also has the senses of the stem that it is.
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

/** The commonest first: the children of a node then stand close together. */
function listAlphabet(words: readonly Word[]): string {
  const counts = new Map<string, number>();
  for (const { text } of words)
    for (const unit of text.split("")) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return [...counts.keys()]
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1))
    .join("");
}

/** Places are numbers of 16 bits. */
const PLACES_MAX = 1 << 16;
const TOO_LARGE = new RangeError("the tables of words are too large");

type Node = {
  readonly place: number;
  readonly base: number;
  /** The words that end here or, if there is a tail, behind it. */
  readonly ending: readonly Word[];
  readonly tail: string | null;
};

/** A node that has to be placed: all words that begin so. */
type Waiting = { readonly place: number; readonly depth: number; readonly words: readonly Word[] };

function placeNodes(words: readonly Word[], alphabet: string): { nodes: Node[]; parents: Uint16Array } {
  const classOf = new Map(alphabet.split("").map((unit, at) => [unit, at + 1]));
  const places = createPlaces();
  const parents = new Uint16Array(PLACES_MAX);
  const nodes: Node[] = [];
  const waiting: Waiting[] = [{ place: ROOT, depth: 0, words }];
  // Behind the last node is room for a step of any class.
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

/** What is left of these words if they are one and the same, else null. */
function tailOf(words: readonly Word[], depth: number): string | null {
  const text = words[0]?.text ?? "";
  return text.length > depth && words.every((word) => word.text === text) ? text.slice(depth) : null;
}

/** Gives out places: the lowest that fit from where the last of as many were found. */
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

/** The lower byte first, on every machine. */
function encode(numbers: Uint16Array): string {
  const bytes = Buffer.alloc(2 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt16LE(number, 2 * at);
  return bytes.toString("base64");
}
