// From a prompt to the memories that fit it, best first, by one of three strategies.

import type { MatchStrategy } from "../../memory/config/config-keys.ts";
import { isPlausible } from "../../memory/instant.ts";
import type { SearchIndex } from "../index/open-index.ts";
import type { RowFilter } from "../index/row-filter.ts";
import { asksSeveral, findAskedKinds } from "../rank/asked-kinds.ts";
import { type Prompt, readPrompt } from "../rank/read-prompt.ts";
import { keepRelevant, type NearestAdder, queryCredence } from "./credence.ts";
import { cutExact, queryExact } from "./fts5-bm25.ts";
import type { SearchSource } from "./source.ts";
import { compareHits, type Ranked, type Scored } from "./tie-order.ts";
import { queryTitles } from "./title-tags.ts";

export type HitQuery = {
  readonly strategy: MatchStrategy;
  /** The project's first. */
  readonly indexes: readonly SearchIndex[];
  /** Of strategy `credence`: where the memories are elsewhere. */
  readonly source?: SearchSource;
  readonly prompt: string;
  readonly filter: RowFilter;
  readonly now: number;
  /** Recall says nothing where nothing is about the prompt; a search shows what there is. */
  readonly abstains: boolean;
  /** Whether what the words mean counts, too; it does unless this is false. */
  readonly usesMeaning?: boolean;
  /** For a search: adds what means the same in other words. */
  readonly addNearest?: NearestAdder;
};

export type Hit = Ranked & Pick<Scored, "terms" | "wordScore" | "confidence" | "isPossible" | "isBest">;

export type Hits = {
  readonly kept: readonly Hit[];
  /** What matched and was left out, best first. */
  readonly left: readonly Hit[];
  /** The prompt asks for several and they are more than usual: their titles say more than the texts of a few. */
  readonly isList: boolean;
};

/** Of so many the texts are shown. */
const TEXTS_MAX = 5;

/** A date far ahead counts as absent: it would win every tie. */
export function findHits(query: HitQuery): Hits {
  let made: Prompt | undefined;
  const readOnce = (): Prompt => {
    made ??= readPrompt(query.prompt);
    return made;
  };
  const ranked = rank(query, readOnce)
    .map((hit) => (isPlausible(hit.row.time, query.now) ? hit : { ...hit, row: { ...hit.row, time: 0 } }))
    .sort(compareHits);
  const kept = keep(query, ranked);
  const keptRows = new Set(kept);
  return {
    kept,
    left: ranked.filter((hit) => !keptRows.has(hit)),
    isList: isListed(query, readOnce, kept.length),
  };
}

/** The next best of what was left out, as far as the judge does not exclude it: none where it is sure that nothing is meant. */
export function listPossible({ left, isList }: Hits): readonly Hit[] {
  return isList ? [] : left.filter(({ isPossible }) => isPossible === true);
}

function rank(query: HitQuery, readOnce: () => Prompt): Scored[] {
  const { strategy, indexes, source, prompt, now } = query;
  const filter = query.filter.since === undefined ? query.filter : { ...query.filter, now };
  switch (strategy) {
    case "credence":
      return queryCredence({
        indexes,
        ...(source === undefined ? {} : { source }),
        prompt: readOnce(),
        filter,
        now,
        isRecall: query.abstains,
        usesMeaning: query.usesMeaning ?? true,
        addNearest: query.addNearest ?? null,
      });
    case "fts5_bm25":
      return indexes.flatMap((index, root) => queryExact({ index, prompt, filter, root })).map(withoutTerms);
    case "title_tags":
      return indexes
        .flatMap((index, root) => queryTitles({ index, prompt, filter, root, now }))
        .map(withoutTerms);
  }
}

function keep(query: HitQuery, ranked: readonly Scored[]): readonly Scored[] {
  if (query.strategy === "fts5_bm25") return cutExact(ranked);
  return query.strategy === "credence" && query.abstains ? keepRelevant(ranked) : ranked;
}

function isListed({ strategy, abstains, now }: HitQuery, readOnce: () => Prompt, found: number): boolean {
  if (strategy !== "credence" || !abstains || found <= TEXTS_MAX) return false;
  const prompt = readOnce();
  return asksSeveral(prompt) || findAskedKinds(prompt, now).kinds.length > 0;
}

function withoutTerms(hit: Ranked): Scored {
  return { ...hit, wordScore: hit.score, cosine: null, confidence: null, terms: () => [] };
}
