// A hit of one of the strategies, with what it got its score for.

import type { Term } from "../rank/rank-passages.ts";
import type { Found } from "./tie-order.ts";

export type Scored = Found & {
  /** What each word of the prompt gave. */
  readonly terms: () => readonly Term[];
  /** What its words gave; the rest of the score is what it means. */
  readonly wordScore: number;
  /** How near its meaning is to the prompt's; null where either has no vector. */
  readonly cosine: number | null;
};
