// The tables of words as a trie: each character leads from node to node, and the node at the end of a word has its
// concepts.

import { readUnits } from "../../units.ts";
import { createOpenings, type Openings } from "./openings.ts";
import { type PackedWords, packWords } from "./packed-words.ts";

export type Trie = Pick<PackedWords, "names" | "senses"> & {
  readonly openings: Openings;
  /** UTF-16 unit → its class; 0 for a unit that no word contains. */
  readonly classOf: Uint16Array;
  readonly bases: Uint16Array;
  readonly parents: Uint16Array;
  /** Node → 0, or the index in the next two arrays for the senses of the word that ends there and of the stem; and whether
   * the node has a tail. */
  readonly ends: Uint16Array;
  readonly wordSenses: Uint16Array;
  readonly stemSenses: Uint16Array;
  /** Units, with a line end after each tail. */
  readonly tails: Uint16Array;
};

let opened: Trie | null = null;

/** Opened on first use: most commands read no text. */
export function findTrie(): Trie {
  opened ??= openTrie(packWords());
  return opened;
}

export function conceptNames(): readonly string[] {
  return findTrie().names;
}

function openTrie({ names, alphabet, senses, endings, openings, tails, ...numbers }: PackedWords): Trie {
  const classOf = new Uint16Array(1 << 16);
  for (let at = 0; at < alphabet.length; at += 1) classOf[alphabet.charCodeAt(at)] = at + 1;
  return {
    names,
    senses,
    openings: createOpenings(openings.split("\n")),
    classOf,
    bases: decode(numbers.bases),
    parents: decode(numbers.parents),
    ends: decode(numbers.ends),
    wordSenses: Uint16Array.from(endings, ([word]) => word),
    stemSenses: Uint16Array.from(endings, ([, stem]) => stem),
    tails: readUnits(tails).slice(0, tails.length),
  };
}

function decode(base64: string): Uint16Array {
  const bytes = Buffer.from(base64, "base64");
  const numbers = new Uint16Array(bytes.length / 2);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = bytes.readUInt16LE(2 * at);
  return numbers;
}
