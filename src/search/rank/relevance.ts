// When recall stays silent. Most prompts need no memory, and an irrelevant one costs the reader more than a missing
// one: only relevant memories are shown, and none that is weak compared to the best.

import type { Confidence } from "../../memory/block/entry.ts";
import { isWhole } from "../index/passage.ts";
import { isCommonWord } from "../words/word-kinds.ts";
import { openPairFinder } from "./adjacent-pairs.ts";
import { asksBook, asksSeveral } from "./asked-kinds.ts";
import { openCueReader } from "./best-cue.ts";
import { findNearest, openMentionFinder } from "./find-mentions.ts";
import type { Match } from "./match-words.ts";
import type { Plan } from "./plan-scoring.ts";
import type { RankedPassage } from "./rank-passages.ts";
import type { Prompt, PromptWord } from "./read-prompt.ts";
import { COSINE_MAX } from "./weigh-meaning.ts";

/** Beside a strong memory a weak one is noise: one below this share of the best. In a young store the best one says nearly all,
 * unless the prompt asks for several; then the bar is lower, too. */
const SHARE_MIN = { large: 0.25, young: 0.6, several: 0.4 } as const;
const SEVERAL_BAR = -0.5;
/** More are never shown. */
const JUDGED_MAX = 20;

export type JudgedPassage = {
  readonly passage: RankedPassage;
  /** How likely it is what the prompt is about; low: it is not. */
  readonly confidence: Confidence;
  /** It may still be: the judge does not exclude it. */
  readonly isPossible: boolean;
};

/** How far below the bar a title is still worth a look: beside a text that is shown, and where nothing else is said. */
const POSSIBLE_BELOW = { beside: 3, alone: 1.5 } as const;
/** And its share of the best. */
const POSSIBLE_SHARE_MIN = 0.25;

/** `ranked` is sorted, best first; `isRule` says of each whether it is a rule. */
export function judgePassages(
  query: RelevanceQuery,
  ranked: readonly RankedPassage[],
  isRule: (passage: RankedPassage) => boolean,
): JudgedPassage[] {
  if (ranked.length === 0) return [];
  const judge = openJudge(query);
  const best = ranked.reduce((most, { wordScore }) => Math.max(most, wordScore), 0);
  const youth = youthOf(query.plan);
  const isWide = asksSeveral(query.prompt);
  const shareMin = SHARE_MIN.large + youth * (SHARE_MIN[isWide ? "several" : "young"] - SHARE_MIN.large);
  const bar = isWide ? SEVERAL_BAR * youth : 0;
  const judged = ranked.map((passage, place): Valued => {
    const share = passage.wordScore / best;
    const isJudged = place < JUDGED_MAX && query.prompt.hasSubject && share >= POSSIBLE_SHARE_MIN;
    if (!isJudged) return { passage, value: Number.NEGATIVE_INFINITY, confidence: "low" };
    const { meeting, cosine } = passage;
    const value = judge({ meeting, cosine, share, isRule: isRule(passage) });
    if (share < shareMin || value < bar) return { passage, value, confidence: "low" };
    return { passage, value, confidence: chanceOf(value, share) >= HIGH_CHANCE ? "high" : "medium" };
  });
  const isAlone = judged.every(({ confidence }) => confidence === "low");
  const least = bar - POSSIBLE_BELOW[isAlone ? "alone" : "beside"];
  return judged.map(({ value, ...each }) => ({ ...each, isPossible: value >= least }));
}

type Valued = Omit<JudgedPassage, "isPossible"> & { readonly value: number };

/** Fitted to how often what was judged so was right, in projects that had no part in the fit of the judge. */
const CHANCE = { start: -2.3, value: 0.47, share: 2.8 } as const;
const HIGH_CHANCE = 0.75;

function chanceOf(value: number, share: number): number {
  return 1 / (1 + Math.exp(-(CHANCE.start + CHANCE.value * value + CHANCE.share * share)));
}

// Whether a memory is about a prompt, or only shares words with it. What it says of the prompt in one place is weighed
// against what chance would give: chance grows with the number of memories, with their length, and with the length of the
// prompt. Words that no memory holds, and words that point at the conversation, say that something else is meant.

/** What is weighed, and how much; fitted together on prompts whose memory was there and on prompts of other subjects, then
 * rounded. bench/results.md has the figures for sets that took no part in the fit. */
