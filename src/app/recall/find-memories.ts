// The memories that fit a prompt. The index only proposes: each one about to be shown is read from its file again, with its
// statements, whatever the index says about it.
//
// Attack: a file, its statements or the index itself were changed, by any means, since the index was made. A memory
// that differs from the index is reindexed and the query repeated once; one that still differs is not shown.

import type { CitedFile } from "../../memory/block/cited-file.ts";
import type { MatchStrategy } from "../../memory/config/config-keys.ts";
import { isMemoryId } from "../../memory/memory.ts";
import type { RowFilter } from "../../search/index/row-filter.ts";
import type { IndexRow } from "../../search/row.ts";
import type { NearestAdder } from "../../search/strategies/credence.ts";
import { findHits, type Hit, type Hits } from "../../search/strategies/find-hits.ts";
import { findFates } from "../index/cited-fates.ts";
import { askJudged } from "../index/judge-unknown.ts";
import { type IndexRequest, retryAfterReindex, type StaleRow, withIndexes } from "../index/open-index.ts";
import type { IndexedRoot } from "../index/refresh-index.ts";
import { passGate } from "../index/show-gate.ts";
import { type LoadedMemory, loadPresent } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type MemoryQuery = Pick<IndexRequest, "roots" | "onProgress" | "isLate" | "patient" | "compare"> & {
  readonly prompt: string;
  readonly strategy: MatchStrategy;
  readonly filter: RowFilter;
  readonly abstains: boolean;
  readonly limit: number;
  /** For a search: adds what means the same in other words. */
  readonly addNearest?: NearestAdder;
  /** Whether it may be shown beside those chosen already, and why not. */
  readonly choose?: (found: FoundMemory, chosen: readonly FoundMemory[]) => Cut | null;
  /** Tell of the files that each is about. */
  readonly withCited?: boolean;
};

/** What kept a memory that matched from being shown. */
export type Cut = "weak" | "limit" | "budget" | "category" | "proposal" | "withheld";

export type FoundMemory = {
  readonly root: OpenRoot;
  readonly hit: Hit;
  readonly loaded: LoadedMemory;
  /** What kind of wording was found in it; null where nothing was. */
  readonly flagged: string | null;
  /** Files that it is about, and that are not as they were. */
  readonly cited?: readonly CitedFile[];
};

export type LeftMemory = { readonly root: OpenRoot; readonly hit: Hit; readonly cut: Cut };

export type FoundMemories = {
  /** Best first. */
  readonly shown: readonly FoundMemory[];
  readonly left: readonly LeftMemory[];
};

export function findMemories(workspace: Workspace, query: MemoryQuery): Promise<FoundMemories> {
  const request = { ...query, exact: query.strategy === "fts5_bm25", words: wordsForIds(query.prompt) };
  const askAll = (indexed: readonly IndexedRoot[]): FoundMemories => {
    const { shown, left } = retryAfterReindex(() => choose(indexed, query, ask(workspace, indexed, query)));
    return { shown: query.withCited === true ? addCited(indexed, shown) : shown, left };
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
  return findHits({ ...query, usesMeaning, indexes: indexed.map(({ index }) => index), now: workspace.now });
}

type Choice = FoundMemories & { readonly stale: readonly StaleRow[] };

function choose(indexed: readonly IndexedRoot[], query: MemoryQuery, { kept, left }: Hits): Choice {
  const shown: FoundMemory[] = [];
  const cut: LeftMemory[] = [];
  const stale: StaleRow[] = [];
  let unjudged = 0;
  for (const hit of kept) {
    const subject = indexed[hit.root];
    if (subject === undefined) continue;
    const { root } = subject;
    // Nothing behind the last place is read. One that is to be judged may take a place.
    if (shown.length + unjudged >= query.limit) {
      cut.push({ root, hit, cut: "limit" });
      continue;
    }
    const current = loadIfCurrent(subject, hit.row);
    if (current === "stale") stale.push({ subject, id: hit.row.id });
    if (current === "unjudged") unjudged += 1;
    const found = typeof current === "string" ? null : { root, hit, ...current };
    const why = found === null ? "withheld" : (query.choose?.(found, shown) ?? null);
    if (found !== null && why === null) shown.push(found);
    else cut.push({ root, hit, cut: why ?? "withheld" });
  }
  const weak = left.flatMap((hit): LeftMemory[] => {
    const root = indexed[hit.root]?.root;
    return root === undefined ? [] : [{ root, hit, cut: "weak" }];
  });
  return { shown, left: [...cut, ...weak].filter(({ hit }) => isMemoryId(hit.row.id)), stale };
}

/** `stale` where the file, its statements or the root differ from what the index says, or a finding withholds it. */
export function loadIfCurrent(
  subject: IndexedRoot,
  row: IndexRow,
): Pick<FoundMemory, "loaded" | "flagged"> | "stale" | "unjudged" {
  const { workspace, root, reading } = subject;
  const loaded = isMemoryId(row.id) ? loadPresent(workspace, root, { id: row.id, reading }) : null;
  const gate = loaded === null ? null : passGate(subject, loaded);
  if (loaded === null || gate === null || gate.kind === "withheld") return "stale";
  const isSame =
    loaded.digest === row.digest &&
    loaded.standing.standing === row.standing &&
    loaded.file.directory === row.directory;
  if (!isSame) return "stale";
  return gate.kind === "open" ? { loaded, flagged: gate.flagged } : "unjudged";
}
