// Reads what a text speaks of, whatever the words: each word or phrase of the tables, in any of their languages, is one
// mention of a concept. One pass over a trie, so the time does not depend on how many words the tables hold.

import { COMMAND_WORDS } from "./words/commands.ts";
import { EASTERN_WORDS } from "./words/eastern.ts";
import { ENGLISH_ACTS } from "./words/english-acts.ts";
import { ENGLISH_WORDS } from "./words/english.ts";
import { GERMANIC_WORDS } from "./words/germanic.ts";
import { ROMANCE_WORDS } from "./words/romance.ts";
import { SLAVIC_WORDS } from "./words/slavic.ts";
import { SOUTHERN_WORDS } from "./words/southern.ts";

export type Mention = {
  readonly concept: number;
  /** Offsets in the text that was read. */
  readonly start: number;
  readonly end: number;
};

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

type Trie = {
  readonly names: readonly string[];
  readonly keys: Uint32Array;
  readonly nodes: Uint16Array;
  /** Node → where in `senses` the concepts of the word stand that ends there, and those of the stem; 0 is none. */
  readonly wordEnds: Uint16Array;
  readonly stemEnds: Uint16Array;
  readonly senses: number[][];
};

let built: Trie | null = null;

/** Built on first use: most commands read no text. */
function findTrie(): Trie {
  built ??= buildTrie(WORD_TABLES.flatMap(parseWords));
  return built;
}

const NODES_MAX = 1 << 16;

function buildTrie(entries: readonly { name: string; words: readonly string[] }[]): Trie {
  const names = [...new Set(entries.map(({ name }) => name))];
  const trie = {
    names,
    keys: new Uint32Array(STEPS_MASK + 1),
    nodes: new Uint16Array(STEPS_MASK + 1),
    wordEnds: new Uint16Array(NODES_MAX),
    stemEnds: new Uint16Array(NODES_MAX),
    senses: [[]],
  };
  let count = 1;
  for (const { name, words } of entries) {
    const concept = names.indexOf(name);
    for (const word of words) {
      const isStem = word.endsWith("*");
      let node = 0;
      for (let at = 0; at < word.length - Number(isStem); at += 1) {
        const slot = slotOf(trie.keys, node, word.charCodeAt(at));
        if (trie.nodes[slot] === 0) {
          trie.keys[slot] = keyOf(node, word.charCodeAt(at));
          trie.nodes[slot] = count;
          count += 1;
        }
        node = trie.nodes[slot] ?? 0;
      }
      addSense(trie, isStem ? trie.stemEnds : trie.wordEnds, { node, concept });
    }
  }
  // A whole word also has the senses of the stem that it is.
  for (let node = 0; node < count; node += 1) {
    const stem = trie.stemEnds[node] ?? 0;
    if (stem === 0 || trie.wordEnds[node] === 0) continue;
    for (const concept of trie.senses[stem] ?? []) addSense(trie, trie.wordEnds, { node, concept });
  }
  if (count >= NODES_MAX) throw new RangeError("the tables of words are too large");
  return trie;
}

function addSense({ senses }: Trie, ends: Uint16Array, { node, concept }: { node: number; concept: number }): void {
  if (ends[node] === 0) ends[node] = senses.push([]) - 1;
  const known = senses[ends[node] ?? 0];
  if (known?.includes(concept) === false) known.push(concept);
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

export function conceptNames(): readonly string[] {
  return findTrie().names;
}

/** In the order of the text. Of two words that begin at one place the longer counts; one with two senses counts twice. */
export function readConcepts(text: string): Mention[] {
  const { keys, nodes, wordEnds, stemEnds, senses } = findTrie();
  const mentions: Mention[] = [];
  let isInWord = false;
  for (let start = 0; start < text.length; start += 1) {
    const first = text.charCodeAt(start);
    const isStart = !isInWord || !isLetter(first);
    isInWord = isLetter(first);
    if (!isStart) continue;
    let node = 0;
    let sense = 0;
    let end = start;
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      node = nodes[slotOf(keys, node, code)] ?? 0;
      if (node === 0) break;
      const stem = stemEnds[node] ?? 0;
      const word = wordEnds[node] ?? 0;
      if (word !== 0 && !(isLetter(code) && isLetter(text.charCodeAt(at + 1)))) {
        sense = word;
        end = at + 1;
      } else if (stem !== 0) {
        sense = stem;
        end = at + 1;
      }
    }
    const concepts = senses[sense] ?? [];
    if (sense === 0 || (first === DOT && isDomain(text, start, concepts))) continue;
    if (text.startsWith("http", start) && text.charCodeAt(end - 1) !== 0x28) {
      const address = readAddress(text, start);
      if (address.concept !== null) mentions.push({ concept: address.concept, start, end: address.end });
      start = Math.max(start, address.end - 1);
      isInWord = false;
      continue;
    }
    while (end < text.length && isLetter(text.charCodeAt(end - 1)) && isLetter(text.charCodeAt(end))) end += 1;
    for (const concept of concepts) mentions.push({ concept, start, end });
    // "The chat" in "the chat history" must not hide the history.
    const article = ARTICLE.exec(text.slice(start, start + 5))?.[0] ?? "";
    start = article === "" ? end - 1 : start + article.length - 1;
    isInWord = isLetter(text.charCodeAt(start));
  }
  return mentions;
}

/** Chinese, Japanese and Korean words follow each other without a gap, so each of their letters may begin one. */
function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  return (code >= 0xc0 && code < 0x2000) || (code >= 0xac00 && code <= 0xd7a3);
}

const ARTICLE = /^(?:the|an?|your|all|this|these|every) /;
const DOT = 0x2e;
const HIDDEN_FILES: ReadonlySet<string> = new Set(["store", "persists"]);

/** ".ssh" is a directory, the same letters in "example.ssh" are not; ".exe" is an ending wherever it stands. */
function isDomain(text: string, start: number, concepts: readonly number[]): boolean {
  const { names } = findTrie();
  return isLetter(text.charCodeAt(start - 1)) && concepts.some((each) => HIDDEN_FILES.has(names[each] ?? ""));
}

const ADDRESS = /https?:\/\/[^\s"'`<>)\]}]{1,300}/y;
/** Hosts that are the reader's own or everybody's: sending there is what runbooks do. */
const OWN_HOST =
  /^https?:\/\/(?:localhost|127\.|10\.|192\.168\.|0\.0\.0\.0|\[::1|[^/]{0,80}(?:\.(?:internal|local|corp|lan|test)(?:[:/]|$)|registry\.npmjs\.org|pypi\.org|crates\.io|rubygems\.org|proxy\.golang\.org|vault|\.svc(?:[.:/]|$)))/;

/** What an address counts as; one that only documents something counts as nothing. */
function readAddress(text: string, start: number): { concept: number | null; end: number } {
  ADDRESS.lastIndex = start;
  const address = ADDRESS.exec(text)?.[0];
  if (address === undefined) return { concept: null, end: start + 4 };
  const end = start + address.length;
  const before = text.slice(Math.max(0, start - 2), start);
  if (before === "](" || before.endsWith("<")) return { concept: null, end };
  const names = findTrie().names;
  return { concept: names.indexOf(OWN_HOST.test(address) ? "own" : "outside"), end };
}
