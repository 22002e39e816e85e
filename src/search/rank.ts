// Puts the candidates of a prompt in order and says what each of its words gave.

import type { ChosenTerms } from "./choose-terms.ts";
import type { Candidate } from "./find-passages.ts";
import { hashWord } from "./hash-word.ts";
import { type Meeting, openMeeter } from "./meet-words.ts";
import { type Plan, type PlanSource, planScoring } from "./plan-scoring.ts";
import { openScorer, type PassagePoints, type Scorer } from "./score-passage.ts";

export type Term = { readonly word: string; readonly points: number };

export type RankedPassage = Candidate & {
  readonly meeting: Meeting;
  readonly score: number;
  /** What each word, or pair of words, of the prompt gave. */
  readonly terms: readonly Term[];
};

export type Ranking = {
  readonly plan: Plan;
  /** Best first; of equals the first in the order of roots and rows. */
  readonly ranked: readonly RankedPassage[];
};

export type RankQuery = Omit<PlanSource, "meetings"> & {
  readonly candidates: readonly Candidate[];
  /** More are not looked at. */
  readonly hitsMax: number;
};

export function rankPassages({ candidates, hitsMax, ...query }: RankQuery): Ranking {
  const meet = openMeeter(hashesOf(query.chosen));
  const met = candidates.map((candidate) => ({ ...candidate, meeting: meet(candidate.passage) }));
  const plan = planScoring({ ...query, meetings: met.map(({ meeting }) => meeting) });
  const scorer = openScorer(plan);
  const scored = met.map((candidate) => ({ candidate, score: scorer.score(candidate.meeting) }));
  const ranked = scored
    .filter(({ score }) => score > 0)
    .sort(compareScored)
    .slice(0, hitsMax);
  return { plan, ranked: ranked.map((each) => describe(plan, scorer, each)) };
}

function hashesOf({ terms }: ChosenTerms): Set<number> {
  const words = terms.flatMap(({ word, others }) => [word.text, ...others.map(({ text }) => text)]);
  return new Set(words.map(hashWord));
}

type MetCandidate = Candidate & { readonly meeting: Meeting };

type ScoredCandidate = { readonly candidate: MetCandidate; readonly score: number };

function compareScored(a: ScoredCandidate, b: ScoredCandidate): number {
  return b.score - a.score || a.candidate.root - b.candidate.root || a.candidate.row - b.candidate.row;
}

/** What each word gave is worked out when somebody asks why, and not for every candidate of every prompt. */
function describe(plan: Plan, scorer: Scorer, { candidate, score }: ScoredCandidate): RankedPassage {
  return {
    ...candidate,
    score,
    get terms() {
      return listTerms(plan, scorer.explain(candidate.meeting));
    },
  };
}

function listTerms({ terms, pairs }: Plan, { termPoints, pairPoints }: PassagePoints): Term[] {
  const formOf = (term: number): string => terms[term]?.word.form ?? "";
  const words = terms.map((_, term) => ({ word: formOf(term), points: termPoints[term] ?? 0 }));
  const beside = pairs.map(({ first, second }, place) => ({
    word: `${formOf(first)} ${formOf(second)}`,
    points: pairPoints[place] ?? 0,
  }));
  return [...words, ...beside].filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
}
