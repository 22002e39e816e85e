// Scores one memory for a prompt: BM25 over three columns, a little more for words said as the prompt says them, side by side,
// early, or making up the name, and the best cue. Many candidates are scored before anything is optimised, so the arrays are
// made once per prompt and refilled for each.

import { formOf, type Passage } from "../index/passage.ts";
import { type MatchedPairs, openPairFinder } from "./adjacent-pairs.ts";
import { openCueFinder } from "./best-cue.ts";
import { isInCue, type Match } from "./match-words.ts";
import { groupByWord, type Plan } from "./plan-scoring.ts";
import type { PromptWord } from "./read-prompt.ts";
import {
  EARLY,
  EARLY_WORDS,
  FULL_NAME,
  NAME_LENGTH,
  NAME_WEIGHT,
  REPETITION,
  SAME_FORM,
  SAME_NAME,
  TAG_LENGTH,
  TAG_WEIGHT,
} from "./weights.ts";

export type PassagePoints = {
  /** By the places of the plan's terms and pairs. */
  readonly termPoints: Float64Array;
  readonly pairPoints: Float64Array;
  readonly cuePoints: number;
};

export type Scorer = {
  readonly score: (meeting: Match) => number;
  /** What the score is the sum of; overwritten by the next call. */
  readonly explain: (meeting: Match) => PassagePoints;
};

export function openScorer(plan: Plan): Scorer {
  const weigh = openWeigher(plan);
  const findPairs = openPairFinder(plan);
  const addTerms = openTermAdder(plan);
  const addPairs = openPairAdder(plan);
  const findCue = openCueFinder(plan);
  const explain = (meeting: Match): PassagePoints => {
    const terms = addTerms(weigh(meeting), meeting.nameLength);
    const { points: cuePoints } = findCue(meeting, terms.isSaid);
    return { termPoints: terms.points, pairPoints: addPairs(findPairs(meeting)), cuePoints };
  };
  const score = (meeting: Match): number => {
    const terms = addTerms(weigh(meeting), meeting.nameLength);
    const pairs = findPairs(meeting);
    return sumOfSaid(terms) + (pairs.any ? sum(addPairs(pairs)) : 0) + findCue(meeting, terms.isSaid).points;
  };
  return { score, explain };
}

function sumOfSaid({ points, isSaid }: TermMarks): number {
  let all = 0;
  for (let term = 0; term < points.length; term += 1) if (isSaid[term] === 1) all += points[term] ?? 0;
  return all;
}

function sum(points: Float64Array): number {
  let all = 0;
  for (let place = 0; place < points.length; place += 1) all += points[place] ?? 0;
  return all;
}

function openPairAdder({ pairs }: Plan): (met: MatchedPairs) => Float64Array {
  const points = new Float64Array(pairs.length);
  return ({ times }) => {
    for (let place = 0; place < points.length; place += 1) {
      const often = times[place] ?? 0;
      points[place] = often === 0 ? 0 : ((pairs[place]?.points ?? 0) * often) / (often + 1);
    }
    return points;
  };
}

/** By the places of the plan's terms. */
type TermMarks = {
  readonly isSaid: Uint8Array;
  readonly points: Float64Array;
  readonly early: Uint8Array;
  readonly inName: Uint8Array;
};

type TermAdder = (seen: WeighedWords, nameLength: number) => TermMarks;

function openTermAdder(plan: Plan): TermAdder {
  const count = plan.terms.length;
  const marks = {
    isSaid: new Uint8Array(count),
    points: new Float64Array(count),
    early: new Uint8Array(count),
    inName: new Uint8Array(count),
  };
  return (seen, nameLength) => {
    const said = addSlots(plan, seen, marks);
    const { isSaid, points, early, inName } = marks;
    const nameShare = nameLength === 0 ? 0 : Math.min(1, said / nameLength);
    const isName =
      nameShare === 1 && plan.terms.every(({ word }, term) => isInName(word, inName[term] === 1));
    const forName = isName ? SAME_NAME : FULL_NAME * nameShare;
    for (let term = 0; term < count; term += 1) {
      if (isSaid[term] === 0) continue;
      const more = EARLY * (early[term] ?? 0) + forName * (inName[term] ?? 0);
      points[term] = (points[term] ?? 0) * (1 + more);
    }
    return marks;
  };
}

