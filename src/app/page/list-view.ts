// Memories in windows: searched, filtered, sorted and counted. Only the rows of one window are read from disk.

import { addDays } from "../../memory/instant.ts";
import { stripRedacted } from "../../memory/text/strip-redacted.ts";
import { renderSnippet } from "../../search/excerpt.ts";
import { findHits } from "../../search/strategies/find-hits.ts";
import { scanSecrets } from "../../validate/secrets/scan-secrets.ts";
import { withIndexes } from "../index/open-index.ts";
import { type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { keyOf } from "../survey/record.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { keep, type PageCache } from "./known/cache.ts";
import { type ListRow, listRows } from "./known/list-rows.ts";
import { surveyMemories } from "./known/survey.ts";
import { rowOf } from "./shown/rows.ts";
import { coverIn, joinSpans, showLine } from "./shown/text.ts";
import type { ListQuery, ListView, MemoryRow } from "./views.ts";

const LIMIT_MAX = 200;
const FACET_VALUES_MAX = 40;
const FACET_CHARS = 60;
const NAME_CHARS = 200;
/** The maximum length of a search; longer ones find nothing more. */
const QUERY_CHARS_MAX = 500;

export async function listView(workspace: Workspace, query: ListQuery, cache: PageCache): Promise<ListView> {
  const surveyed = await surveyMemories(workspace, cache);
  const { offset: _, limit: __, ...question } = query;
  const name = `list ${JSON.stringify(question)}`;
  const answer = (): FilteredList =>
    ask(workspace, question, { cache, rows: listRows(workspace, cache, surveyed) });
  const { rows, facets } = keepLast(cache, name, answer);
  const offset = Math.max(0, Math.trunc(query.offset) || 0);
  const limit = Math.min(LIMIT_MAX, Math.max(0, Math.trunc(query.limit) || 0));
  const words = clean(query.query);
  return {
    total: rows.length,
    offset,
    rows: rows.slice(offset, offset + limit).map((row) => readRow(workspace, cache, { row, words })),
    facets,
  };
}

type Question = Omit<ListQuery, "offset" | "limit">;
type FilteredList = { readonly rows: readonly ListRow[]; readonly facets: ListView["facets"] };

/** How many recent lists are kept, because a user scrolls or deletes a word again. */
const LISTS_MAX = 8;

const recent = new WeakMap<PageCache, readonly string[]>();

function keepLast(cache: PageCache, name: string, filtered: () => FilteredList): FilteredList {
  const names = [...(recent.get(cache) ?? []).filter((each) => each !== name), name];
  for (const old of names.splice(0, names.length - LISTS_MAX)) cache.kept.delete(old);
  recent.set(cache, names);
  return keep(cache, name, filtered);
}

type ListSource = { readonly cache: PageCache; readonly rows: readonly ListRow[] };

function ask(workspace: Workspace, question: Question, { cache, rows }: ListSource): FilteredList {
  const words = clean(question.query);
  const found = words === "" ? rows : searchRows(workspace, words, { cache, rows });
  const matching = found.filter((row) => matches(workspace, row, question));
  const isRanked = words !== "" && question.sort === "relevance";
  return {
    rows: isRanked ? matching : matching.toSorted(ORDERS[question.sort]),
    facets: countFacets(matching),
  };
}

function clean(query: string): string {
  return query.slice(0, QUERY_CHARS_MAX).trim();
}

function matches({ now }: Workspace, row: ListRow, question: Question): boolean {
  const { standing, type, category, tag, author, days, older, flagged, alike, status } = question;
  return (
    row.status === status &&
    (standing === null || row.standing === standing) &&
    (type === null || row.type === type) &&
    (category === null || row.category === category) &&
    (tag === null || row.tags.includes(tag)) &&
    (author === null || row.author === author) &&
    (flagged === null || row.flagged) &&
    (alike === null || row.alike === alike) &&
    (days === null || row.changed >= addDays(now, -days)) &&
    (older === null || (row.changed > 0 && row.changed < addDays(now, -older)))
  );
}

// Search: our own engine first, then names that contain the letters, so that half a word also finds something.

function searchRows(workspace: Workspace, words: string, { cache, rows }: ListSource): ListRow[] {
  const ranked = rankRows(workspace, words, { cache, rows });
  const known = new Set(ranked);
  const letters = words.toLowerCase();
  const named = rows.filter(
    (row) => !known.has(row) && (row.id.includes(letters) || row.name.toLowerCase().includes(letters)),
  );
  return [...ranked, ...named.toSorted(ORDERS.newest)];
}

function rankRows(workspace: Workspace, words: string, { cache, rows }: ListSource): ListRow[] {
  const byKey = keysOf(rows);
  const roots = workspace.roots.filter((root) => workspace.seenIn(root).unreadable === null);
  const others = workspace.roots.flatMap((root) => {
    const index = cache.withheld.get(root.id);
    return index === undefined ? [] : [{ root, index }];
  });
  return withIndexes(workspace, { roots }, (indexed) => {
    const all = [...indexed, ...others];
    const { kept } = findHits({
      strategy: "credence",
      indexes: all.map(({ index }) => index),
      prompt: words,
      filter: {},
      now: workspace.now,
      abstains: false,
    });
    return kept.flatMap((hit) => {
      const root = all[hit.root]?.root;
      return (root === undefined ? undefined : byKey.get(keyOf(root, hit.row.id))) ?? [];
    });
  });
}

/** Kept per list of rows, because each typed letter searches the same rows. */
const keys = new WeakMap<readonly ListRow[], ReadonlyMap<string, ListRow>>();

function keysOf(rows: readonly ListRow[]): ReadonlyMap<string, ListRow> {
  const known = keys.get(rows) ?? new Map(rows.map((row) => [keyOf(row.root, row.id), row]));
  keys.set(rows, known);
  return known;
}

type Compare = (a: ListRow, b: ListRow) => number;

const byName: Compare = (a, b) => compareText(a.name, b.name) || compareText(a.id, b.id);
const newest: Compare = (a, b) => b.changed - a.changed || compareText(a.id, b.id);

const ORDERS: Readonly<Record<ListQuery["sort"], Compare>> = {
  relevance: newest,
  newest,
  oldest: (a, b) => a.changed - b.changed || compareText(a.id, b.id),
  name: byName,
  verified: (a, b) => b.verified - a.verified || byName(a, b),
};

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function countFacets(rows: readonly ListRow[]): ListView["facets"] {
  const count = (valuesOf: (row: ListRow) => readonly (string | null)[]): ListView["facets"]["tag"] => {
    const counts = new Map<string, number>();
    for (const row of rows)
      for (const value of valuesOf(row)) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts]
      .map(([value, number]) => ({ value, count: number }))
      .sort((a, b) => b.count - a.count || compareText(a.value, b.value))
      .slice(0, FACET_VALUES_MAX)
      .map((each) => ({ ...each, value: showLine(each.value, FACET_CHARS) }));
  };
  return {
    standing: count(({ standing }) => [standing]),
    type: count(({ type }) => [type]),
    category: count(({ category }) => [category]),
    tag: count(({ tags }) => tags),
    author: count(({ author }) => [author]),
    flagged: count(({ flagged }) => [flagged ? "yes" : null]),
    alike: count(({ alike }) => [alike]),
  };
}

