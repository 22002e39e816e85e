// A hit of one of the strategies, with what it got its score for.

import type { Confidence } from "../../memory/block/block.ts";
import type { Term } from "../rank/rank-passages.ts";
import type { Found } from "./tie-order.ts";

export type Scored = Found & {
  /** What each word of the prompt gave. */
  readonly terms: () => readonly Term[];
  /** What its words gave; the rest of the score is what it means. */
  readonly wordScore: number;
  /** How near its meaning is to the prompt's; null where either has no vector. */
  readonly cosine: number | null;
  /** How likely it is what the prompt is about; null where the strategy does not judge. */
  readonly confidence: Confidence | null;
};