const LARGE_WEIGHTS = {
  start: 4.7,
  storeSize: -0.38,
  bodyLength: -0.57,
  pointing: -13.7,
  words: 1.66,
  wordsOfSubject: 1.28,
  pairs: 1.41,
  nameSaid: 1.65,
  sentences: -3.14,
  /** For a share of absent words, by the size of the store: that a large one lacks a word says more. */
  absent: -1.34,
  promptLength: -3.23,
  noSubject: -5,
  meaning: 6.6,
  asksBook: -1.2,
  hasCues: -2,
  cueShare: 4,
  cueWords: 1,
} as const;
/** In a store of a few dozen short notes a shared word is less of a chance, and being far better than the others says much. How
 * long the prompt is and what else it says hardly count: a rule answers to the act or the object that a prompt names. */
const YOUNG_WEIGHTS = {
  start: -4.7,
  pointing: 4.8,
  words: 0.38,
  wordsOfSubject: 0.75,
  pairs: 0.21,
  nameSaid: 3.24,
  sentences: 0.18,
  absent: -0.45,
  promptLength: 0.12,
  noSubject: -2.95,
  meaning: 4.09,
  asksBook: -3,
  hasCues: -2.5,
  cueShare: 3,
  cueWords: 1.2,
  share: 1.65,
  tagSaid: 1.02,
  rule: 0.31,
} as const;
export const JUDGE_WEIGHTS: readonly number[] = [
  ...Object.values(LARGE_WEIGHTS),
  ...Object.values(YOUNG_WEIGHTS),
];
/** The places of the two weights that count always. */
export const JUDGE_STARTS: readonly number[] = [0, Object.keys(LARGE_WEIGHTS).length];
/** Wholly at the first number and not at all at the second: a store is young between a handful of memories, where chance is
 * small, and a hundred, as far as its notes are short. */
const YOUNG = { least: [20, 5], most: [60, 100], words: [80, 200] } as const;

function youthOf({ memories, averages }: Plan): number {
  const fall = (value: number, [from, to]: readonly [number, number]): number =>
    Math.max(0, Math.min(1, (to - value) / (to - from)));
  return fall(memories, YOUNG.least) * fall(memories, YOUNG.most) * fall(averages.body, YOUNG.words);
}

/** Where the prompt or the memory has no vector, as much as a fair likeness would give. */
const MEANING_UNKNOWN = 0.376;
const WORDS_MAX = 5;
const SUBJECT_MAX = 3;
const PAIRS_MAX = 3;

type Judged = Pick<RankedPassage, "meeting" | "cosine"> & {
  /** How its words compare with the best one's. */
  readonly share: number;
  readonly isRule: boolean;
};
type Judge = (judged: Judged) => number;

/** What the judge says is at or above zero for a memory worth showing. */
function openJudge(query: RelevanceQuery): Judge {
  const readEvidence = openEvidenceReader(query);
  const { weights = JUDGE_WEIGHTS } = query;
  return (judged) => {
    let best = Number.NEGATIVE_INFINITY;
    for (const evidence of readEvidence(judged)) {
      let sum = 0;
      for (let at = 0; at < evidence.length; at += 1) sum += (weights[at] ?? 0) * (evidence[at] ?? 0);
      best = Math.max(best, sum);
    }
    return best;
  };
}

/** For each scope of the prompt what speaks for a memory and against it, in the order of the weights. */
export function openEvidenceReader(query: RelevanceQuery): (judged: Judged) => number[][] {
  const { plan, prompt } = query;
  const youth = youthOf(plan);
  const always = [1, Math.log(Math.max(1, plan.memories)), Math.log(1 + plan.averages.body)];
  const book = Number(asksBook(prompt));
  const scopes = planScopes(query);
  const findPairs = openPairFinder(plan);
  const findMentions = openMentionFinder(plan);
  const readFront = openFrontReader(plan);
  const readCue = openCueReader(plan);
  return ({ meeting, cosine, share, isRule }) => {
    const mentions = findMentions(meeting);
    const { times } = findPairs(meeting);
    const { nameSaid, tagSaid } = readFront(meeting);
    const cue = readCue(meeting);
    const meaning = cosine === null ? MEANING_UNKNOWN : Math.max(0, Math.min(COSINE_MAX, cosine));
    return scopes.map(({ worths, terms, subject, pairs, burden }) => {
      const near = findNearest(mentions, worths);
      const said = Math.min(WORDS_MAX, sumOf(near, terms));
      const ofSubject = Math.min(SUBJECT_MAX, sumOf(near, subject));
      const together = Math.min(PAIRS_MAX, pairs.filter((place) => (times[place] ?? 0) > 0).length);
      const both = [prompt.pointing, said, ofSubject, together, nameSaid, ...burden, meaning, book, ...cue];
      const ofYoung = [share, tagSaid, Number(isRule)];
      return mix([...always, ...both], [1, ...both, ...ofYoung], youth);
    });
  };
}

