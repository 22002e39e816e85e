// How good an answer is: the share of what is right among the first few, how far down the first right one is, and how much
// of the best possible order was reached.

import type { Metric } from "./recall-sets.ts";

export type Scores = Readonly<Record<Metric, number>>;

/** `ids` is the answer, best first. */
export function scoreAnswer(ids: readonly string[], right: ReadonlyMap<string, number>): Scores {
  const share = (count: number): number =>
    ids.slice(0, count).filter((id) => right.has(id)).length / right.size;
  const first = ids.findIndex((id) => right.has(id));
  const gains = ids.slice(0, 10).map((id) => right.get(id) ?? 0);
  const best = [...right.values()].sort((a, b) => b - a).slice(0, 10);
  return {
    recall1: share(1),
    recall5: share(5),
    recall10: share(10),
    mrr: first < 0 ? 0 : 1 / (first + 1),
    ndcg10: discounted(gains) / discounted(best),
  };
}

export function averageScores(all: readonly Scores[]): Scores {
  const average = (metric: Metric): number => all.reduce((sum, each) => sum + each[metric], 0) / all.length;
  return {
    recall1: average("recall1"),
    recall5: average("recall5"),
    recall10: average("recall10"),
    mrr: average("mrr"),
    ndcg10: average("ndcg10"),
  };
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
}
