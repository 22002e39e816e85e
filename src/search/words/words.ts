// The words by which a memory is found and a prompt asks: stems, and identifiers whole. Joined by single spaces they are
// what FTS5 indexes; it takes each of them as one token, because none holds anything that it splits at.

import { lazyPattern } from "../../memory/lazy-pattern.ts";
import { CUE_CHARS_MAX, CUES_MAX } from "../../memory/limits.ts";
import type { IndexedText } from "../row.ts";
import { hashForm, hashWord } from "./hash-word.ts";
import { stemWord } from "./stem.ts";
import { isFunctionWord } from "./word-kinds.ts";

export type Word = Token & {
  /** The stem of the form; an identifier is its own. */
  readonly text: string;
  /** The number of the stem, and the one that tells the form from others of the same stem. */
  readonly hash: number;
  readonly formHash: number;
};

export type MemoryWords = {
  readonly name: readonly Word[];
  readonly tags: readonly Word[];
  readonly body: readonly Word[];
  /** Each cue apart: a prompt may meet one of them, never the words of several. */
  readonly cues: readonly (readonly Word[])[];
};

/** A file may not be larger; what is cut here was never a memory. */
const TEXT_CHARS_MAX = 64 * 1024;

export function toWords(text: string): Word[] {
  return splitText(text).map(toWord);
}

/** Whoever indexes a store meets the same words over and over; those that come first come most often. */
const WORDS_MAX = 20_000;
const met = new Map<string, Word>();

function toWord({ form, whole }: Token): Word {
  if (whole) return { form, whole, text: form, hash: hashWord(form), formHash: hashForm(form) };
  const known = met.get(form);
  if (known !== undefined) return known;
  if (met.size >= WORDS_MAX) return makeWord(form);
  // As a part of its text it would keep the whole text in memory.
  const word = makeWord(Buffer.from(form, "utf16le").toString("utf16le"));
  met.set(word.form, word);
  return word;
}

function makeWord(form: string): Word {
  const text = stemWord(form);
  return { form, whole: false, text, hash: hashWord(text), formHash: hashForm(form) };
}

/** The description is not a field of its own: it repeats the body in other words, so it adds only what is missing. */
export function analyzeMemory({ name, tags, description, cues, body }: IndexedText): MemoryWords {
  const words = {
    name: toWords(name.slice(0, TEXT_CHARS_MAX)),
    tags: toWords(tags.join(" ").slice(0, TEXT_CHARS_MAX)),
    body: toWords(body.slice(0, TEXT_CHARS_MAX)),
    cues: cues.slice(0, CUES_MAX).map((cue) => toWords(cue.slice(0, CUE_CHARS_MAX))),
  };
  const known = new Set<string>();
  for (const list of [words.name, words.tags, words.body]) for (const { text } of list) known.add(text);
  const added = toWords(description.slice(0, TEXT_CHARS_MAX)).filter(({ text }) => !known.has(text));
  return { ...words, body: [...words.body, ...added] };
}

/** Its words as they were written, in order; identifiers in their parts. */
export function listForms(text: string): string[] {
  return splitText(text.slice(0, TEXT_CHARS_MAX)).flatMap(({ form, whole }) => (whole ? [] : form));
}

export function joinWords(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(" ");
}

/** The parts of one identifier, or the stem of one word. */
export function findParts(token: string): string[] {
  const parts = toWords(token).filter(({ whole }) => !whole);
  return [...new Set(parts.map(({ text }) => text))];
}

/** The distinct words of a text that say what it is about; all of them, if none does. */
export function analyzePrompt(text: string): string[] {
  const words = toWords(text.slice(0, TEXT_CHARS_MAX));
  const telling = words.filter(({ form }) => !isFunctionWord(form));
  return [...new Set((telling.length > 0 ? telling : words).map((word) => word.text))];
}

// From text to the words in it, in order. An identifier gives its parts and then itself whole: `user_id` gives `user`, `id`,
// `user_id`, so that each of them finds it. Scripts written without spaces give overlapping pairs of characters.
//
// Never throws and takes time in proportion to the text, whatever the text is: no pattern here can go back more than a
// few characters.

/** One word as it was written, in lower case and without accents. */
type Token = {
  readonly form: string;
  /** An identifier whose parts are here too. */
  readonly whole: boolean;
};