/** How many rows of windows are kept until something changes; beyond that they are read again. */
const ROWS_KEPT_MAX = 4_000;

type WindowRow = ListView["rows"][number];

/** Reads a row from its file; a memory that is gone by now keeps its indexed row. */
function readRow(
  workspace: Workspace,
  cache: PageCache,
  { row, words }: { readonly row: ListRow; readonly words: string },
): WindowRow {
  const kept = keep(cache, "window rows", () => new Map<string, WindowRow>());
  const key = `${keyOf(row.root, row.id)} ${words}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const loaded = loadMemory(workspace, row.root, row.id);
  const read =
    loaded === null
      ? { ...leftOf(row), snippet: null }
      : { ...rowOf(workspace, loaded), snippet: snippetOf(loaded, words) };
  if (kept.size >= ROWS_KEPT_MAX) kept.clear();
  kept.set(key, read);
  return read;
}

function snippetOf({ memory }: LoadedMemory, words: string): string | null {
  const body = stripRedacted(memory?.body ?? "");
  if (words === "" || body === "") return null;
  return renderSnippet(coverIn(body, joinSpans(scanSecrets(body))), words);
}

function leftOf({ root, id, name, standing, status, type, category, tags, author }: ListRow): MemoryRow {
  const known = { id, standing, status, type, category, tags, author };
  const unread = { description: "", digest: null, flagged: null, tier: null, createdAt: null };
  return { scope: root.scope, name: showLine(name, NAME_CHARS), ...known, ...unread, verifiedAt: null };
}
