// Searches all roots that a token may read, with the same words, numbers and order as on a machine (src/search), and ranks
// every match.
//
// Attack: a token searches roots that it may not see, or learns from counts, order or errors what they hold. The caller
// passes the roots that the token may read now; counts come from those alone, and the database refuses a root of another
// organisation.

import { addDays } from "../../../src/memory/instant.ts";
import type { RowFilter } from "../../../src/search/index/row-filter.ts";
import { chooseTerms } from "../../../src/search/rank/choose-terms.ts";
import { readPrompt } from "../../../src/search/rank/read-prompt.ts";
import { findHits, type Hits } from "../../../src/search/strategies/find-hits.ts";
import type { Transaction } from "../database/connect.ts";
import type { SearchCache } from "./cache.ts";
import { choosePairs, mergeAsked, openMatcher } from "./match.ts";
import { hashTag, nameRow, type ReadRow, readRowName } from "./rows.ts";
import {
  type Answers,
  type Ask,
  countIn,
  nameAsk,
  openHubSource,
  type UpdateOf,
  type WordAsk,
} from "./source.ts";
import type { WordList } from "./word-list.ts";

export type HubQuery = {
  /** The keys of the roots that the token may read. */
  readonly keys: readonly number[];
  readonly prompt: string;
  readonly filter: RowFilter;
  readonly now: number;
  /** True for a prompt, for which an empty answer is a good one; false for a search. */
  readonly abstains: boolean;
  /** The lookups aim at about this many matches; all matches found are ranked. */
  readonly rankedMax?: number;
};

const RANKED_MAX = 1_500;

/** Limits the rounds, because an answer can lead to further questions, such as links of links. */
const ROUNDS_MAX = 4;

export async function searchRoots(tx: Transaction, cache: SearchCache, query: HubQuery): Promise<Hits> {
  const { keys, prompt, filter, now, abstains, rankedMax = RANKED_MAX } = query;
  const found = await cache.readLists(tx, keys);
  const lists = [...found.values()];
  const answers: Answers = { rows: new Map(), updates: new Map() };
  const asker = openAsker(tx, cache, { lists: found, rankedMax });
  await answer(asker, answers, foresee(lists, { text: prompt, rankedMax }));
  const source = openHubSource({ lists, answers, rankedMax });
  let hits: Hits | null = null;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    hits = findHits({ strategy: "credence", indexes: [], source, prompt, filter, now, abstains });
    const isMore = await answer(asker, answers, source.takeAsked());
    if (!isMore) break;
  }
  return hits ?? { kept: [], left: [], isList: false };
}

/** The lookups that ranking will need first, so that one round is usually enough. */
function foresee(
  lists: readonly WordList[],
  { text, rankedMax }: { readonly text: string; readonly rankedMax: number },
): Ask[] {
  const prompt = readPrompt(text);
  return (["all", "verified"] as const).flatMap((part): Ask[] => {
    const { readTotals, openWordCounter, ...words } = countIn(lists, part);
    const totals = readTotals();
    if (totals.memories === 0) return [];
    const { terms } = chooseTerms(prompt, { ...words, totals, count: openWordCounter(totals) });
    const pairs = choosePairs(terms, rankedMax);
    return pairs.length === 0 ? [] : [{ kind: "words", part, pairs }];
  });
}

/** @returns true when any of the lookups found something. */
async function answer(asker: Asker, answers: Answers, asked: readonly Ask[]): Promise<boolean> {
  let isMore = false;
  const words = asked.filter((ask) => ask.kind === "words");
  const matched = words.length === 0 ? [] : await asker.words(words);
  for (const ask of asked) {
    if (ask.kind === "updates") {
      const found = await asker.updates(ask.ids);
      answers.updates.set(nameAsk(ask), found);
      isMore ||= found.length > 0;
    } else {
      const found = ask.kind === "words" ? matched : await asker.rows(ask);
      answers.rows.set(nameAsk(ask), found);
      isMore ||= found.length > 0;
    }
  }
  return isMore;
}

type Asker = {
  /** All words in one call, because a result of one lookup may also be ranked for another. */
  readonly words: (asked: readonly WordAsk[]) => Promise<readonly ReadRow[]>;
  readonly rows: (ask: Exclude<Ask, WordAsk | { readonly kind: "updates" }>) => Promise<readonly ReadRow[]>;
  readonly updates: (ids: readonly string[]) => Promise<readonly UpdateOf[]>;
};

/** Words that occur together in more than this many times the limit are in more memories than are ever ranked. */
const MATCHED_TIMES = 4;
/** Other tags may share a number, but never this many. */
const TAGGED_MORE = 4;

type AskerContext = { readonly lists: ReadonlyMap<number, WordList>; readonly rankedMax: number };

