// Strategy `title_tags`, the scorer from before there was an index: a word of the title 2, a tag 3, a prefix of four letters
// or more 1, and 1 more for what changed within thirty days.

import { addDays } from "../../memory/instant.ts";
import { scoreLikeness } from "../../memory/law/proposal.ts";
import type { SearchIndex } from "../index/open-index.ts";
import { walkSearchable } from "../index/reader.ts";
import { matchesFilter, type RowFilter } from "../index/row-filter.ts";
import { findTokens } from "./fts5-bm25.ts";
import type { Ranked } from "./tie-order.ts";

const RECENT_DAYS = 30;

type TitleQuery = {
  readonly index: SearchIndex;
  readonly prompt: string;
  readonly filter: RowFilter;
  readonly root: number;
  readonly now: number;
};

export function queryTitles({ index, prompt, filter, root, now }: TitleQuery): Ranked[] {
  const tokens = findTokens(prompt);
  const words = tokens.flatMap((token) => token.split(/[_.-]+/));
  const asked = { name: words.join(" "), tags: [...tokens, ...words] };
  const ranked: Ranked[] = [];
  for (const row of walkSearchable(index)) {
    if (!matchesFilter(row, filter)) continue;
    const points = scoreLikeness(asked, row);
    if (points === 0) continue;
    const isRecent = row.time <= now && row.time >= addDays(now, -RECENT_DAYS);
    ranked.push({ row, score: points + Number(isRecent), root });
  }
  return ranked;
}
