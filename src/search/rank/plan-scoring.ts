// What each word would give to a memory that holds it, worked out once for a prompt.

import { hashForm, hashWord } from "../words/hash-word.ts";
import type { ChosenTerms, ExpandedTerm, QueryTerm } from "./choose-terms.ts";
import type { Totals } from "./count-words.ts";
import type { AskedWords, Matches } from "./match-words.ts";
import type { Prompt } from "./read-prompt.ts";
import { BODY_LENGTH, GRAMMAR, PAIR, RARITY_POWER, WHOLE, WHOLE_ALONE } from "./weights.ts";

/** One word to look for: a term's own, or another for it. */
export type Slot = {
  /** The place of its term in `terms`. */
  readonly term: number;
  /** Its place among the words asked for. */
  readonly word: number;
  readonly isOwn: boolean;
  /** The form that the prompt used. */
  readonly form: number;
  /** How much of the term it stands for. */
  readonly share: number;
  readonly points: number;
};

export type PlannedPair = { readonly first: number; readonly second: number; readonly points: number };

export type Plan = {
  readonly terms: readonly QueryTerm[];
  /** Of each term. */
  readonly rarities: readonly number[];
  readonly slots: readonly Slot[];
  /** How many words are asked for. */
  readonly words: number;
  readonly pairs: readonly PlannedPair[];
  /** Words a column holds on average. */
  readonly averages: { readonly name: number; readonly tags: number; readonly body: number };
  /** How much the length of a body is held against it. */
  readonly bodyLength: number;
  readonly memories: number;
  /** What all words of the prompt could give together, each said once. */
  readonly worth: number;
};

export type PlanSource = {
  readonly prompt: Prompt;
  readonly chosen: ChosenTerms;
  readonly totals: Totals;
  readonly asked: AskedWords;
  /** The candidates. */
  readonly met: Matches;
};

export function planScoring({ prompt, chosen, totals, asked, met }: PlanSource): Plan {
  const { terms } = chosen;
  const { memories } = totals;
  const placeOf = (word: string): number => asked.get(hashWord(word)) ?? 0;
  const estimate = estimateCounts(chosen, {
    asked,
    candidates: met.meetings.length,
    holders: met.holders,
    memories,
  });
  const rarities = terms.map(({ word, count }) => rarityOf(memories, estimate(word.text, count)));
  const weights = terms.map(
    ({ word }, term) => worthOf(rarities[term] ?? 0) * weightOf(word, prompt.isIdentifier),
  );
  const slots = terms.flatMap(({ word, count, others }, term): Slot[] => {
    const own = { term, word: placeOf(word.text), isOwn: true, form: hashForm(word.form), share: 1 };
    const limit = count > 0 ? (rarities[term] ?? 0) : Number.POSITIVE_INFINITY;
    const slotOf = (other: ExpandedTerm): Slot => {
      const rarity = Math.min(limit, rarityOf(memories, estimate(other.text, other.count)));
      const form = hashForm(other.text);
      const points = worthOf(rarity) * other.share;
      return { term, word: placeOf(other.text), isOwn: false, form, share: other.share, points };
    };
    const present = count > 0 || !word.telling;
    return [...(present ? [{ ...own, points: weights[term] ?? 0 }] : []), ...others.map(slotOf)];
  });
  const average = (words: number): number => Math.max(1, words / Math.max(1, memories));
  const averages = {
    name: average(totals.nameWords),
    tags: average(totals.tagWords),
    body: average(totals.bodyWords),
  };
  const pairs = planPairs(prompt, terms, weights);
  const bodyLength = lengthShare(averages.body);
  const worth = worthOfAll(terms, rarities);
  return { terms, rarities, slots, words: asked.size, pairs, averages, bodyLength, memories, worth };
}

/** The slots of each word asked for, by their places. */
export function groupByWord(
  { slots, words }: Plan,
  isWanted: (slot: Slot) => boolean,
): readonly (readonly number[])[] {
  const groups: number[][] = Array.from({ length: words }, () => []);
  for (let place = 0; place < slots.length; place += 1) {
    const slot = slots[place];
    if (slot !== undefined && isWanted(slot)) groups[slot.word]?.push(place);
  }
  return groups;
}

function weightOf({ telling, whole }: QueryTerm["word"], isAlone: boolean): number {
  if (whole) return isAlone ? WHOLE_ALONE : WHOLE;
  return telling ? 1 : GRAMMAR;
}

function worthOf(rarity: number): number {
  return rarity ** RARITY_POWER;
}

/** An identifier is said by its parts. */
function worthOfAll(terms: readonly QueryTerm[], rarities: readonly number[]): number {
  const sum = terms.reduce((all, { word }, term) => {
    return word.whole ? all : all + weightOf(word, false) * (rarities[term] ?? 0);
  }, 0);
  return Math.max(1, sum);
}

function lengthShare(bodyAverage: number): number {
  const { share, wordsAverage, growth, min, max } = BODY_LENGTH;
  return Math.min(max, Math.max(min, share + growth * Math.log2(bodyAverage / wordsAverage)));
}

function planPairs(prompt: Prompt, terms: readonly QueryTerm[], weights: readonly number[]): PlannedPair[] {
  const places = new Map(terms.map(({ word }, place) => [word, place]));
  return prompt.pairs.flatMap(([a, b]) => {
    const [one, other] = [prompt.words[a], prompt.words[b]];
    const first = one && places.get(one);
    const second = other && places.get(other);
    if (first === undefined || second === undefined) return [];
    return [{ first, second, points: (PAIR * ((weights[first] ?? 0) + (weights[second] ?? 0))) / 2 }];
  });
}

// Words that are nearly everywhere are not counted: how many of the candidates hold one tells enough.

/** `counted` is what is known of the word; the larger of the two is taken. */
export type CountEstimate = (word: string, counted: number) => number;

export type Sample = {
  readonly asked: AskedWords;
  /** How many candidates there are, and how many of them hold each word asked for. */
  readonly candidates: number;
  readonly holders: Int32Array;
  /** In the whole store. */
  readonly memories: number;
};

function estimateCounts(
  { terms, countMax, otherCountMax }: ChosenTerms,
  { asked, candidates, holders, memories }: Sample,
): CountEstimate {
  const isCounted = countMax === Number.POSITIVE_INFINITY;
  const unsure = terms.filter(({ word, count }) => (!word.telling && !isCounted) || count >= countMax);
  const others = terms.flatMap((term) => term.others).filter(({ count }) => count >= otherCountMax);
  const words = new Set([...unsure.map(({ word }) => word.text), ...others.map(({ text }) => text)]);
  return (word, counted) => {
    if (!words.has(word)) return counted;
    const held = holders[asked.get(hashWord(word)) ?? 0] ?? 0;
    return Math.max(counted, (memories * (held + 0.5)) / (candidates + 1));
  };
}

// How much a word says: little where it is in most memories, much where it is in few. Never below zero, so that in a store of
// a few memories a word that all of them hold still finds them.

export function rarityOf(memories: number, count: number): number {
  return Math.log(1 + (memories - Math.min(count, memories) + 0.5) / (count + 0.5));
}
