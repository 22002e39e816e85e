// Other words that a memory may have used for a word of the prompt: joined, shortened, longer, or of like meaning.

import type { SearchIndex } from "../index/open-index.ts";
import { stemWord } from "../words/stem.ts";
import { findLikeMeanings, findShortForms } from "../words/word-classes.ts";
import { findLonger } from "./count-words.ts";
import type { Prompt, PromptWord } from "./read-prompt.ts";
import { OTHER_WORDS } from "./weights.ts";

export type OtherWord = {
  readonly text: string;
  readonly share: number;
  readonly count: number;
  /** Good enough to bring a memory into play alone. */
  readonly asked: boolean;
};

const LONGER_MAX = 12;
const LONGER_CHARS_MIN = 4;
const BEGINNING_CHARS_MIN = 3;
const BEGINNING_CHARS_MAX = 7;
const SHORTENED_CHARS_MIN = 5;

/** `data base` for `database`: by the first of the two words. */
export function findJoined({ words, pairs }: Prompt): Map<string, string> {
  const joined = new Map<string, string>();
  for (const [first, second] of pairs) {
    const [a, b] = [words[first], words[second]];
    if (a?.telling && b?.telling && !joined.has(a.text)) joined.set(a.text, stemWord(a.form + b.form));
  }
  return joined;
}

type OtherSource = {
  readonly indexes: readonly SearchIndex[];
  /** What findJoined says of the prompt. */
  readonly joined: ReadonlyMap<string, string>;
};

type CountedWord = { readonly word: PromptWord; readonly count: number };

/** Whether any memory holds them is not known yet. */
type Proposed = ReadonlyMap<string, Pick<OtherWord, "share" | "asked">>;

/** `count` is in how many memories the word itself is. */
export function proposeOthers({ word, count }: CountedWord, source: OtherSource): Proposed {
  const found = new Map<string, Pick<OtherWord, "share" | "asked">>();
  if (word.whole) return found;
  const { text } = word;
  const add = (other: string, share: number, asked: boolean): void => {
    if (other !== text && (found.get(other)?.share ?? 0) < share) found.set(other, { share, asked });
  };
  const joined = source.joined.get(text);
  if (joined !== undefined) add(joined, OTHER_WORDS.joined, true);
  for (const other of findShortForms(text)) add(other, OTHER_WORDS.shortForm, true);
  for (const other of findLikeMeanings(text)) add(other, OTHER_WORDS.likeMeaning, false);
  for (const other of findBeginnings(text)) {
    add(other, (OTHER_WORDS.beginning * other.length) / text.length, false);
  }
  if (count === 0 && (text.length >= LONGER_CHARS_MIN || !/^[\0-\x7f]/.test(text))) {
    for (const other of findLonger(source.indexes, text, LONGER_MAX)) add(other, OTHER_WORDS.longer, true);
  }
  return found;
}

/** `dict` for `dictionary`. */
function findBeginnings(text: string): string[] {
  if (text.length < SHORTENED_CHARS_MIN || !/^[a-z]+$/.test(text)) return [];
  const longest = Math.min(BEGINNING_CHARS_MAX, text.length - 1);
  return Array.from({ length: longest - BEGINNING_CHARS_MIN + 1 }, (_, more) =>
    text.slice(0, BEGINNING_CHARS_MIN + more),
  );
}
