// Which words of a prompt are asked for. All of a short prompt's; of a long one the rarest, because they say most and cost
// least. Each brings other words that a memory may have used instead.

import { stemWord } from "../words/stem.ts";
import { findShortForms, findSynonyms } from "../words/word-kinds.ts";
import type { Totals, WordCounter } from "./count-words.ts";
import type { Prompt, PromptWord } from "./read-prompt.ts";
import { OTHER_WORDS } from "./weights.ts";

export type QueryTerm = {
  readonly word: PromptWord;
  /** In how many memories. */
  readonly count: number;
  readonly others: readonly ExpandedTerm[];
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
  /** Words that begin with this one and go on, in alphabetical order. */
  readonly findLonger: (beginning: string, limit: number) => readonly string[];
  readonly totals: Totals;
  readonly count: WordCounter;
  /** Counting costs nothing: every word is counted to its end, those of grammar too, and none is estimated. */
  readonly countsAll?: boolean;
};

const TERMS_MAX = 24;
/** Words no memory holds that are still tried in other words. */
const ABSENT_MAX = 6;
/** Enough to see which words of a long prompt are rare. */
const ROUGH_COUNT = 500;

export function chooseTerms(prompt: Prompt, given: TermSource): ChosenTerms {
  const { totals, countsAll = false } = given;
  const usual = Math.max(COUNT_MAX, Math.round(totals.memories * COUNT_SHARE_MAX));
  const countMax = countsAll ? Number.POSITIVE_INFINITY : usual;
  const otherCountMax = countsAll ? countMax : OTHER_COUNT_MAX;
  const source = { ...given, countMax, otherCountMax };
  const telling = prompt.words.filter((word) => word.telling);
  const counted = countWords(telling, source);
  const absent = counted.filter(({ count }) => count === 0);
  const rarest = counted
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.count - b.count)
    .slice(0, TERMS_MAX);
  const chosen = [...rarest, ...absent.filter(({ word }) => !word.whole).slice(0, ABSENT_MAX)];
  // A long prompt says enough in its own words.
  const terms = telling.length > TERMS_MAX ? recount(chosen, source) : addOthers(prompt, chosen, source);
  const grammar = prompt.words.filter((word) => !word.telling).slice(0, TERMS_MAX);
  const counts = countsAll ? given.count(textsOf(grammar), countMax) : null;
  return {
    terms: [...terms, ...grammar.map((word) => ({ word, count: counts?.get(word.text) ?? 0, others: [] }))],
    absent: new Set(absent.map(({ word }) => word.text)),
    countMax,
    otherCountMax,
  };
}

type Counted = Omit<QueryTerm, "others">;

type Source = TermSource & { readonly countMax: number; readonly otherCountMax: number };

function countWords(words: readonly PromptWord[], { countMax, count, countsAll = false }: Source): Counted[] {
  const limit = words.length > TERMS_MAX && !countsAll ? ROUGH_COUNT : countMax;
  const counts = count(textsOf(words), limit);
  return words.map((word) => ({ word, count: counts.get(word.text) ?? 0 }));
}

function textsOf(words: readonly PromptWord[]): string[] {
  return words.map(({ text }) => text);
}

function recount(chosen: readonly Counted[], { countMax, count, countsAll }: Source): QueryTerm[] {
  const rough = countsAll ? [] : chosen.filter((each) => each.count >= ROUGH_COUNT).map(({ word }) => word);
  const counts = rough.length === 0 ? null : count(textsOf(rough), countMax);
  return chosen.map((each) => ({
    word: each.word,
    count: counts?.get(each.word.text) ?? each.count,
    others: [],
  }));
}

function addOthers(prompt: Prompt, chosen: readonly Counted[], source: Source): QueryTerm[] {
  const joined = findJoined(prompt);
  const proposed = chosen.map((each) => proposeOthers(each, { findLonger: source.findLonger, joined }));
  const counts = source.count(
    proposed.flatMap((others) => [...others.keys()]),
    source.otherCountMax,
  );
  return chosen.map((each, place) => {
    const others = [...(proposed[place] ?? [])].flatMap(([text, { share, asked }]): ExpandedTerm[] => {
      const inMemories = counts.get(text) ?? 0;
      return inMemories === 0 ? [] : [{ text, share, count: inMemories, asked }];
    });
    return { ...each, others };
  });
}

// Other words that a memory may have used for a word of the prompt: joined, shortened, longer, or of like meaning.

export type ExpandedTerm = {
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

/** What stands behind a verb and makes one noun with it: `log in`, `roll back`, `set up`. */
const PARTICLES = new Set("in on off out up down back over".split(" "));

/** `data base` for `database`: by the first of the two words. */
function findJoined({ words, pairs }: Prompt): Map<string, string> {
  const joined = new Map<string, string>();
  for (const [first, second] of pairs) {
    const [a, b] = [words[first], words[second]];
    const isOne = a?.telling && b !== undefined && (b.telling || PARTICLES.has(b.form));
    if (isOne && !joined.has(a.text)) joined.set(a.text, stemWord(a.form + b.form));
  }
  return joined;
}

type OtherSource = Pick<TermSource, "findLonger"> & {
  /** What findJoined says of the prompt. */
  readonly joined: ReadonlyMap<string, string>;
};

type CountedWord = { readonly word: PromptWord; readonly count: number };

/** Whether any memory holds them is not known yet. */
type Proposed = ReadonlyMap<string, Pick<ExpandedTerm, "share" | "asked">>;

/** `count` is in how many memories the word itself is. */
function proposeOthers({ word, count }: CountedWord, source: OtherSource): Proposed {
  const found = new Map<string, Pick<ExpandedTerm, "share" | "asked">>();
  if (word.whole) return found;
  const { text } = word;
  const add = (other: string, share: number, asked: boolean): void => {
    if (other !== text && (found.get(other)?.share ?? 0) < share) found.set(other, { share, asked });
  };
  const joined = source.joined.get(text);
  if (joined !== undefined) add(joined, OTHER_WORDS.joined, true);
  for (const other of findShortForms(text)) add(other, OTHER_WORDS.shortForm, true);
  for (const other of findSynonyms(text)) add(other, OTHER_WORDS.likeMeaning, count === 0);
  for (const other of findBeginnings(text)) {
    add(other, (OTHER_WORDS.beginning * other.length) / text.length, false);
  }
  if (count === 0 && (text.length >= LONGER_CHARS_MIN || !/^[\0-\x7f]/.test(text))) {
    for (const other of source.findLonger(text, LONGER_MAX)) add(other, OTHER_WORDS.longer, true);
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
