// What one memory gets for a prompt: BM25 over three columns, and a little more for words said as the prompt says them, side
// by side, early, or making up the name. Many candidates are scored before anything is optimised, so the arrays are made
// once for a prompt and filled anew for each.

import type { Meeting } from "./match-words.ts";
import { type MetPairs, openPairFinder } from "./pairs.ts";
import type { Plan } from "./plan-scoring.ts";
import type { PromptWord } from "./read-prompt.ts";
import { openWeigher, type WeighedWords } from "./weigh-words.ts";
import { EARLY, FULL_NAME, REPETITION, SAME_FORM, SAME_NAME } from "./weights.ts";

export type PassagePoints = {
  /** By the places of the plan's terms and pairs. */
  readonly termPoints: Float64Array;
  readonly pairPoints: Float64Array;
};

export type Scorer = {
  readonly score: (meeting: Meeting) => number;
  /** What the score is the sum of; overwritten by the next call. */
  readonly explain: (meeting: Meeting) => PassagePoints;
};

export function openScorer(plan: Plan): Scorer {
  const weigh = openWeigher(plan);
  const findPairs = openPairFinder(plan);
  const addTerms = openTermAdder(plan);
  const addPairs = openPairAdder(plan);
  const explain = (meeting: Meeting): PassagePoints => ({
    termPoints: addTerms(weigh(meeting), meeting.nameLength).points,
    pairPoints: addPairs(findPairs(meeting)),
  });
  const score = (meeting: Meeting): number => {
    const terms = addTerms(weigh(meeting), meeting.nameLength);
    const pairs = findPairs(meeting);
    return sumOfSaid(terms) + (pairs.any ? sum(addPairs(pairs)) : 0);
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

function openPairAdder({ pairs }: Plan): (met: MetPairs) => Float64Array {
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