/** Each half counts as much as the store is of its kind. */
function mix(ofLarge: readonly number[], ofYoung: readonly number[], youth: number): number[] {
  return [...ofLarge.map((each) => each * (1 - youth)), ...ofYoung.map((each) => each * youth)];
}

function sumOf(shares: Float64Array, terms: readonly number[]): number {
  let sum = 0;
  for (let place = 0; place < terms.length; place += 1) sum += shares[terms[place] ?? 0] ?? 0;
  return sum;
}

const NAME = 0;
const TAGS = 1;
/** Of one with more tags, a single tag says little. */
const TAGS_WORDS_MAX = 6;

/** Which share of the words of a name the prompt says, and whether it says a word of a tag. */
function openFrontReader({ slots, terms, words }: Plan): (meeting: Match) => {
  readonly nameSaid: number;
  readonly tagSaid: number;
} {
  const isAsked = new Uint8Array(words);
  for (const { isOwn, term, word } of slots) if (isOwn && terms[term]?.word.telling) isAsked[word] = 1;
  const isLeft = new Uint8Array(words);
  return ({ passage, met, from, to, nameLength }) => {
    isLeft.set(isAsked);
    let [said, tagSaid] = [0, 0];
    for (let at = from; at < to && (met.columns[at] ?? 0) <= TAGS; at += 1) {
      const word = met.words[at] ?? 0;
      if (isWhole(met.marks[at] ?? 0)) continue;
      if (met.columns[at] === TAGS) tagSaid = Math.max(tagSaid, isAsked[word] ?? 0);
      else said += isLeft[word] ?? 0;
      if (met.columns[at] === NAME) isLeft[word] = 0;
    }
    const nameSaid = nameLength === 0 ? 0 : said / nameLength;
    return { nameSaid, tagSaid: passage.tagWords > TAGS_WORDS_MAX ? 0 : tagSaid };
  };
}

// What of a prompt a memory may be about: the whole of it, or one of its sentences; and what is held against every memory in
// that scope, whatever it says.

export type RelevanceQuery = {
  readonly plan: Plan;
  readonly prompt: Prompt;
  /** Words of the prompt that no memory holds. */
  readonly absent: ReadonlySet<string>;
  /** Others than `JUDGE_WEIGHTS`, to try. */
  readonly weights?: readonly number[];
};

/** By the places of the plan's terms and pairs. */
type Scope = {
  readonly worths: Float64Array;
  /** Its terms, and those of them that are its subject. */
  readonly terms: readonly number[];
  readonly subject: readonly number[];
  readonly pairs: readonly number[];
  /** How many sentences there are to choose from, which share of the words is absent, how long it is, whether it has no subject. */
  readonly burden: readonly number[];
};

const SENTENCES_MAX = 40;

function planScopes({ plan, prompt, absent }: RelevanceQuery): Scope[] {
  const size = Math.log(Math.max(1, plan.memories));
  return listScopes(prompt).map(({ words, sentences }) => {
    const subject = words.filter(({ form, text }) => !isCommonWord(form, text));
    const missing = words.filter(({ text }) => absent.has(text)).length;
    const burden = [
      Math.log(sentences),
      (size * missing) / Math.max(1, words.length),
      Math.log(1 + words.length),
      Number(subject.length === 0),
    ];
    return { ...placeWords(plan, words), subject: placesOf(plan, subject), burden };
  });
}

type Words = readonly PromptWord[];

/** In a long prompt one sentence may be what the memory is about; the more sentences, the more chances. */
function listScopes(prompt: Prompt): { readonly words: Words; readonly sentences: number }[] {
  const telling = prompt.words.filter((word) => word.telling && !word.whole);
  const numbers = [...new Set(telling.flatMap(({ sentences }) => sentences))];
  const ofSentences = (numbers.length > 1 ? numbers.slice(0, SENTENCES_MAX) : []).map((number) => ({
    words: telling.filter(({ sentences }) => sentences.includes(number)),
    sentences: numbers.length,
  }));
  return [{ words: telling, sentences: 1 }, ...ofSentences];
}

function placeWords(plan: Plan, words: Words): Pick<Scope, "worths" | "terms" | "pairs"> {
  const terms = placesOf(plan, words);
  const worths = new Float64Array(plan.terms.length);
  for (const term of terms) worths[term] = plan.rarities[term] ?? 0;
  const pairs = plan.pairs.flatMap(({ first, second }, place) =>
    terms.includes(first) && terms.includes(second) ? place : [],
  );
  return { worths, terms, pairs };
}

function placesOf({ terms }: Plan, words: Words): number[] {
  const wanted = new Set(words);
  return terms.flatMap(({ word }, term) => (wanted.has(word) ? term : []));
}
