// What one memory gets for a prompt: BM25 over three columns, and a little more for words said as the prompt says them, side
// by side, early, or making up the name.

import type { Meeting } from "./meet-words.ts";
import { openPairFinder } from "./pair-places.ts";
import type { Plan } from "./plan-scoring.ts";
import type { PromptWord } from "./read-prompt.ts";
import { type SlotsByHash, type WeighedWords, weighWords } from "./weigh-words.ts";
import { EARLY, FULL_NAME, REPETITION, SAME_FORM, SAME_NAME } from "./weights.ts";

export type PassageScore = {
  readonly score: number;
  /** By the places of the plan's terms and pairs. */
  readonly termPoints: Float64Array;
  readonly pairPoints: Float64Array;
};

export type Scorer = (meeting: Meeting) => PassageScore;

export function openScorer(plan: Plan): Scorer {
  const slotsOf = groupByHash(plan);
  const findPairs = openPairFinder(plan);
  return (meeting) => {
    const weighed = weighWords(plan, meeting, slotsOf);
    const termPoints = addTerms(plan, weighed, meeting.nameLength);
    const pairPoints = findPairs(meeting).map(
      (times, place) => ((plan.pairs[place]?.points ?? 0) * times) / (times + 1),
    );
    const sum = (points: Float64Array): number => points.reduce((all, one) => all + one, 0);
    return { score: sum(termPoints) + sum(pairPoints), termPoints, pairPoints };
  };
}

function groupByHash({ slots }: Plan): SlotsByHash {
  const groups = new Map<number, number[]>();
  for (const [place, { hash }] of slots.entries()) {
    const group = groups.get(hash);
    if (group === undefined) groups.set(hash, [place]);
    else group.push(place);
  }
  return groups;
}

/** A word and the others for it are one thing said: the best of them counts. */
function addTerms(plan: Plan, seen: WeighedWords, nameLength: number): Float64Array {
  const points = new Float64Array(plan.terms.length);
  const early = new Uint8Array(plan.terms.length);
  const inName = new Uint8Array(plan.terms.length);
  for (const [place, { term, isOwn, points: most }] of plan.slots.entries()) {
    const frequency = seen.frequency[place] ?? 0;
    if (frequency === 0) continue;
    const saturated = (frequency * (REPETITION + 1)) / (frequency + REPETITION);
    const form = isOwn && seen.sameForm[place] === 1 ? 1 + SAME_FORM : 1;
    points[term] = Math.max(points[term] ?? 0, most * saturated * form);
    if (!isOwn) continue;
    early[term] = seen.early[place] ?? 0;
    inName[term] = plan.terms[term]?.word.whole ? 0 : (seen.inName[place] ?? 0);
  }
  const said = inName.reduce((sum, one) => sum + one, 0);
  const nameShare = nameLength === 0 ? 0 : Math.min(1, said / nameLength);
  const isName = nameShare === 1 && plan.terms.every(({ word }, term) => isInName(word, inName[term] === 1));
  return points.map((value, term) => {
    const name = (isName ? SAME_NAME : FULL_NAME * nameShare) * (inName[term] ?? 0);
    return value * (1 + EARLY * (early[term] ?? 0) + name);
  });
}

/** Grammar may be missing from a name; an identifier is there in its parts. */
function isInName({ telling, whole }: PromptWord, met: boolean): boolean {
  return met || whole || !telling;
}
