// When recall stays silent. Most prompts need no memory, and an irrelevant one costs the reader more than a missing
// one: only relevant memories are shown, and none that is weak compared to the best.

import { isWhole } from "../index/passage.ts";
import { isCommonWord } from "../words/word-kinds.ts";
import { openPairFinder } from "./adjacent-pairs.ts";
import type { Match } from "./match-words.ts";
import { groupByWord, type Plan } from "./plan-scoring.ts";
import type { RankedPassage } from "./rank-passages.ts";
import type { Prompt, PromptWord } from "./read-prompt.ts";
import { COSINE_MAX } from "./weigh-meaning.ts";

/** Beside a strong memory a weak one is noise. */
const SCORE_SHARE_MIN = 0.25;
/** More are never shown. */
const JUDGED_MAX = 20;

/** `ranked` is sorted, best first. */
export function filterRelevantPassages<Passage extends RankedPassage>(
  query: RelevanceQuery,
  ranked: readonly Passage[],
): Passage[] {
  if (!query.prompt.hasSubject) return [];
  const judge = openJudge(query);
  const best = ranked.reduce((most, { wordScore }) => Math.max(most, wordScore), 0);
  return ranked
    .slice(0, JUDGED_MAX)
    .filter((passage) => passage.wordScore >= best * SCORE_SHARE_MIN && judge(passage) >= 0);
}

// Whether a memory is about a prompt, or only shares words with it. What it says of the prompt in one place is weighed
// against what chance would give: chance grows with the number of memories, with their length, and with the length of the
// prompt. Words that no memory holds, and words that point at the conversation, say that something else is meant.

/** What is weighed, and how much; fitted together on prompts whose memory was there and on prompts of other subjects, then
 * rounded. docs/search.md has the figures for sets that took no part in the fit. */
export const JUDGE_WEIGHTS = {
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
} as const;
/** Where the prompt or the memory has no vector, as much as a fair likeness would give. */
const MEANING_UNKNOWN = 0.376;
const WORDS_MAX = 5;
const SUBJECT_MAX = 3;
const PAIRS_MAX = 3;
const WEIGHTS: readonly number[] = Object.values(JUDGE_WEIGHTS);

type Judged = Pick<RankedPassage, "meeting" | "cosine">;
type Judge = (judged: Judged) => number;

/** What the judge says is at or above zero for a memory worth showing. */
function openJudge(query: RelevanceQuery): Judge {
  const readEvidence = openEvidenceReader(query);
  return (judged) => {
    let best = Number.NEGATIVE_INFINITY;
    for (const evidence of readEvidence(judged)) {
      let sum = 0;
      for (let at = 0; at < WEIGHTS.length; at += 1) sum += (WEIGHTS[at] ?? 0) * (evidence[at] ?? 0);
      best = Math.max(best, sum);
    }
    return best;
  };
}

/** For each scope of the prompt what speaks for a memory and against it, in the order of the weights. */
export function openEvidenceReader(query: RelevanceQuery): (judged: Judged) => number[][] {
  const { plan, prompt } = query;
  const size = Math.log(Math.max(1, plan.memories));
  const always = [1, size, Math.log(1 + plan.averages.body), prompt.pointing];
  const scopes = planScopes(query);
  const findPairs = openPairFinder(plan);
  const findMentions = openMentionFinder(plan);
  const readName = openNameReader(plan);
  return ({ meeting, cosine }) => {
    const mentions = findMentions(meeting);
    const { times } = findPairs(meeting);
    const name = readName(meeting);
    const meaning = cosine === null ? MEANING_UNKNOWN : Math.max(0, Math.min(COSINE_MAX, cosine));
    return scopes.map(({ worths, terms, subject, pairs, burden }) => {
      const near = findNearest(mentions, worths);
      const said = Math.min(WORDS_MAX, sumOf(near, terms));
      const ofSubject = Math.min(SUBJECT_MAX, sumOf(near, subject));
      const together = Math.min(PAIRS_MAX, pairs.filter((place) => (times[place] ?? 0) > 0).length);
      return [...always, said, ofSubject, together, name, ...burden, meaning];
    });
  };
}

function sumOf(shares: Float64Array, terms: readonly number[]): number {
  let sum = 0;
  for (let place = 0; place < terms.length; place += 1) sum += shares[terms[place] ?? 0] ?? 0;
  return sum;
}

