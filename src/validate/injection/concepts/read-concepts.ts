// Reads the concepts that a text mentions: each word or phrase of the tables, in any of their languages, is one mention of
// a concept. One pass over a trie, so the time does not depend on the number of words in the tables.

import { readUnits } from "../../units.ts";
import { goesOn, isLetter, listOpenings, STRIDE } from "./openings.ts";
import { ROOT, TAIL } from "./packed-words.ts";
import { findTrie, type Trie } from "./word-trie.ts";

export type Mention = {
  readonly concept: number;
  /** Offsets in the text that was read. */
  readonly start: number;
  readonly end: number;
};

const NEWLINE = 0x0a;
const DOT = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;
const HIDDEN_FILES: ReadonlySet<string> = new Set(["store", "persists"]);
const ARTICLE = /(?:the|an?|your|all|this|these|every) /y;
const ARTICLE_LETTERS = "taye";

/** In the order of the text. Of two words that begin at one position the longer counts; a word with two senses counts
 * twice. */
export function readConcepts(text: string): Mention[] {
  const reading = { trie: findTrie(), text, units: readUnits(text) };
  const mentions: Mention[] = [];
  let free = 0;
  for (let from = 0; from < text.length; from += STRIDE) {
    const to = Math.min(from + STRIDE, text.length);
    const { places, count } = listOpenings(reading.trie.openings, reading.units, { from, to });
    for (let left = count - 1; left >= 0; left -= 1) {
      const start = places[left] ?? 0;
      const word = start < free ? NO_WORD : findWord(reading, start);
      const match = word === NO_WORD ? null : readWord(reading, start, word);
      if (match === null) continue;
      for (const concept of match.concepts) mentions.push({ concept, start, end: match.end });
      // "The chat" in "the chat history" must not hide the history.
      free = articleEnd(text, start) ?? match.end;
    }
  }
  return mentions;
}

/** The end of the article with which a phrase begins, or null. */
function articleEnd(text: string, start: number): number | null {
  if (!ARTICLE_LETTERS.includes(text.charAt(start))) return null;
  ARTICLE.lastIndex = start;
  return ARTICLE.test(text) ? ARTICLE.lastIndex : null;
}

type Reading = { readonly trie: Trie; readonly text: string; readonly units: Uint16Array };

/** The longest word that begins at a position: its length, and in the lower half the position of its concepts in `senses`. */
type Word = number;
const NO_WORD: Word = 0;
const HALF_BITS = 16;
const HALF_MASK = (1 << HALF_BITS) - 1;

function findWord(reading: Reading, start: number): Word {
  const { trie, units } = reading;
  const { classOf, bases, parents, ends } = trie;
  let word = NO_WORD;
  let node = ROOT;
  // The text is followed by zeros, which no word contains.
  for (let at = start; ; at += 1) {
    const next = (bases[node] ?? 0) + (classOf[units[at] ?? 0] ?? 0);
    if (parents[next] !== node) return word;
    node = next;
    const ending = ends[node] ?? 0;
    if (ending === 0) continue;
    const last = ending < TAIL ? at : tailEnd(reading, node, at);
    const sense = last === -1 ? 0 : senseAt(reading, ending & ~TAIL, last);
    if (sense !== 0) word = ((last + 1 - start) << HALF_BITS) | sense;
    if (ending >= TAIL) return word;
  }
}

/** The position of the last character of the node's tail, which begins after this position, or -1 if the text differs. */
function tailEnd({ trie, units }: Reading, node: number, here: number): number {
  const { bases, tails } = trie;
  let at = here;
  for (let next = bases[node] ?? 0; tails[next] !== NEWLINE; next += 1) {
    at += 1;
    if (units[at] !== tails[next]) return -1;
  }
  return at;
}

/** The senses of the word whose last character is here, or 0. Only a stem may continue. */
function senseAt({ trie, units }: Reading, ending: number, at: number): number {
  const sense = goesOn(units, at + 1) ? 0 : (trie.wordSenses[ending] ?? 0);
  return sense === 0 ? (trie.stemSenses[ending] ?? 0) : sense;
}

type Match = { readonly concepts: readonly number[]; readonly end: number };
function readWord(reading: Reading, start: number, word: Word): Match | null {
  const { trie, text, units } = reading;
  const concepts = trie.senses[word & HALF_MASK] ?? [];
  let end = start + (word >> HALF_BITS);
  if (units[start] === DOT && isDomain(reading, start, concepts)) return null;
  if (units[end - 1] === SLASH && units[end - 2] === SLASH && units[end - 3] === COLON)
    return readAddress(text, start);
  while (end < text.length && goesOn(units, end)) end += 1;
  return { concepts, end };
}

/** ".ssh" is a directory, the same letters in "example.ssh" are not; ".exe" is an extension at any position. */
function isDomain({ trie, units }: Reading, start: number, concepts: readonly number[]): boolean {
  const isBehindLetter = start > 0 && isLetter(units[start - 1] ?? 0);
  return isBehindLetter && concepts.some((each) => HIDDEN_FILES.has(trie.names[each] ?? ""));
}

const ADDRESS = /[a-z0-9+]{2,9}:\/\/[^\s"'`<>)\]}]{1,300}/y;
/** Hosts of the reader or of the public, to which ordinary runbooks send things. */
const OWN_HOST =
  /^https?:\/\/(?:localhost|127\.|10\.|192\.168\.|0\.0\.0\.0|\[::1|[^/]{0,80}(?:\.(?:internal|local|corp|lan|test)(?:[:/]|$)|registry\.npmjs\.org|pypi\.org|crates\.io|rubygems\.org|proxy\.golang\.org|vault|\.svc(?:[.:/]|$)))/;

/** The address from which a cloud machine reads its own credentials. */
const METADATA_HOST = /^https?:\/\/(?:169\.254\.169\.254|metadata\.google\.internal)/;

/** The concepts of an address; a link to documentation has none. */
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
