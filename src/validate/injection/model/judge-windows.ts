// When the log odds of a text's windows amount to a finding. Training measures with the same function.

import type { Window } from "./windows.ts";

/** A paragraph is flagged from here on. */
const PARAGRAPH_ODDS_MIN = 1.1;
/**
 * A sentence is flagged if it reaches this and stands out from its document: a planted order does from the notes around
 * it, a line of harmless role-play does not from the rest of the scene.
 */
const SENTENCE_ODDS_MIN = 0.8;
const SENTENCE_CONTRAST_MIN = 4;

export type Judgement = {
  /** Above 0 means flagged. */
  readonly margin: number;
  /** Which window decided, and its log odds. */
  readonly index: number;
  readonly odds: number;
};

export function judgeWindows(windows: readonly Window[], oddsOf: readonly number[]): Judgement {
  const mean = meanOfParagraphs(windows, oddsOf);
  let best: Judgement = { margin: Number.NEGATIVE_INFINITY, index: 0, odds: 0 };
  for (const [index, odds] of oddsOf.entries()) {
    const margin =
      windows[index]?.scale === "paragraph"
        ? odds - PARAGRAPH_ODDS_MIN
        : Math.min(odds - SENTENCE_ODDS_MIN, odds - mean - SENTENCE_CONTRAST_MIN);
    if (margin > best.margin) best = { margin, index, odds };
  }
  return best;
}

function meanOfParagraphs(windows: readonly Window[], oddsOf: readonly number[]): number {
  const paragraphs = oddsOf.filter((_, index) => windows[index]?.scale === "paragraph");
  return paragraphs.reduce((sum, odds) => sum + odds, 0) / paragraphs.length;
}