function openAsker(tx: Transaction, cache: SearchCache, { lists, rankedMax }: AskerContext): Asker {
  const roots = [...lists.keys()];
  const match = openMatcher(tx, lists);
  const read = async (rows: readonly number[]): Promise<readonly ReadRow[]> => {
    const found = await cache.readRows(tx, rows);
    return rows.flatMap((row) => found.get(row) ?? []);
  };
  return {
    words: async (asked) =>
      read(await match(mergeAsked(asked), { most: MATCHED_TIMES * rankedMax, each: 2 * rankedMax })),
    rows: async (ask) => {
      if (ask.kind === "category") return read(await listKind(tx, roots, ask.query));
      const tag = hashTag(ask.tag);
      const most = ask.most + TAGGED_MORE;
      const asked = [{ part: ask.part, numbers: [[tag, tag]], isListed: false } as const];
      return read(await match(asked, { most, each: most }));
    },
    updates: (ids) => findUpdates(tx, { cache, roots, ids }),
  };
}

/** Reads root by root along an index, because sorting all roots together would read every row. */
async function listKind(
  tx: Transaction,
  roots: readonly number[],
  { category, limit, period }: Extract<Ask, { readonly kind: "category" }>["query"],
): Promise<number[]> {
  const [from, to] = period === null ? [0, Number.MAX_SAFE_INTEGER] : [period.from, period.to];
  const rows = await tx<{ row: number }[]>`
    SELECT found.row FROM unnest(${[...roots]}::integer[]) AS asked CROSS JOIN LATERAL (
      SELECT row, standing, time, id FROM memory_row
      WHERE root_key = asked AND category = ${category} AND searchable AND time >= ${from} AND time < ${to}
      ORDER BY standing DESC, time DESC, id LIMIT ${limit}
    ) AS found ORDER BY found.standing DESC, found.time DESC, found.id LIMIT ${limit}`;
  return rows.map(({ row }) => row);
}

const GENERATIONS_MAX = 4;
const UPDATES_MAX = 8;

type Updates = {
  readonly cache: SearchCache;
  readonly roots: readonly number[];
  readonly ids: readonly string[];
};

/** Searched in the root of the replaced memory, because a memory never replaces one of another root. */
async function findUpdates(tx: Transaction, { cache, roots, ids }: Updates): Promise<UpdateOf[]> {
  const found: UpdateOf[] = [];
  let origins = new Map(ids.map((id) => [id, id]));
  for (let generation = 0; generation < GENERATIONS_MAX && origins.size > 0; generation += 1) {
    const names = [...origins.keys()].map(readRowName).filter(({ key }) => roots.includes(key));
    const pairs = await tx<{ row: number; key: number; old: string }[]>`
      SELECT row, root_key AS key, supersedes AS old FROM memory_row
      JOIN unnest(${names.map(({ key }) => key)}::integer[], ${names.map(({ id }) => id)}::text[]) AS asked (of_key, of_id)
        ON root_key = of_key AND supersedes = of_id
      WHERE searchable AND supersedes IS NOT NULL ORDER BY row LIMIT ${UPDATES_MAX}`;
    const rows = await cache.readRows(
      tx,
      pairs.map(({ row }) => row),
    );
    const next = new Map<string, string>();
    for (const { row: number, key, old } of pairs) {
      const of = origins.get(nameRow({ key, id: old }));
      const row = rows.get(number)?.row;
      if (of === undefined || row === undefined || row.id === of) continue;
      found.push({ row, of });
      next.set(row.id, of);
    }
    origins = next;
  }
  return found;
}

/** The keys of the roots to search; a root without rows has none. */
export async function listKeys(
  tx: Transaction,
  roots: readonly string[] | "*",
): Promise<Map<number, string>> {
  const rows =
    roots === "*"
      ? await tx<{ key: number; root: string }[]>`SELECT key, root FROM search_root ORDER BY key`
      : await tx<{ key: number; root: string }[]>`
          SELECT key, root FROM search_root WHERE root = ANY (${[...roots]}) ORDER BY key`;
  return new Map(rows.map(({ key, root }) => [key, root]));
}

export type Moment = { readonly time: number; readonly id: string };

/** The memories that changed shortly before and after a moment, oldest first. A date far in the future counts as absent. */
export async function listAround(
  tx: Transaction,
  keys: readonly number[],
  asked: { readonly moment: Moment; readonly before: number; readonly after: number; readonly now: number },
): Promise<number[]> {
  const { moment, before, after, now } = asked;
  const { time, id } = moment;
  const side = (isOlder: boolean, limit: number) => tx<{ row: number }[]>`
    SELECT found.row FROM unnest(${[...keys]}::integer[]) AS asked CROSS JOIN LATERAL (
      SELECT row, time, id FROM memory_row
      WHERE root_key = asked AND searchable AND time <= ${addDays(now, 1)}
        AND ${isOlder ? tx`(time, id) < (${time}::bigint, ${id})` : tx`(time, id) >= (${time}::bigint, ${id})`}
      ORDER BY ${isOlder ? tx`time DESC, id DESC` : tx`time, id`} LIMIT ${limit}
    ) AS found ORDER BY ${isOlder ? tx`found.time DESC, found.id DESC` : tx`found.time, found.id`} LIMIT ${limit}`;
  const older = await side(true, before);
  const newer = await side(false, after);
  return [...older.reverse(), ...newer].map(({ row }) => row);
}
