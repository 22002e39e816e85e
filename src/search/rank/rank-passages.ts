// Puts the candidates of a prompt in order and says what each of its words gave.

import { hashWord } from "../words/hash-word.ts";
import type { ChosenTerms } from "./choose-terms.ts";
import type { Candidate } from "./find-passages.ts";
import { type AskedWords, type Match, matchWords } from "./match-words.ts";
import { type Plan, type PlanSource, planScoring } from "./plan-scoring.ts";
import { openScorer, type PassagePoints, type Scorer } from "./score-passage.ts";
import { openMeaningWeigher } from "./weigh-meaning.ts";

export type Term = { readonly word: string; readonly points: number };

export type RankedPassage = Candidate & {
  readonly meeting: Match;
  /** With what meaning adds. */
  readonly score: number;
  /** What its words give. */
  readonly wordScore: number;
  /** How near its meaning is to the prompt's; null where it is not known. */
  readonly cosine: number | null;
  /** What each word, or pair of words, of the prompt gave. */
  readonly terms: readonly Term[];
};

export type Ranking = {
  readonly plan: Plan;
  /** Best first; of equals the first in the order of roots and rows. */
  readonly ranked: readonly RankedPassage[];
};

export type RankQuery = Omit<PlanSource, "asked" | "met"> & {
  readonly candidates: readonly Candidate[];
  /** More are not looked at. */
  readonly hitsMax: number;
  /** Of one whose words give less than this share of what the best one's give, it is not asked what it means. */
  readonly meantShareMin: number;
};

export function rankPassages({ candidates, hitsMax, meantShareMin, ...query }: RankQuery): Ranking {
  const asked = listAsked(query.chosen);
  const met = matchWords(
    asked,
    candidates.map(({ passage }) => passage),
  );
  const plan = planScoring({ ...query, asked, met });
  const scorer = openScorer(plan);
  const weighMeaning = openMeaningWeigher(plan, true);
  const scored: Omit<ScoredCandidate, "score" | "cosine">[] = [];
  let best = 0;
  for (let place = 0; place < candidates.length; place += 1) {
    const candidate = candidates[place];
    const meeting = met.meetings[place];
    if (candidate === undefined || meeting === undefined) continue;
    const wordScore = scorer.score(meeting);
    best = Math.max(best, wordScore);
    if (wordScore > 0) scored.push({ candidate, meeting, wordScore });
  }
  const ranked = scored
    .map((each) => {
      const cosine = each.wordScore < best * meantShareMin ? null : each.candidate.near();
      return { ...each, cosine, score: each.wordScore + weighMeaning(cosine) };
    })
    .sort(compareScored)
    .slice(0, hitsMax);
  return { plan, ranked: ranked.map((each) => describe(plan, scorer, each)) };
}

function listAsked({ terms }: ChosenTerms): AskedWords {
  const asked = new Map<number, number>();
  const ask = (word: string): void => {
    const hash = hashWord(word);
    if (!asked.has(hash)) asked.set(hash, asked.size);
  };
  for (const { word, others } of terms) {
    ask(word.text);
    for (const { text } of others) ask(text);
  }
  return asked;
}

type ScoredCandidate = {
  readonly candidate: Candidate;
  readonly meeting: Match;
  readonly score: number;
  readonly wordScore: number;
  readonly cosine: number | null;
};

function compareScored(a: ScoredCandidate, b: ScoredCandidate): number {
  if (a.score !== b.score) return a.score < b.score ? 1 : -1;
  return a.candidate.root - b.candidate.root || a.candidate.row - b.candidate.row;
}

/** What each word gave is worked out when somebody asks why, and not for every candidate of every prompt. */
function describe(plan: Plan, scorer: Scorer, scored: ScoredCandidate): RankedPassage {
  const { candidate, meeting, score, wordScore, cosine } = scored;
  return {
    ...candidate,
    meeting,
    score,
    wordScore,
    cosine,
    get terms() {
      return listTerms(plan, scorer.explain(meeting));
    },
  };
}

function listTerms({ terms, pairs }: Plan, { termPoints, pairPoints, cuePoints }: PassagePoints): Term[] {
  const formOf = (term: number): string => terms[term]?.word.form ?? "";
  const words = terms.map((_, term) => ({ word: formOf(term), points: termPoints[term] ?? 0 }));
  const beside = pairs.map(({ first, second }, place) => ({
    word: `${formOf(first)} ${formOf(second)}`,
    points: pairPoints[place] ?? 0,
  }));
  const cue = { word: "its cue", points: cuePoints };
  return [...words, ...beside, cue].filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
}