const WORD_CHARS_MAX = 64;

// A word with what may stand before it (`.env`, `_private`), within it (`a.b`, `user-id`, `don't`) and after it (`__init__`,
// the signs of `C++` and `C#`).
const word = lazyPattern(
  String.raw`(?:(?<![.\p{L}\p{M}\p{N}])\.)?_{0,2}[\p{L}\p{M}\p{N}]+(?:[._'’-]{1,3}[\p{L}\p{M}\p{N}]+)*_{0,2}(?:\+\+|#)?`,
  "gu",
);
/** The same for text that is all ASCII, as most is. */
const ASCII_WORD = /(?:(?<![.a-zA-Z0-9])\.)?_{0,2}[a-zA-Z0-9]+(?:[._'-]{1,3}[a-zA-Z0-9]+)*_{0,2}(?:\+\+|#)?/g;
const ASCII = /^[\0-\x7f]*$/;
const SIGN_NAMES: ReadonlyMap<string, string> = new Map([
  ["c++", "cplusplus"],
  ["c#", "csharp"],
  ["f#", "fsharp"],
]);
const CONTRACTION = /['’](?:s|t|re|ve|ll|d|m)$/i;
/** `getUserById`, `HTTPServer`; the plural of an acronym (`URLs`) stays in one piece. */
const caseChange = lazyPattern(String.raw`(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})`, "u");
const ASCII_CASE_CHANGE = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})/;
const ACCENTS = /[\u0300-\u036f]/g;
const SPACELESS = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
const spacelessRun = lazyPattern(`[${SPACELESS}]+|[^${SPACELESS}]+`, "gu");
const spaceless = lazyPattern(`[${SPACELESS}]`, "u");
const withMarks = lazyPattern(String.raw`\P{M}\p{M}{0,8}`, "gu");

export function splitText(text: string): Token[] {
  const tokens: Token[] = [];
  const isAscii = ASCII.test(text);
  const words = isAscii ? text.match(ASCII_WORD) : text.normalize("NFKC").match(word());
  for (const written of words ?? []) {
    if (/^[a-zA-Z]?[a-z]+$/.test(written)) tokens.push({ form: written.toLowerCase(), whole: false });
    else if (!isAscii && spaceless().test(written)) addMixed(written, tokens);
    else addWord(written, tokens);
  }
  return tokens;
}

function addWord(written: string, tokens: Token[]): void {
  const named = SIGN_NAMES.get(written.toLowerCase());
  const word = named ?? trimWord(written);
  const parts = word
    .split(/[._'’-]+/)
    .flatMap((part) => part.split(ASCII.test(part) ? ASCII_CASE_CHANGE : caseChange()));
  // A lone accent is not a word.
  const told = parts.map((part) => foldForm(part).slice(0, WORD_CHARS_MAX)).filter((form) => form !== "");
  for (const form of told) tokens.push({ form, whole: false });
  const isIdentifier = told.length > 1 || (told.length === 1 && /^[._]/.test(word));
  if (isIdentifier && word.length <= WORD_CHARS_MAX) {
    tokens.push({ form: foldForm(word).replace(/['’]/g, ""), whole: true });
  }
}

/** Without a contraction, a sign, a trailing `_`, or the two of Markdown's `_stress_`. */
function trimWord(written: string): string {
  const word = written.replace(/(?:\+\+|#)$/, "").replace(CONTRACTION, "");
  if (!/[^_]_$/.test(word)) return word;
  return word.slice(/^_[^_]/.test(word) ? 1 : 0, -1);
}

function addMixed(word: string, tokens: Token[]): void {
  for (const [run] of word.matchAll(spacelessRun())) {
    if (spaceless().test(run)) addPairs(run, tokens);
    else addWord(run, tokens);
  }
}

/** A mark stays with the character that carries it. */
function addPairs(run: string, tokens: Token[]): void {
  const characters = run.toLowerCase().match(withMarks()) ?? [];
  if (characters.length === 1) tokens.push({ form: characters[0] ?? "", whole: false });
  for (let at = 1; at < characters.length; at += 1) {
    tokens.push({ form: `${characters[at - 1]}${characters[at]}`, whole: false });
  }
}

function foldForm(part: string): string {
  const lower = part.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize("NFD").replace(ACCENTS, "").normalize("NFC");
}
