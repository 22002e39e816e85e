// The engines that are compared: ours and S2's through the real index, and three baselines of the field.

import { DatabaseSync } from "node:sqlite";
import type { Confidence } from "../src/memory/block/entry.ts";
import { openMemoryIndex, type SearchIndex } from "../src/search/index/open-index.ts";
import { keepExact } from "../src/search/index/stale-rows.ts";
import { writeRows } from "../src/search/index/writer.ts";
import { embedWords } from "../src/search/meaning/embed.ts";
import { chooseTerms } from "../src/search/rank/choose-terms.ts";
import { findLonger, openWordCounter, readTotals } from "../src/search/rank/count-words.ts";
import { findPassages } from "../src/search/rank/find-passages.ts";
import { type RankedPassage, rankPassages } from "../src/search/rank/rank-passages.ts";
import { readPrompt } from "../src/search/rank/read-prompt.ts";
import type { RelevanceQuery } from "../src/search/rank/relevance.ts";
import type { NewRow } from "../src/search/row.ts";
import { addNearest } from "../src/search/strategies/add-nearest.ts";
import { findHits, type HitQuery } from "../src/search/strategies/find-hits.ts";
import { EXACT_STOP_WORDS } from "../src/search/words/tables.ts";
import { toWords } from "../src/search/words/words.ts";
import type { RecallDocument } from "./recall-sets.ts";
import { openReferenceBm25 } from "./reference-bm25.ts";

/** The ids of an answer, best first. */
export type Ask = (text: string) => string[];
export type Engine = { readonly name: string; readonly open: (documents: readonly RecallDocument[]) => Ask };

const ANSWERS_MAX = 200;
/** After every memory of the sets. */
const NOW = Date.UTC(2026, 5, 1);

/** In the order of recall, which compares only memories that share a word with the prompt. */
export function openWordSearch(documents: readonly RecallDocument[]): Ask {
  return openOwn(documents, "credence", { usesMeaning: true });
}

export const ENGINES: readonly Engine[] = [
  { name: "S2", open: (documents) => openOwn(documents, "fts5_bm25") },
  { name: "S2 + porter", open: (documents) => openFts5(documents, "*") },
  { name: "porter exact", open: (documents) => openFts5(documents, "") },
  { name: "BM25 .9 .4", open: openReferenceBm25 },
  { name: "credence, words", open: (documents) => openOwn(documents, "credence") },
  { name: "credence", open: (documents) => openOwn(documents, "credence", { addNearest }) },
];

/** By words alone unless meaning is wanted. */
function openOwn(
  documents: readonly RecallDocument[],
  strategy: "credence" | "fts5_bm25",
  meaning: Pick<HitQuery, "usesMeaning" | "addNearest"> = { usesMeaning: false },
): Ask {
  const index = indexDocuments(documents, strategy === "fts5_bm25");
  return (prompt) => {
    const { kept, left } = findHits({
      strategy,
      indexes: [index],
      prompt,
      filter: {},
      now: NOW,
      abstains: false,
      ...meaning,
    });
    return [...kept, ...left].slice(0, ANSWERS_MAX).map(({ row }) => idOf(documents, row.id));
  };
}

/** Recall as it is used: what it shows, at most five, twelve titles where many are asked for, or nothing. */
export function openRecall(documents: readonly RecallDocument[], usesMeaning = true): Ask {
  const ask = openRatedRecall(documents, usesMeaning);
  return (prompt) => ask(prompt).map(({ id }) => id);
}

export type Rated = { readonly id: string; readonly confidence: Confidence | null };

export function openRatedRecall(
  documents: readonly RecallDocument[],
  usesMeaning = true,
): (prompt: string) => Rated[] {
  const index = indexDocuments(documents, false);
  return (prompt) => {
    const { kept, isList } = findHits({
      strategy: "credence",
      indexes: [index],
      prompt,
      filter: {},
      now: NOW,
      abstains: true,
      usesMeaning,
    });
    return kept
      .slice(0, isList ? 12 : 5)
      .map(({ row, confidence }) => ({ id: idOf(documents, row.id), confidence }));
  };
}

