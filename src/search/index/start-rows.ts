// What a session begins with, by worth: facts first; in each half preferences and feedback, constraints, decisions, runbooks, the
// rest; within each of them what recent prompts used, then the newest. An index is in this order, so however many there are, only
// the first are read.

import { addDays } from "../../memory/instant.ts";
import { type Category, TYPE_TRAITS } from "../../memory/memory.ts";
import type { IndexRow } from "../row.ts";
import type { SearchIndex } from "./open-index.ts";
import { readRowsOf } from "./reader.ts";
import { START_GROUP, START_GROUPS } from "./tables.ts";

/** A date far ahead counts as absent: it would always be the newest. */
export function readStartRows(index: SearchIndex, limit: number, now: number): IndexRow[] {
  const rows: IndexRow[] = [];
  for (let group = 0; group < START_GROUPS && rows.length < limit; group += 1) {
    rows.push(...readGroup(index, { group, limit: limit - rows.length, latest: addDays(now, 1) }));
  }
  return rows;
}

/** Those of these ids that recall may show. */
export function readUsedRows(index: SearchIndex, ids: readonly string[]): IndexRow[] {
  if (ids.length === 0) return [];
  return readRowsOf(index, "searchable = 1 AND id IN (SELECT value FROM json_each(?))", [
    JSON.stringify(ids),
  ]);
}

type Group = { readonly group: number; readonly limit: number; readonly latest: number };

function readGroup(index: SearchIndex, { group, limit, latest }: Group): IndexRow[] {
  const read = (condition: string): IndexRow[] =>
    readRowsOf(index, `searchable = 1 AND ${START_GROUP} = ? AND ${condition} LIMIT ?`, [
      group,
      latest,
      limit,
    ]);
  const dated = read("time <= ? ORDER BY time DESC, id");
  const undated = read("time > ? ORDER BY id").map((row) => ({ ...row, time: 0 }));
  if (undated.length === 0) return dated;
  const inOrder = (a: IndexRow, b: IndexRow): number =>
    compareStart({ row: a, root: 0 }, { row: b, root: 0 });
  return [...dated, ...undated].sort(inOrder).slice(0, limit);
}

export type KindQuery = {
  readonly category: Category;
  readonly limit: number;
  /** When it last changed; null for any time. */
  readonly period: { readonly from: number; readonly to: number } | null;
};

/** Of one category: verified ones first, the newest of them first. */
export function readKind(index: SearchIndex, { category, limit, period }: KindQuery): IndexRow[] {
  const during = period === null ? "" : "AND time >= ? AND time < ?";
  return readRowsOf(
    index,
    `searchable = 1 AND category = ? ${during} ORDER BY standing DESC, time DESC, id LIMIT ?`,
    [category, ...(period === null ? [] : [period.from, period.to]), limit],
  );
}

export type StartRow = {
  readonly row: IndexRow;
  readonly root: number;
  /** A recent prompt was answered with it. */
  readonly isUsed?: boolean;
};

/** The same order for rows of several roots; the project's first. */
export function compareStart(a: StartRow, b: StartRow): number {
  return (
    Number(a.row.standing !== "verified") - Number(b.row.standing !== "verified") ||
    kindOrder(a.row) - kindOrder(b.row) ||
    Number(b.isUsed === true) - Number(a.isUsed === true) ||
    b.row.time - a.row.time ||
    a.root - b.root ||
    (a.row.id < b.row.id ? -1 : Number(a.row.id > b.row.id))
  );
}

function kindOrder({ type, category }: IndexRow): number {
  if ((type !== null && TYPE_TRAITS[type].isPersonal) || category === "preference") return 0;
  const place = KINDS.indexOf(category);
  return place === -1 ? KINDS.length + 1 : place + 1;
}

const KINDS: readonly (Category | null)[] = ["constraint", "decision", "runbook"];

export type TopicRow = {
  readonly tag: string | null;
  readonly kind: string;
  readonly count: number;
  /** One of them, a fact if there is one. */
  readonly row: number;
};

/** More rows are not looked at: a start does not wait for them. */
const TOPIC_ROWS_MAX = 20_000;

/** How many of the memories that recall may show have each tag, or are of each kind without a tag; the most frequent first. */
export function readTopics({ database }: SearchIndex, limit: number): TopicRow[] {
  return database
    .prepare(
      `SELECT value AS tag, iif(value IS NULL, coalesce(m.category, m.type, ''), '') AS kind, count(*) AS count,
         max(m.standing = 'verified') AS fact, m.row
       FROM (SELECT row, standing, tags, category, type FROM memories WHERE searchable = 1 LIMIT ${TOPIC_ROWS_MAX}) AS m
         LEFT JOIN json_each(m.tags)
       GROUP BY 1, 2 ORDER BY count DESC, tag, kind LIMIT ?`,
    )
    .all(limit)
    .map(({ tag, kind, count, row }) => ({
      tag: tag === null ? null : String(tag),
      ...{ kind: String(kind), count: Number(count), row: Number(row) },
    }));
}
