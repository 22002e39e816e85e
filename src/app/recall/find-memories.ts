// The memories that fit a prompt. The index only proposes: each one about to be shown is read from its file again, with its
// statements, whatever the index says about it.
//
// Attack: a file, its statements or the index itself were changed, by any means, since the index was made. A memory
// that differs from the index is reindexed and the query repeated once; one that still differs is not shown.

import { checkTime } from "../../memory/answering.ts";
import type { CitedFile } from "../../memory/block/cited-file.ts";
import type { MatchStrategy } from "../../memory/config/config-keys.ts";
import { isMemoryId } from "../../memory/memory.ts";
import type { RowFilter } from "../../search/index/row-filter.ts";
import type { IndexRow } from "../../search/row.ts";
import type { NearestAdder } from "../../search/strategies/credence.ts";
import { findHits, type Hit, type Hits, listPossible } from "../../search/strategies/find-hits.ts";
import { reservePlace } from "../../search/strategies/tie-order.ts";
import { findFates } from "../index/cited-fates.ts";
import { askJudged } from "../index/judge-unknown.ts";
import { type CurrentMemory, loadIfCurrent } from "../index/load-current.ts";
import { type IndexRequest, retryAfterReindex, type StaleRow, withIndexes } from "../index/open-index.ts";
import type { IndexedRoot } from "../index/refresh-index.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { addRelations, openCopies, type Relations } from "./relations.ts";

export type MemoryQuery = Pick<
  IndexRequest,
  "roots" | "onProgress" | "isLate" | "patient" | "compare" | "isWaited"
> & {
  readonly prompt: string;
  readonly strategy: MatchStrategy;
  readonly filter: RowFilter;
  readonly abstains: boolean;
  readonly limit: number;
  /** How many where their titles are listed. */
  readonly listMax?: number;
  /** Of what may fit besides, so many are found for their titles. */
  readonly titlesMax?: number;
  /** For a search: adds what means the same in other words. */
  readonly addNearest?: NearestAdder;
  /** Of the best rows those that are read at all. */
  readonly pick?: (best: readonly IndexRow[]) => readonly IndexRow[];
  /** Whether it may be shown beside those chosen already, and why not. */
  readonly choose?: (found: FoundMemory, chosen: readonly FoundMemory[], isList: boolean) => Cut | null;
  /** Tell of the files that each is about. */
  readonly withCited?: boolean;
  /** Of copies one is shown. */
  readonly joinsCopies?: boolean;
};

/** What kept a memory that matched from being shown. */
export type Cut = "weak" | "limit" | "budget" | "category" | "proposal" | "withheld" | "copy";

export type FoundMemory = CurrentMemory & {
  readonly root: OpenRoot;
  readonly hit: Hit;
  /** Files that it is about, and that are not as they were. */
  readonly cited?: readonly CitedFile[];
  /** What it contradicts, and its copies. */
  readonly relations?: Relations;
};

export type LeftMemory = { readonly root: OpenRoot; readonly hit: Hit; readonly cut: Cut };

export type FoundMemories = {
  /** Best first. */
  readonly shown: readonly FoundMemory[];
  /** What may fit besides, best first. */
  readonly titles: readonly FoundMemory[];
  readonly left: readonly LeftMemory[];
  /** Titles alone. */
  readonly isList?: boolean;
};

export function findMemories(workspace: Workspace, query: MemoryQuery): Promise<FoundMemories> {
  const request = { ...query, exact: query.strategy === "fts5_bm25", words: wordsForIds(query.prompt) };
  const askAll = (indexed: readonly IndexedRoot[]): FoundMemories => {
    const chosen = retryAfterReindex(() => choose(indexed, query, ask(workspace, indexed, query)));
    const found = [...chosen.shown, ...chosen.titles];
    const related = addRelations(indexed, found, query.joinsCopies === true);
    const told = query.withCited === true ? addCited(indexed, related) : related;
    const { length } = chosen.shown;
    return { ...chosen, shown: told.slice(0, length), titles: told.slice(length) };
  };
  return askJudged(workspace, query.isLate, () => withIndexes(workspace, request, askAll));
}

/** What is known of the files that memories are about, whether or not it is shown in the end. */
export function addCited<Each extends Pick<FoundMemory, "hit">>(
  indexed: readonly IndexedRoot[],
  found: readonly Each[],
): (Each & Pick<FoundMemory, "cited">)[] {
  const fates = indexed.map((subject, place) => {
    const rows = found.filter(({ hit }) => hit.root === place).map(({ hit }) => hit.row.row);
    return findFates(subject, rows);
  });
  return found.map((each) => {
    const moved = fates[each.hit.root]?.(each.hit.row.row) ?? [];
    return moved.length === 0 ? each : { ...each, cited: moved.map(({ path, fate }) => ({ path, ...fate })) };
  });
}

/** The first of the prompt, as they would stand in an id. */
function wordsForIds(prompt: string): string[] {
  const words =
    prompt
      .slice(0, PROMPT_CHARS_MAX)
      .toLowerCase()
      .match(/[a-z0-9]{4,}/g) ?? [];
  return [...new Set(words)].slice(0, WORDS_MAX);
}

