// Strategy `fts5_bm25`, S2's engine exactly: its tokens, its quoting, its weights, its order. Where a token has no hit in
// S2's table (`env` for `.env`, `id` for `user_id`) our own words are asked for it, so S2's scores stay S2's.
//
// Attack: a prompt that is a query language. A token holds letters, marks, digits and `_ . -` only, stands in quotes, and
// the whole is bound as a parameter.

import { lazyPattern } from "../../memory/lazy-pattern.ts";
import type { SearchIndex } from "../index/open-index.ts";
import { readRows } from "../index/reader.ts";
import { type RowFilter, renderFilter } from "../index/row-filter.ts";
import { EXACT_STOP_WORDS } from "../words/tables.ts";
import { findParts } from "../words/words.ts";
import type { Ranked } from "./tie-order.ts";

const tokenPattern = lazyPattern(
  String.raw`[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}_.-]{0,62}[\p{L}\p{M}\p{N}])?`,
  "gu",
);
const TERMS_MAX = 24;
/** Prompts are cut here: more text than this has no more to say about which few memories are meant. */
const PROMPT_CHARS_MAX = 20_000;
const TOKENS_MAX = 256;
const HITS_MAX = 200;
const KEPT_SHARE = 0.5;
const KEPT_MIN = 2;
/** Scores are relative: in a store of one memory they are about 1e-6. */
const NO_SCORE = 1e-10;

type ExactQuery = {
  readonly index: SearchIndex;
  readonly prompt: string;
  readonly filter: RowFilter;
  readonly root: number;
};

/** Distinct tokens in the order of the prompt. */
export function findTokens(prompt: string): string[] {
  const words = prompt.slice(0, PROMPT_CHARS_MAX).toLowerCase().match(tokenPattern()) ?? [];
  const telling = words.filter((word) => !EXACT_STOP_WORDS.has(word) && !/^[a-z0-9]$/.test(word));
  return [...new Set(telling)].slice(0, TOKENS_MAX);
}

function quoteToken(token: string): string {
  return `"${token}"*`;
}

/** Those of one root, best first; the cut comes when all roots are there. */
export function queryExact(query: ExactQuery): Ranked[] {
  const tokens = findTokens(query.prompt);
  const known = tokens.filter((token) => hasHit(query.index, token));
  const missing = tokens.filter((token) => !known.includes(token));
  const scores = new Map<number, number>();
  const add = (table: "exact" | "parts", match: string): void => {
    if (match === "") return;
    for (const [row, score] of matchTable(query, table, match)) {
      if (!scores.has(row)) scores.set(row, score);
    }
  };
  add("exact", takeRarest(query.index, known).map(quoteToken).join(" OR "));
  add("parts", missing.slice(0, TERMS_MAX).map(renderParts).filter(Boolean).join(" OR "));
  const rows = readRows(query.index, [...scores.keys()]);
  return [...scores].flatMap(([number, score]) => {
    const row = rows.get(number);
    return row === undefined ? [] : [{ row, score, root: query.root }];
  });
}

/** Everything at least half as good as the best, and the best two in any case. `ranked` is sorted. */
export function cutExact<Hit extends { readonly score: number }>(ranked: readonly Hit[]): Hit[] {
  const best = ranked[0]?.score ?? 0;
  if (best < NO_SCORE) return [];
  return ranked.filter(({ score }, place) => place < KEPT_MIN || score >= best * KEPT_SHARE);
}

function matchTable(
  { index, filter }: ExactQuery,
  table: "exact" | "parts",
  match: string,
): [number, number][] {
  const condition = renderFilter(filter);
  const found = index.database
    .prepare(
      `SELECT rowid AS row, bm25(${table}, 5.0, 3.0, 1.0) AS score FROM ${table}
       WHERE ${table} MATCH ? AND ${condition.sql} ORDER BY score LIMIT ${HITS_MAX}`,
    )
    .all(match, ...condition.values);
  return found.map(({ row, score }) => [Number(row), -Number(score)]);
}

function hasHit({ database }: SearchIndex, token: string): boolean {
  return (
    database.prepare("SELECT 1 FROM exact WHERE exact MATCH ? LIMIT 1").get(quoteToken(token)) !== undefined
  );
}

/** A prompt of many terms would touch most of the store: the rarest say most. */
function takeRarest({ database }: SearchIndex, tokens: readonly string[]): readonly string[] {
  if (tokens.length <= TERMS_MAX) return tokens;
  const count = database.prepare(
    "SELECT sum(doc) AS hits FROM exact_vocabulary WHERE term >= ? AND term < ?",
  );
  const hitsOf = (token: string): number => Number(count.get(token, `${token}\u{10FFFF}`)?.["hits"] ?? 0);
  const counted = tokens.map((token) => ({ token, hits: hitsOf(token) }));
  return counted
    .sort((a, b) => a.hits - b.hits)
    .slice(0, TERMS_MAX)
    .map(({ token }) => token);
}

/** One token in our own words: all of its parts together. */
function renderParts(token: string): string {
  const parts = findParts(token).map((word) => `"${word}"*`);
  return parts.length === 0 ? "" : `(${parts.join(" AND ")})`;
}
