// Which words of a prompt are asked for. All of a short prompt's; of a long one the rarest, because they say most and cost
// least. Each brings other words that a memory may have used instead.

import { findLonger, type Totals, type WordCounter } from "./count-words.ts";
import type { SearchIndex } from "./open-index.ts";
import type { Prompt, PromptWord } from "./read-prompt.ts";
import { stemWord } from "./stem.ts";
import { OTHER_WORDS } from "./weights.ts";
import { findLikeMeanings, findShortForms } from "./word-classes.ts";

export type OtherWord = {
  readonly text: string;
  readonly share: number;
  readonly count: number;
  /** Good enough to bring a memory into play alone. */
  readonly asked: boolean;
};

export type QueryTerm = {
  readonly word: PromptWord;
  /** In how many memories. */
  readonly count: number;
  readonly others: readonly OtherWord[];
};

export type ChosenTerms = {
  readonly terms: readonly QueryTerm[];
  /** Telling words that no memory holds. */
  readonly absent: ReadonlySet<string>;
  /** Counts end here: what is counted so often may be in more memories. */
  readonly countMax: number;
  readonly otherCountMax: number;
};

/** Exact in stores of usual size; in a large one the words that are everywhere are not worth counting. */
const COUNT_MAX = 4_000;
const COUNT_SHARE_MAX = 0.05;
/** Other words only help out: whether they are rare is enough to know. */
const OTHER_COUNT_MAX = 1_000;

export type TermSource = {
  readonly indexes: readonly SearchIndex[];
  readonly totals: Totals;
  readonly count: WordCounter;
};

const TERMS_MAX = 24;
/** Words no memory holds that are still tried in other words. */
const ABSENT_MAX = 6;
/** Enough to see which words of a long prompt are rare. */
const ROUGH_COUNT = 500;
const LONGER_MAX = 12;
const LONGER_CHARS_MIN = 4;
const BEGINNING_CHARS_MIN = 3;
const BEGINNING_CHARS_MAX = 7;
const SHORTENED_CHARS_MIN = 5;

export function chooseTerms(prompt: Prompt, given: TermSource): ChosenTerms {
  const countMax = Math.max(COUNT_MAX, Math.round(given.totals.memories * COUNT_SHARE_MAX));
  const source = { ...given, countMax };
  const telling = prompt.words.filter((word) => word.telling);
  const counted = countWords(telling, source);
  const absent = counted.filter(({ count }) => count === 0);
  const rarest = counted
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.count - b.count)
    .slice(0, TERMS_MAX);
  const chosen = [...rarest, ...absent.filter(({ word }) => !word.whole).slice(0, ABSENT_MAX)];
  const joined = findJoined(prompt);
  // A long prompt says enough in its own words.
  const terms =
    telling.length > TERMS_MAX
      ? chosen.map((each) => ({ ...recount(each, source), others: [] }))
      : chosen.map((each) => ({ ...each, others: findOthers(each, { ...source, joined }) }));
  const grammar = prompt.words.filter((word) => !word.telling).slice(0, TERMS_MAX);
  return {
    terms: [...terms, ...grammar.map((word) => ({ word, count: 0, others: [] }))],
    absent: new Set(absent.map(({ word }) => word.text)),
    countMax,
    otherCountMax: OTHER_COUNT_MAX,
  };
}

type Counted = { readonly word: PromptWord; readonly count: number };

type Source = TermSource & { readonly countMax: number };

function countWords(words: readonly PromptWord[], { countMax, count }: Source): Counted[] {
  const limit = words.length > TERMS_MAX ? ROUGH_COUNT : countMax;
  return words.map((word) => ({ word, count: count(word.text, limit) }));
}

function recount({ word, count: rough }: Counted, { countMax, count }: Source): Counted {
  return { word, count: rough < ROUGH_COUNT ? rough : count(word.text, countMax) };
}

/** `data base` for `database`: by the first of the two words. */
function findJoined({ words, pairs }: Prompt): Map<string, string> {
  const joined = new Map<string, string>();
  for (const [first, second] of pairs) {
    const [a, b] = [words[first], words[second]];
    if (a?.telling && b?.telling && !joined.has(a.text)) joined.set(a.text, stemWord(a.form + b.form));
  }
  return joined;
}

type OtherSource = Source & { readonly joined: ReadonlyMap<string, string> };

function findOthers({ word, count }: Counted, source: OtherSource): OtherWord[] {
  if (word.whole) return [];
  const { text } = word;
  const found = new Map<string, { readonly share: number; readonly asked: boolean }>();
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
  return [...found].flatMap(([other, { share, asked }]) => {
    const inMemories = source.count(other, OTHER_COUNT_MAX);
    return inMemories === 0 ? [] : [{ text: other, share, count: inMemories, asked }];
  });
}

/** `dict` for `dictionary`. */
function findBeginnings(text: string): string[] {
  if (text.length < SHORTENED_CHARS_MIN || !/^[a-z]+$/.test(text)) return [];
  const longest = Math.min(BEGINNING_CHARS_MAX, text.length - 1);
  return Array.from({ length: longest - BEGINNING_CHARS_MIN + 1 }, (_, more) =>
    text.slice(0, BEGINNING_CHARS_MIN + more),
  );
}