/** A word and the others for it are one thing said: the best of them counts. Says how many terms are in the name. */
function addSlots(
  { terms, slots }: Plan,
  seen: WeighedWords,
  { isSaid, points, early, inName }: TermMarks,
): number {
  isSaid.fill(0);
  points.fill(0);
  early.fill(0);
  inName.fill(0);
  let said = 0;
  for (let each = 0; each < seen.count; each += 1) {
    const place = seen.met[each] ?? 0;
    const slot = slots[place];
    if (slot === undefined) continue;
    const { term, isOwn } = slot;
    const frequency = seen.frequency[place] ?? 0;
    const saturated = (frequency * (REPETITION + 1)) / (frequency + REPETITION);
    const form = isOwn && seen.sameForm[place] === 1 ? 1 + SAME_FORM : 1;
    points[term] = Math.max(points[term] ?? 0, slot.points * saturated * form);
    isSaid[term] = 1;
    if (!isOwn) continue;
    early[term] = seen.early[place] ?? 0;
    inName[term] = terms[term]?.word.whole ? 0 : (seen.inName[place] ?? 0);
    said += inName[term] ?? 0;
  }
  return said;
}

/** Grammar may be missing from a name; an identifier is there in its parts. */
function isInName({ telling, whole }: PromptWord, met: boolean): boolean {
  return met || whole || !telling;
}

// How much of each word asked for a memory holds: how often and in which columns, in the prompt's own form, early, in the name.

/** By the places of the plan's slots. */
type WeighedWords = {
  /** The slots that were met, each once. */
  readonly met: Int32Array;
  readonly count: number;
  /** How often, weighed by column and length. */
  readonly frequency: Float64Array;
  readonly sameForm: Uint8Array;
  readonly early: Uint8Array;
  readonly inName: Uint8Array;
};

/** What it returns is overwritten by its next call. */
export type Weigher = (meeting: Match) => WeighedWords;

function openWeigher(plan: Plan): Weigher {
  const { slots } = plan;
  const slotsOf = groupByWord(plan, () => true);
  const forms = Uint8Array.from(slots, ({ form }) => form);
  const { weighed, clear, count } = openCounts(slots.length);
  const { sameForm, early, inName } = weighed;
  const weighColumns = openColumnWeigher(plan);
  return ({ passage, met, from, to, frontLength }) => {
    clear();
    const weights = weighColumns(passage);
    const earlyEnd = frontLength + EARLY_WORDS;
    for (let at = from; at < to && !isInCue(met, at); at += 1) {
      const places = slotsOf[met.words[at] ?? 0] ?? NO_SLOTS;
      const column = met.columns[at] ?? 0;
      const form = formOf(met.marks[at] ?? 0);
      const isEarly = Number((met.places[at] ?? 0) < earlyEnd);
      const isName = Number(column === NAME);
      for (let each = 0; each < places.length; each += 1) {
        const slot = places[each] ?? 0;
        count(slot, weights[column] ?? 0);
        if (form === forms[slot]) sameForm[slot] = 1;
        early[slot] = (early[slot] ?? 0) | isEarly;
        inName[slot] = (inName[slot] ?? 0) | isName;
      }
    }
    return weighed;
  };
}

type Counts = {
  readonly weighed: WeighedWords;
  readonly clear: () => void;
  readonly count: (slot: number, weight: number) => void;
};

function openCounts(slots: number): Counts {
  const isMet = new Uint8Array(slots);
  const weighed = {
    met: new Int32Array(slots),
    count: 0,
    frequency: new Float64Array(slots),
    sameForm: new Uint8Array(slots),
    early: new Uint8Array(slots),
    inName: new Uint8Array(slots),
  };
  const { met, frequency, sameForm, early, inName } = weighed;
  const clear = (): void => {
    weighed.count = 0;
    isMet.fill(0);
    sameForm.fill(0);
    early.fill(0);
    inName.fill(0);
  };
  const count = (slot: number, weight: number): void => {
    if (isMet[slot] === 0) {
      isMet[slot] = 1;
      frequency[slot] = 0;
      met[weighed.count] = slot;
      weighed.count += 1;
    }
    frequency[slot] = (frequency[slot] ?? 0) + weight;
  };
  return { weighed, clear, count };
}

const NAME = 0;
const NO_SLOTS: readonly number[] = [];

/** What one word is worth in each column of a memory: the longer the column, the less. */
function openColumnWeigher({ averages, bodyLength }: Plan): (passage: Passage) => Float64Array {
  const weights = new Float64Array(3);
  return ({ nameWords, tagWords, bodyWords }) => {
    weights[0] = NAME_WEIGHT * (1 / (1 - NAME_LENGTH + NAME_LENGTH * (nameWords / averages.name)));
    weights[1] = TAG_WEIGHT * (1 / (1 - TAG_LENGTH + TAG_LENGTH * (tagWords / averages.tags)));
    weights[2] = 1 / (1 - bodyLength + bodyLength * (bodyWords / averages.body));
    return weights;
  };
}
