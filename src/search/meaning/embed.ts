// A text as a vector: the sum of its words' rows, made one long. Two texts about the same thing in other words point the same
// way. English only: a word of another script has no row, and a text of such words has no vector.

import { hashWord } from "../words/hash-word.ts";
import { DIMENSIONS, openWordTable, TABLE_ROWS, type WordTable } from "./word-table.ts";

/** 64 numbers from -127 to 127. */
export type Vector = Int8Array;

const WORDS_MAX = 600;
const LENGTH = 127;
/** The product of two vectors that are the same. */
export const PRODUCT_MAX: number = LENGTH * LENGTH;

/** By its words as they were written, in lower case. @returns null when the table is not there or knows none of them. */
export function embedWords(forms: Iterable<string>): Vector | null {
  const table = openWordTable();
  if (table === null) return null;
  const sum = new Float64Array(DIMENSIONS);
  const rows = countRows(table, forms);
  try {
    for (const row of rows) table.addRow(row, weigh(table, row, counts[row] ?? 0), sum);
  } finally {
    for (const row of rows) counts[row] = 0;
  }
  return normalize(sum);
}

/** A word that comes again says less each time. */
export function weigh(table: WordTable, row: number, count: number): number {
  return (count >= 1 ? Math.log2(1 + count) : count) * table.weightOf(row);
}

/** With plain loops: every memory that is indexed comes through here. */
function normalize(sum: Float64Array): Vector | null {
  let squares = 0;
  for (let at = 0; at < DIMENSIONS; at += 1) squares += (sum[at] ?? 0) * (sum[at] ?? 0);
  const length = Math.sqrt(squares);
  if (length === 0) return null;
  const vector = new Int8Array(DIMENSIONS);
  for (let at = 0; at < DIMENSIONS; at += 1) vector[at] = Math.round(((sum[at] ?? 0) * LENGTH) / length);
  return vector;
}

/** How often each row of the table came, while one text is counted; zeros in between. */
const counts = new Float64Array(TABLE_ROWS);

/** Says which rows came, in their order. */
function countRows(table: WordTable, forms: Iterable<string>): number[] {
  const rows: number[] = [];
  const met = metBy.get(table) ?? new Map<string, Shares>();
  metBy.set(table, met);
  let words = 0;
  for (const form of forms) {
    const shares = met.get(form) ?? meet(table, form, met);
    if (shares === null) continue;
    words += 1;
    if (words > WORDS_MAX) break;
    for (let at = 0; at < shares.length; at += 2) {
      const row = shares[at] ?? 0;
      const count = counts[row] ?? 0;
      if (count === 0) rows.push(row);
      counts[row] = count + (shares[at + 1] ?? 0);
    }
  }
  return rows;
}

/** Which rows a word adds, each followed by how often. */
type Shares = readonly number[];

/** Whoever indexes a store meets the same words over and over; those that come first come most often. */
const MET_MAX = 20_000;
const metBy = new WeakMap<WordTable, Map<string, Shares>>();

/** @returns null for a word of another script. */
function meet(table: WordTable, form: string, met: Map<string, Shares>): Shares | null {
  if (!ENGLISH.test(form)) return null;
  const shares: number[] = [];
  addWord(table, form, (row, times) => void shares.push(row, times));
  // As a part of its text it would keep the whole text in memory.
  if (met.size < MET_MAX) met.set(Buffer.from(form, "latin1").toString("latin1"), shares);
  return shares;
}

export type AddRow = (row: number, times: number) => void;

export const ENGLISH: RegExp = /^[a-z0-9]+$/;
const GRAM = 4;
const GRAMS_MAX = 12;

/** A word that the table does not know is told by its parts. */
export function addWord(table: WordTable, form: string, add: AddRow): void {
  const known = table.findWord(hashWord(form));
  if (known >= 0) {
    add(known, 1);
    return;
  }
  if (/[a-z][0-9]|[0-9][a-z]/.test(form)) {
    for (const part of form.match(/[a-z]+|[0-9]+/g) ?? []) {
      const row = table.findWord(hashWord(part));
      if (row >= 0) add(row, 0.5);
    }
  }
  const framed = `<${form}>`;
  const grams = Math.min(GRAMS_MAX, Math.max(1, framed.length - GRAM + 1));
  for (let at = 0; at < grams; at += 1) add(table.bucketOf(hashWord(framed.slice(at, at + GRAM))), 1 / grams);
}

/** From -1 to 1; of texts about different things it is near zero. `start` is where the other vector begins. @returns null when
 * there are only zeros. */
export function cosine(vector: Vector, others: Int8Array, start: number): number | null {
  let [sum, bits] = [0, 0];
  // Four at a time: a prompt compares its candidates before anything is optimised.
  for (let at = 0, from = start; at < DIMENSIONS; at += 4, from += 4) {
    const a = others[from] ?? 0;
    const b = others[from + 1] ?? 0;
    const c = others[from + 2] ?? 0;
    const d = others[from + 3] ?? 0;
    bits |= a | b | c | d;
    sum += (vector[at] ?? 0) * a + (vector[at + 1] ?? 0) * b;
    sum += (vector[at + 2] ?? 0) * c + (vector[at + 3] ?? 0) * d;
  }
  return bits === 0 ? null : sum / PRODUCT_MAX;
}
