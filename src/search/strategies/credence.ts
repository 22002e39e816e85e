// Strategy `credence`: the words of the prompt, and other words for them, find candidates; their words in order rank them;
// recall keeps those that are about the prompt.

import type { SearchIndex } from "../index/open-index.ts";
import { readRows } from "../index/reader.ts";
import type { RowFilter } from "../index/row-filter.ts";
import { chooseTerms } from "../rank/choose-terms.ts";
import { openWordCounter, readTotals } from "../rank/count-words.ts";
import { findPassages } from "../rank/find-passages.ts";
import { rankPassages, type Term } from "../rank/rank-passages.ts";
import { readPrompt } from "../rank/read-prompt.ts";
import { filterRelevantPassages } from "../rank/relevance.ts";
import type { Ranked } from "./tie-order.ts";

export type { Term } from "../rank/rank-passages.ts";

export type Scored = Ranked & {
  /** What each word of the prompt gave. */
  readonly terms: () => readonly Term[];
  /** It is about the prompt, as far as this strategy can tell. */
  readonly isRelevant?: boolean;
};

export type CredenceQuery = {
  /** The project's first. */
  readonly indexes: readonly SearchIndex[];
  readonly prompt: string;
  readonly filter: RowFilter;
  /** A recall shows a few and somebody waits for it; a search shows many. */
  readonly isRecall: boolean;
};

/** How many are ranked, and of how many the order is wanted. Ranking fewer changes next to nothing among the first ten
 * (`npm run bench:recall`). */
const AMOUNTS = {
  search: { candidates: 200, hits: 100 },
  recall: { candidates: 100, hits: 30 },
} as const;

/** The best hits of all roots together. */
export function queryCredence({ indexes, prompt: text, filter, isRecall }: CredenceQuery): Scored[] {
  const { candidates: candidatesMax, hits: hitsMax } = isRecall ? AMOUNTS.recall : AMOUNTS.search;
  const prompt = readPrompt(text);
  const totals = readTotals(indexes);
  const chosen = chooseTerms(prompt, { indexes, totals, count: openWordCounter(indexes, totals) });
  const candidates = findPassages({
    indexes,
    terms: chosen.terms,
    filter,
    candidatesMax,
  });
  if (candidates.length === 0) return [];
  const { plan, ranked } = rankPassages({ prompt, chosen, totals, candidates, hitsMax });
  const relevant = new Set(filterRelevantPassages({ plan, prompt, absent: chosen.absent }, ranked));
  const rows = indexes.map((index, root) =>
    readRows(
      index,
      ranked.filter((hit) => hit.root === root).map(({ row }) => row),
    ),
  );
  return ranked.flatMap((hit) => {
    const row = rows[hit.root]?.get(hit.row);
    if (row === undefined) return [];
    const { score, root } = hit;
    const isRelevant = relevant.has(hit);
    return [{ row, score, root, isRelevant, terms: () => hit.terms }];
  });
}

/** Recall only: those of the hits that the prompt is about, possibly none. */
export function keepRelevant<Hit extends Scored>(ranked: readonly Hit[]): Hit[] {
  return ranked.filter(({ isRelevant }) => isRelevant === true);
}
