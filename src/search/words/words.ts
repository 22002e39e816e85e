// The words by which a memory is found and a prompt asks: stems, and identifiers whole. Joined by single spaces they are
// what FTS5 indexes; it takes each of them as one token, because none holds anything that it splits at.

import type { IndexedText } from "../row.ts";
import { splitText, type Token } from "./split-text.ts";
import { stemWord } from "./stem.ts";
import { isFunctionWord } from "./stop-words.ts";

export type Word = Token & {
  /** The stem of the form; an identifier is its own. */
  readonly text: string;
};

export type MemoryWords = {
  readonly name: readonly Word[];
  readonly tags: readonly Word[];
  readonly body: readonly Word[];
};

/** A file may not be larger; what is cut here was never a memory. */
const TEXT_CHARS_MAX = 64 * 1024;

export function toWords(text: string): Word[] {
  return splitText(text).map(({ form, whole }) => ({ form, whole, text: whole ? form : stemWord(form) }));
}

/** The description is no field of its own: it says in other words what the body says, so it adds only what is missing. */
export function analyzeMemory({ name, tags, description, body }: IndexedText): MemoryWords {
  const words = {
    name: toWords(name.slice(0, TEXT_CHARS_MAX)),
    tags: toWords(tags.join(" ").slice(0, TEXT_CHARS_MAX)),
    body: toWords(body.slice(0, TEXT_CHARS_MAX)),
  };
  const known = new Set([...words.name, ...words.tags, ...words.body].map(({ text }) => text));
  const added = toWords(description.slice(0, TEXT_CHARS_MAX)).filter(({ text }) => !known.has(text));
  return { ...words, body: [...words.body, ...added] };
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
