// Reads what a text speaks of, whatever the words: each word or phrase of the tables, in any of their languages, is one
// mention of a concept. One pass over a trie, so the time does not depend on how many words the tables hold.

import { readUnits } from "../../units.ts";
import { findTrie, mayOpen, stepOf, type Trie } from "./word-trie.ts";

export type Mention = {
  readonly concept: number;
  /** Offsets in the text that was read. */
  readonly start: number;
  readonly end: number;
};

const DOT = 0x2e;
const HIDDEN_FILES: ReadonlySet<string> = new Set(["store", "persists"]);
const ARTICLE = /(?:the|an?|your|all|this|these|every) /y;

/** In the order of the text. Of two words that begin at one place the longer counts; one with two senses counts twice. */
export function readConcepts(text: string): Mention[] {
  const trie = findTrie();
  const units = readUnits(text);
  const mentions: Mention[] = [];
  let isInWord = false;
  for (let start = 0; start < text.length; start += 1) {
    const first = units[start] ?? 0;
    const wasInWord = isInWord;
    isInWord = isLetter(first);
    if ((wasInWord && isInWord) || first === 0x20 || !mayOpen(trie, units, start)) continue;
    const match = matchAt({ trie, text, units }, start);
    if (match === null) continue;
    for (const concept of match.concepts) mentions.push({ concept, start, end: match.end });
    // "The chat" in "the chat history" must not hide the history.
    start = (articleEnd(text, start) ?? match.end) - 1;
    isInWord = isLetter(units[start] ?? 0);
  }
  return mentions;
}

/** Where the article ends that a phrase begins with, or null. */
function articleEnd(text: string, start: number): number | null {
  ARTICLE.lastIndex = start;
  return ARTICLE.test(text) ? ARTICLE.lastIndex : null;
}

type Match = { readonly concepts: readonly number[]; readonly end: number };

type Reading = { readonly trie: Trie; readonly text: string; readonly units: Uint16Array };

function matchAt({ trie, text, units }: Reading, start: number): Match | null {
  let node = 0;
  let sense = 0;
  let end = start;
  for (let at = start; at < text.length; at += 1) {
    const code = units[at] ?? 0;
    node = stepOf(trie, node, code);
    if (node === 0) break;
    const isWhole = !(isLetter(code) && isLetter(units[at + 1] ?? 0));
    const here = (isWhole ? trie.wordEnds[node] : 0) || trie.stemEnds[node] || 0;
    if (here === 0) continue;
    sense = here;
    end = at + 1;
  }
  const concepts = trie.senses[sense] ?? [];
  if (sense === 0 || (units[start] === DOT && isDomain(text, start, concepts))) return null;
  if (text.startsWith("://", end - 3)) return readAddress(text, start);
  while (end < text.length && isLetter(units[end - 1] ?? 0) && isLetter(units[end] ?? 0)) end += 1;
  return { concepts, end };
}

/** Chinese and Japanese words follow each other without a gap, so each of their characters may begin one. */
function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  return (code >= 0xc0 && code < 0x2000) || (code >= 0xac00 && code <= 0xd7a3);
}

/** ".ssh" is a directory, the same letters in "example.ssh" are not; ".exe" is an ending wherever it stands. */
function isDomain(text: string, start: number, concepts: readonly number[]): boolean {
  const { names } = findTrie();
  return isLetter(text.charCodeAt(start - 1)) && concepts.some((each) => HIDDEN_FILES.has(names[each] ?? ""));
}

const ADDRESS = /[a-z0-9+]{2,9}:\/\/[^\s"'`<>)\]}]{1,300}/y;
/** Hosts that are the reader's own or everybody's: sending there is what runbooks do. */
const OWN_HOST =
  /^https?:\/\/(?:localhost|127\.|10\.|192\.168\.|0\.0\.0\.0|\[::1|[^/]{0,80}(?:\.(?:internal|local|corp|lan|test)(?:[:/]|$)|registry\.npmjs\.org|pypi\.org|crates\.io|rubygems\.org|proxy\.golang\.org|vault|\.svc(?:[.:/]|$)))/;

/** Where a cloud machine reads its own credentials. */
const METADATA_HOST = /^https?:\/\/(?:169\.254\.169\.254|metadata\.google\.internal)/;

/** What an address counts as; one that only documents something counts as nothing. */
function readAddress(text: string, start: number): Match | null {
  ADDRESS.lastIndex = start;
  const address = ADDRESS.exec(text)?.[0];
  if (address === undefined) return null;
  const end = start + address.length;
  const before = text.slice(Math.max(0, start - 2), start);
  if (before === "](" || before.endsWith("<")) return { concepts: [], end };
  const name = METADATA_HOST.test(address) ? "store" : OWN_HOST.test(address) ? "own" : "outside";
  return { concepts: [findTrie().names.indexOf(name)], end };
}