const PROMPT_CHARS_MAX = 4_000;
const WORDS_MAX = 24;

function ask(workspace: Workspace, indexed: readonly IndexedRoot[], query: MemoryQuery): Hits {
  const usesMeaning = workspace.config.config["retrieval.meaning"];
  const indexes = indexed.map(({ index }) => index);
  const hits = findHits({ ...query, usesMeaning, indexes, now: workspace.now });
  const picked = query.pick?.(hits.kept.slice(0, query.limit).map(({ row }) => row));
  return picked === undefined ? hits : { ...hits, kept: hits.kept.filter(({ row }) => picked.includes(row)) };
}

type Choice = FoundMemories & { readonly stale: readonly StaleRow[] };

function choose(indexed: readonly IndexedRoot[], query: MemoryQuery, hits: Hits): Choice {
  const { kept, left, isList } = hits;
  const shown: FoundMemory[] = [];
  const cut: LeftMemory[] = [];
  const stale: StaleRow[] = [];
  const { choose: mayShow = () => null, listMax = query.limit, joinsCopies = false } = query;
  const limit = isList ? listMax : query.limit;
  const { order, hasCopy } = joinsCopies ? openCopies(indexed, kept) : eachAlone(kept);
  const best = order.find(({ isBest }) => isBest === true);
  let unjudged = 0;
  for (const hit of reservePlace(order, best, limit)) {
    const subject = indexed[hit.root];
    if (subject === undefined) continue;
    checkTime(subject.workspace);
    const { root } = subject;
    // Nothing behind the last place is read. One that is to be judged may take a place.
    const early = hasCopy(hit, shown) ? "copy" : shown.length + unjudged < limit ? null : "limit";
    const found = early ?? read(subject, hit, (each) => mayShow(each, shown, isList));
    if (found === "stale") stale.push({ subject, id: hit.row.id });
    if (found === "unjudged") unjudged += 1;
    if (typeof found === "string") cut.push({ root, hit, cut: cutOf(found) });
    else shown.push(found);
  }
  const titles = chooseTitles(indexed, query, { hits, shown, stale });
  const isTitle = new Set(titles.map(({ hit }) => hit));
  return {
    shown,
    titles,
    isList: shown.length > query.limit,
    left: [...cut, ...listWeak(indexed, left)].filter(
      ({ hit }) => isMemoryId(hit.row.id) && !isTitle.has(hit),
    ),
    stale,
  };
}

/** How many are read at most to find the titles. */
const POSSIBLE_MAX = 8;

type ForTitles = { readonly hits: Hits; readonly shown: readonly FoundMemory[]; readonly stale: StaleRow[] };

/** The next best, none of them a copy of what is shown. Its reader sees no finding beside a title, so one with a finding is none. */
function chooseTitles(
  indexed: readonly IndexedRoot[],
  { titlesMax = 0, choose: mayShow = () => null }: MemoryQuery,
  { hits, shown, stale }: ForTitles,
): FoundMemory[] {
  const possible = titlesMax === 0 ? [] : listPossible(hits).slice(0, POSSIBLE_MAX);
  if (possible.length === 0) return [];
  const { hasCopy } = openCopies(indexed, [...shown.map(({ hit }) => hit), ...possible]);
  const titles: FoundMemory[] = [];
  for (const hit of possible) {
    const subject = indexed[hit.root];
    if (subject === undefined || hasCopy(hit, [...shown, ...titles])) continue;
    if (titles.length >= titlesMax) break;
    checkTime(subject.workspace);
    const found = read(subject, hit, (each) => mayShow(each, titles, true));
    if (found === "stale") stale.push({ subject, id: hit.row.id });
    if (typeof found !== "string" && (found.flagged === null || isFact(found))) titles.push(found);
  }
  return titles;
}

function isFact({ loaded }: CurrentMemory): boolean {
  return loaded.standing.standing === "verified";
}

/** @returns null when it differs from the index. */
function read(
  subject: IndexedRoot,
  hit: Hit,
  choose: (found: FoundMemory) => Cut | null,
): FoundMemory | Cut | "stale" | "unjudged" {
  const current = loadIfCurrent(subject, hit.row);
  if (typeof current === "string") return current;
  const found = { root: subject.root, hit, ...current };
  return choose(found) ?? found;
}

function cutOf(why: Cut | "stale" | "unjudged"): Cut {
  return why === "stale" || why === "unjudged" ? "withheld" : why;
}

function eachAlone(kept: readonly Hit[]): ReturnType<typeof openCopies<Hit>> {
  return { order: kept, hasCopy: () => false };
}

function listWeak(indexed: readonly IndexedRoot[], left: readonly Hit[]): LeftMemory[] {
  return left.flatMap((hit): LeftMemory[] => {
    const root = indexed[hit.root]?.root;
    return root === undefined ? [] : [{ root, hit, cut: "weak" }];
  });
}