export function indexDocuments(documents: readonly RecallDocument[], exact: boolean): SearchIndex {
  const index = openMemoryIndex();
  if (exact) keepExact(index);
  writeRows(index, (writer) => {
    for (const [place, document] of documents.entries()) writer.put(toRow(document, place, documents));
  });
  return index;
}

type RankedForRecall = RelevanceQuery & { readonly ranked: readonly RankedPassage[] };

/** As recall ranks, up to the judge. @returns null when the prompt has no subject. */
export function rankAsRecall(index: SearchIndex, text: string): RankedForRecall | null {
  const indexes = [index];
  const prompt = readPrompt(text);
  if (!prompt.hasSubject) return null;
  const totals = readTotals(indexes);
  const chosen = chooseTerms(prompt, {
    totals,
    count: openWordCounter(indexes, totals),
    findLonger: (beginning, limit) => findLonger(indexes, beginning, limit),
  });
  const findMeaning = () => embedWords(prompt.forms);
  const query = { indexes, terms: chosen.terms, filter: {}, candidatesMax: 60, findMeaning };
  const candidates = findPassages(query);
  const limits = { hitsMax: 20, meantShareMin: 0.2 };
  const { plan, ranked } = rankPassages({ prompt, chosen, totals, candidates, ...limits });
  return { plan, prompt, absent: chosen.absent, ranked };
}

/** Equally good hits stay in the order of the set. */
function toRow(document: RecallDocument, place: number, all: readonly RecallDocument[]): NewRow {
  const { name, tags, body, time = 0, type = "project", category = null, supersedes = null } = document;
  const { standing = "inferred", description = "", cues = [] } = document;
  return {
    id: renderId(place),
    directory: "memories",
    digest: String(place),
    standing,
    status: "active",
    type,
    category,
    tier: "inferred",
    name,
    tags,
    time,
    line: null,
    cause: "written",
    mark: null,
    supersedes: supersedes === null ? null : rowId(all, supersedes),
    ...{ cites: { paths: [], since: 0 }, waits: null, doubt: false, fault: null },
    identities: { file: "", attest: "", young: false },
    text: { name, tags, description, cues, body },
  };
}

/** Which of the documents a row is. */
export function rowPlace({ database }: SearchIndex, row: number): number {
  const id = String(database.prepare("SELECT id FROM memories WHERE row = ?").get(row)?.["id"]);
  return Number(id.slice("project_".length));
}

function renderId(place: number): string {
  return `project_${String(place).padStart(9, "0")}`;
}

function rowId(documents: readonly RecallDocument[], id: string): string {
  return renderId(documents.findIndex((document) => document.id === id));
}

function idOf(documents: readonly RecallDocument[], row: string): string {
  return documents[Number(row.slice("project_".length))]?.id ?? "";
}

function openFts5(documents: readonly RecallDocument[], star: "*" | ""): Ask {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE VIRTUAL TABLE memories USING fts5(name, tags, body, tokenize='porter unicode61')");
  const insert = database.prepare("INSERT INTO memories(rowid, name, tags, body) VALUES (?, ?, ?, ?)");
  for (const [place, { name, tags, body }] of documents.entries()) {
    insert.run(place, name, tags.join(" "), body);
  }
  const select = database.prepare(
    `SELECT rowid FROM memories WHERE memories MATCH ? ORDER BY bm25(memories, 5.0, 3.0, 1.0) LIMIT ${ANSWERS_MAX}`,
  );
  return (text) => {
    const forms = new Set(toWords(text).flatMap(({ form, whole }) => (whole ? [] : [form])));
    const asked = [...forms].filter((form) => form.length > 1 && !EXACT_STOP_WORDS.has(form));
    if (asked.length === 0) return [];
    const found = select.all(asked.map((form) => `"${form}"${star}`).join(" OR "));
    return found.map(({ rowid }) => documents[Number(rowid)]?.id ?? "");
  };
}
