import type { Confidence } from "./block-entry.ts";

/** Relative to the best of one answer: high from 75 %, medium from 40 %. */
export function rateScore(score: number, best: number): Confidence {
  if (score >= best * 0.75) return "high";
  return score >= best * 0.4 ? "medium" : "low";
}

/** Enough to compare, short enough to read; a store of one memory scores about 1e-6. */
export function roundScore(score: number): number {
  return Number(score.toPrecision(4));
}
