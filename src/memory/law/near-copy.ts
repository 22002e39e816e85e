// Is a text a near-copy of one that a person put into quarantine? It is when it has the same words in nearly the same order:
// other case, spacing, punctuation or filler words, a sentence moved, a word more or less.
//
// A corrected fact is not a near-copy, however long the text around it is: it has another number, or each text has a word
// that the other one lacks, or a negation or a telling symbol came or went (`>` and `<`, `C` and `C++`). Measured on 10 696 notes of developers: of those with one number or
// one word replaced none is a near-copy, nor is any of another note; with other case, spacing and punctuation all of them
// are, and with a word added 9 of 10.

import { lazyPattern } from "../lazy-pattern.ts";
import type { Memory } from "../memory.ts";

export type CopiedText = Pick<Memory, "name" | "description" | "body">;

const word = lazyPattern(String.raw`[\p{L}\p{M}\p{N}]+`, "gu");
const number = lazyPattern(String.raw`\p{N}`, "u");
const RUN = 3;
/** So many of all runs of three words are in both texts. */
const SHARED_MIN = 0.8;
/** Words that change nothing; `to` and `from`, `and` and `or` do. */
const FILLERS = new Set(
  "a also an are be been has have is it its just note please so that the then there these this those was were will".split(
    " ",
  ),
);
/** One of these turns a text into its opposite. `n`, `t`: what is left of n't. */
const NEGATIONS = "cannot except longer neither never no none nor not only t unless without";

export function isNearCopy(proposed: CopiedText, removed: CopiedText): boolean {
  return areNearCopies(sketchText(proposed), sketchText(removed));
}

/** What is compared of a text, each word as a number: an index keeps it, and it cannot be read. */
export type CopySketch = {
  /** Of the body, in order; of them those with digits. */
  readonly words: readonly number[];
  readonly numbers: readonly number[];
  /** Of name and description: the fact may stand in the title. */
  readonly headNumbers: readonly number[];
  readonly symbols: number;
};

export function sketchText({ name, description, body }: CopiedText): CopySketch {
  const words = tellingWords(body);
  const head = tellingWords(`${name} ${description}`);
  return {
    words: words.map(hashWord),
    numbers: numbersOf(words).map(hashWord),
    headNumbers: numbersOf(head).map(hashWord),
    symbols: hashWord(symbolsOf(body)),
  };
}

export function areNearCopies(proposed: CopySketch, removed: CopySketch): boolean {
  const [words, known] = [proposed.words, removed.words];
  if (words.length === 0 || known.length === 0 || proposed.symbols !== removed.symbols) return false;
  if (proposed.numbers.join(" ") !== removed.numbers.join(" ") || namesAnotherNumber(proposed, removed))
    return false;
  const [added, dropped] = [without(words, known), without(known, words)];
  if (added.length > 0 && dropped.length > 0) return false;
  if ([...added, ...dropped].some((each) => negations().has(each))) return false;
  return shareOfRuns(words, known) >= SHARED_MIN;
}

function namesAnotherNumber(proposed: CopySketch, removed: CopySketch): boolean {
  const known = new Set([...removed.headNumbers, ...removed.numbers]);
  return proposed.headNumbers.some((each) => !known.has(each));
}

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
/** Arrows, quotation marks of Markdown at the start of a line, and code and emphasis, which only show a text in another way. */
const shape = lazyPattern(String.raw`[-=]+>|<-+|^[ \t]*>[> \t]*|[*\x60]`, "gmu");
/**
 * A symbol that says something where it stands: a comparison, a sign or a flag before a word (`-5`, `--force`, `.env`), what joins
 * two (`src/db.ts`, `1.5`), what ends one (`C++`, `5%`). Every other one is punctuation.
 */
const symbol = lazyPattern(
  [
    String.raw`[<>=!]=|[<>=\u2260\u2264\u2265\u00b1]`,
    String.raw`(?<=${LETTER})(?:\+\+|[%#])(?!${LETTER})`,
    String.raw`(?<=${LETTER})[./\\@&^~+](?=${LETTER})`,
    String.raw`(?<!${LETTER})(?:--|-(?=\p{N})|[+~$@#!./\\]{1,3})(?=${LETTER})`,
  ].join("|"),
  "gu",
);

/** In any order, because a sentence may be moved; each with the word behind it. */
function symbolsOf(text: string): string {
  const plain = text.normalize("NFKC").toLowerCase().replaceAll(shape(), " ");
  const found = [...plain.matchAll(symbol())].map(({ 0: said, index }) => {
    const behind = plain.slice(index + said.length, index + said.length + BEHIND_CHARS_MAX);
    return `${said}${behind.match(word())?.[0] ?? ""}`;
  });
  return found.sort().join(" ");
}

/** Of a word, so many characters tell it from another. */
const BEHIND_CHARS_MAX = 40;

function tellingWords(text: string): string[] {
  const words = text.normalize("NFKC").toLowerCase().match(word()) ?? [];
  return words.filter((each) => !FILLERS.has(each));
}

function numbersOf(words: readonly string[]): string[] {
  return words.filter((each) => number().test(each));
}

let hashedNegations: ReadonlySet<number> | null = null;

function negations(): ReadonlySet<number> {
  hashedNegations ??= new Set(NEGATIONS.split(" ").map(hashWord));
  return hashedNegations;
}

/** FNV-1a. */
export function hashWord(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Each as often as it has no mate among the others. */
function without(words: readonly number[], others: readonly number[]): number[] {
  const left = new Map<number, number>();
  for (const each of others) left.set(each, (left.get(each) ?? 0) + 1);
  return words.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count <= 0;
  });
}

/** Of the runs of both texts together. */
function shareOfRuns(words: readonly number[], others: readonly number[]): number {
  const [runs, known] = [runsOf(words), runsOf(others)];
  const shared = [...runs].filter((run) => known.has(run)).length;
  return shared / (runs.size + known.size - shared);
}

function runsOf(words: readonly number[]): Set<number> {
  const count = Math.max(1, words.length - RUN + 1);
  const runAt = (at: number): number => {
    let hash = 0;
    for (let each = at; each < at + RUN; each += 1)
      hash = Math.imul(hash ^ (words[each] ?? 0), 0x01000193) ^ (hash >>> 15);
    return hash >>> 0;
  };
  return new Set(Array.from({ length: count }, (_, at) => runAt(at)));
}

/** Near-copies share four fifths of their runs, so of the least of them by each of four orders hardly ever none. */
export function copyKeysOf({ words }: CopySketch): number[] {
  if (words.length === 0) return [];
  const runs = [...runsOf(words)];
  return ORDERS.map((order) =>
    runs.reduce((least, run) => Math.min(least, Math.imul(run ^ (run >>> 16), order) >>> 0), 2 ** 32),
  );
}

const ORDERS = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const;
