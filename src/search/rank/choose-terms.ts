// Which words of a prompt are asked for. All of a short prompt's; of a long one the rarest, because they say most and cost
// least. Each brings other words that a memory may have used instead.

import type { SearchIndex } from "../index/open-index.ts";
import type { Totals, WordCounter } from "./count-words.ts";
import { findJoined, type OtherWord, proposeOthers } from "./other-words.ts";
import type { Prompt, PromptWord } from "./read-prompt.ts";

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
  // A long prompt says enough in its own words.
  const terms = telling.length > TERMS_MAX ? recount(chosen, source) : addOthers(prompt, chosen, source);
  const grammar = prompt.words.filter((word) => !word.telling).slice(0, TERMS_MAX);
  return {
    terms: [...terms, ...grammar.map((word) => ({ word, count: 0, others: [] }))],
    absent: new Set(absent.map(({ word }) => word.text)),
    countMax,
    otherCountMax: OTHER_COUNT_MAX,
  };
}

type Counted = Omit<QueryTerm, "others">;

type Source = TermSource & { readonly countMax: number };

function countWords(words: readonly PromptWord[], { countMax, count }: Source): Counted[] {
  const limit = words.length > TERMS_MAX ? ROUGH_COUNT : countMax;
  const counts = count(textsOf(words), limit);
  return words.map((word) => ({ word, count: counts.get(word.text) ?? 0 }));
}

function textsOf(words: readonly PromptWord[]): string[] {
  return words.map(({ text }) => text);
}

function recount(chosen: readonly Counted[], { countMax, count }: Source): QueryTerm[] {
  const rough = chosen.filter((each) => each.count >= ROUGH_COUNT).map(({ word }) => word);
  const counts = rough.length === 0 ? null : count(textsOf(rough), countMax);
  return chosen.map((each) => ({
    word: each.word,
    count: counts?.get(each.word.text) ?? each.count,
    others: [],
  }));
}

function addOthers(prompt: Prompt, chosen: readonly Counted[], source: Source): QueryTerm[] {
  const joined = findJoined(prompt);
  const proposed = chosen.map((each) => proposeOthers(each, { indexes: source.indexes, joined }));
  const counts = source.count(
    proposed.flatMap((others) => [...others.keys()]),
    OTHER_COUNT_MAX,
  );
  return chosen.map((each, place) => {
    const others = [...(proposed[place] ?? [])].flatMap(([text, { share, asked }]): OtherWord[] => {
      const inMemories = counts.get(text) ?? 0;
      return inMemories === 0 ? [] : [{ text, share, count: inMemories, asked }];
    });
    return { ...each, others };
  });
}