const NAME = 0;

/** Which share of the words of a name the prompt says. */
function openNameReader({ slots, terms, words }: Plan): (meeting: Match) => number {
  const isAsked = new Uint8Array(words);
  for (const { isOwn, term, word } of slots) if (isOwn && terms[term]?.word.telling) isAsked[word] = 1;
  const isLeft = new Uint8Array(words);
  return ({ met, from, to, nameLength }) => {
    if (nameLength === 0) return 0;
    isLeft.set(isAsked);
    let said = 0;
    for (let at = from; at < to && met.columns[at] === NAME; at += 1) {
      const word = met.words[at] ?? 0;
      if (isWhole(met.marks[at] ?? 0)) continue;
      said += isLeft[word] ?? 0;
      isLeft[word] = 0;
    }
    return said / nameLength;
  };
}

// What of a prompt a memory may be about: the whole of it, or one of its sentences; and what is held against every memory in
// that scope, whatever it says.

export type RelevanceQuery = {
  readonly plan: Plan;
  readonly prompt: Prompt;
  /** Words of the prompt that no memory holds. */
  readonly absent: ReadonlySet<string>;
};

/** By the places of the plan's terms and pairs. */
type Scope = {
  /** What each of its terms is worth. */
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

// How much of a prompt a memory says in one place. Words scattered over a long note meet a prompt by chance; near together
// they rarely do. The name and the tags belong to every place.

/** One word of the prompt in the memory: the term, how much of it, and where; -1 in front. */
type Mention = { readonly term: number; readonly share: number; readonly place: number };

export type MentionFinder = (meeting: Match) => readonly Mention[];

const NEAR_WORDS = 30;
const BODY = 2;
const NO_SLOTS: readonly number[] = [];

/** Only words that tell; identifiers are met in their parts. In the order of the memory. */
function openMentionFinder(plan: Plan): MentionFinder {
  const { slots, terms } = plan;
  const slotsOf = groupByWord(plan, ({ term }) => {
    const word = terms[term]?.word;
    return word?.telling === true && !word.whole;
  });
  return ({ met, from, to }) => {
    const mentions: Mention[] = [];
    for (let at = from; at < to; at += 1) {
      const place = met.columns[at] === BODY ? (met.places[at] ?? 0) : -1;
      const places = slotsOf[met.words[at] ?? 0] ?? NO_SLOTS;
      for (let each = 0; each < places.length; each += 1) {
        const slot = slots[places[each] ?? 0];
        if (slot !== undefined) mentions.push({ term: slot.term, share: slot.share, place });
      }
    }
    return mentions;
  };
}

/** What the terms are worth, by their places; one that is not asked about is worth nothing. */
export type Worths = Float64Array;

/** The share of each term that is said where most is said. */
export function findNearest(mentions: readonly Mention[], worths: Worths): Float64Array {
  const front = new Float64Array(worths.length);
  const body: Mention[] = [];
  for (let at = 0; at < mentions.length; at += 1) {
    const mention = mentions[at];
    if (mention === undefined || worths[mention.term] === 0) continue;
    if (mention.place >= 0) body.push(mention);
    else say(front, mention);
  }
  let best = front.slice();
  let said = front.slice();
  let bestWorth = -1;
  for (let start = 0; start === 0 || start < body.length; start += 1) {
    said.set(front);
    const end = (body[start]?.place ?? 0) + NEAR_WORDS;
    for (let at = start; at < start + NEAR_WORDS * 2; at += 1) {
      const mention = body[at];
      if (mention === undefined || mention.place >= end) break;
      say(said, mention);
    }
    const worth = weigh(said, worths);
    if (worth <= bestWorth) continue;
    bestWorth = worth;
    const spare = best;
    best = said;
    said = spare;
  }
  return best;
}

function say(said: Float64Array, { term, share }: Mention): void {
  if (share > (said[term] ?? 0)) said[term] = share;
}

function weigh(said: Float64Array, worths: Worths): number {
  let sum = 0;
  for (let term = 0; term < said.length; term += 1) {
    const share = said[term] ?? 0;
    if (share !== 0) sum += share * (worths[term] ?? 0);
  }
  return sum;
}
