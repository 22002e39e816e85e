// When recall says nothing. Most prompts need no memory, and one that is beside the point costs the reader more than one that
// is missing: shown are only memories about the prompt, and none that is weak beside the best.

import { openJudge } from "./judge-relevance.ts";
import type { RelevanceQuery } from "./prompt-scopes.ts";
import type { RankedPassage } from "./rank-passages.ts";

/** Beside a strong memory a weak one is noise. */
const SCORE_SHARE_MIN = 0.25;
/** More are never shown. */
const JUDGED_MAX = 20;

/** `ranked` is sorted, best first. */
export function keepRelevantPassages<Passage extends RankedPassage>(
  query: RelevanceQuery,
  ranked: readonly Passage[],
): Passage[] {
  if (!query.prompt.hasSubject) return [];
  const judge = openJudge(query);
  const best = ranked[0]?.score ?? 0;
  return ranked
    .slice(0, JUDGED_MAX)
    .filter(({ score, meeting }) => score >= best * SCORE_SHARE_MIN && judge(meeting) >= 0);
}
