// A prompt as ranking sees it: its distinct words in order, which of them stand side by side, and which sentence each is in.
// A prompt of any length costs no more than a long one: its beginning and its end say what it is about.

import { isFunctionWord } from "../words/word-kinds.ts";
import { toWords, type Word } from "../words/words.ts";

export type PromptWord = Word & {
  /** It carries subject, not grammar. */
  readonly telling: boolean;
  /** The sentences it is in, by number. */
  readonly sentences: readonly number[];
};

export type Prompt = {
  readonly words: readonly PromptWord[];
  /** Words by their places in `words`: next to one another, or with only grammar between. */
  readonly pairs: readonly (readonly [number, number])[];
  /** It holds more than grammar. */
  readonly hasSubject: boolean;
  /** It is one identifier and nothing else. */
  readonly isIdentifier: boolean;
  /** Which share of all words point at the conversation (`this`, `it`, `you`) instead of naming something. */
  readonly pointing: number;
  /** Its words as they were written, in order; identifiers in their parts. */
  readonly forms: readonly string[];
  /** How many of its parts between commas, colons and `and` are short, one after the other. */
  readonly items: number;
};

const HEAD_CHARS = 12_000;
const TAIL_CHARS = 8_000;
const HEAD_WORDS = 160;
const TAIL_WORDS = 96;
const SENTENCE_END = /[.!?;:]\s+|\n+/;
const POINTING = new Set("this that it these those there you your me them".split(" "));

export function readPrompt(text: string): Prompt {
  const sentences = shorten(text).split(SENTENCE_END).map(toWords);
  const all = sentences.flat();
  const hasSubject = all.some((word) => !word.whole && !isFunctionWord(word.form));
  const found = new Map<string, PromptWord & { readonly sentences: number[] }>();
  for (const [number, words] of sentences.entries()) {
    for (const word of words) {
      const known = found.get(word.text);
      if (known === undefined) {
        const telling = word.whole || !hasSubject || !isFunctionWord(word.form);
        found.set(word.text, { ...word, telling, sentences: [number] });
      } else if (known.sentences.at(-1) !== number) known.sentences.push(number);
    }
  }
  const words = chooseWords([...found.values()]);
  const pointing = all.filter(({ form }) => POINTING.has(form)).length / Math.max(1, all.length);
  const isIdentifier = all.some(({ whole }) => whole) && !/\s/.test(text.trim());
  const forms = all.flatMap(({ form, whole }) => (whole ? [] : form)).slice(0, HEAD_WORDS + TAIL_WORDS);
  const pairs = findPairs(sentences, words);
  return { words, pairs, hasSubject, isIdentifier, pointing, forms, items: countItems(text) };
}

const ITEMS_CHARS = 400;
const ITEM_WORDS_MAX = 4;

function countItems(text: string): number {
  const start = text.slice(0, ITEMS_CHARS);
  if (start.split(/[,:]/).length < 3) return 0;
  let [most, run] = [0, 0];
  for (const part of start.split(/[,:;.?!]| and | or /)) {
    const words = part.split(/\s+/).filter((word) => word !== "").length;
    if (words === 0) continue;
    run = words <= ITEM_WORDS_MAX ? run + 1 : 0;
    most = Math.max(most, run);
  }
  return most;
}

function shorten(text: string): string {
  if (text.length <= HEAD_CHARS + TAIL_CHARS) return text;
  return `${text.slice(0, HEAD_CHARS)}\n${text.slice(-TAIL_CHARS)}`;
}

function chooseWords<T>(words: readonly T[]): readonly T[] {
  if (words.length <= HEAD_WORDS + TAIL_WORDS) return words;
  return [...words.slice(0, HEAD_WORDS), ...words.slice(-TAIL_WORDS)];
}

function findPairs(sentences: readonly Word[][], words: readonly PromptWord[]): [number, number][] {
  const places = new Map(words.map((word, place) => [word.text, place]));
  const pairs = new Map<string, [number, number]>();
  const add = (row: readonly number[]): void => {
    for (let at = 1; at < row.length; at += 1) {
      const [first = 0, second = 0] = [row[at - 1], row[at]];
      if (first !== second) pairs.set(`${first} ${second}`, [first, second]);
    }
  };
  for (const sentence of sentences) {
    const row = sentence.filter(({ whole }) => !whole).flatMap(({ text }) => places.get(text) ?? []);
    add(row);
    add(row.filter((place) => words[place]?.telling));
  }
  return [...pairs.values()];
}
