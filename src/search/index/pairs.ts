// Which memories contradict each other and which are copies, found as rows are written: a prompt only reads the pairs of the few
// that it shows. Only what recall may show has claims, so nothing that is withheld is ever half of a pair.
//
// Attack: thousands of memories with the words of a fact, so that what contradicts it is never compared with it. A new memory is
// compared with facts and with others apart, those first that share most with it, and with no more than a bound of each: a
// flood of inferred ones hides no fact. Claims and sketches go with their row, and what is erased is overwritten.

import type { StatementSync } from "node:sqlite";
import { parseJson } from "../../memory/json.ts";
import type { ClaimKind } from "../../memory/law/claim-values.ts";
import { type Claims, type ClaimText, pickClaims, readClaims } from "../../memory/law/claims.ts";
import { compareClaims, keysOf } from "../../memory/law/disagree.ts";
import {
  areNearCopies,
  type CopiedText,
  type CopySketch,
  copyKeysOf,
  sketchText,
} from "../../memory/law/near-copy.ts";
import { openDeclaredWriter } from "./declared.ts";
import { prepareOnce, type SearchIndex } from "./open-index.ts";

export type PairKind = ClaimKind | "copy";

type PairedText = CopiedText & { readonly contradicts?: readonly string[] };

export type PairWriter = {
  /** The row has no claims yet. */
  readonly add: (row: number, text: PairedText, isFact: boolean) => void;
  readonly remove: (row: number) => void;
  /** Compares what was added. */
  readonly flush: () => void;
};

/** With so many facts, and so many others, a memory is compared; under one key so many of each are found. */
const [COMPARED_MAX, LISTED_MAX] = [12, 16];
/** A longer text has no sketch: it is no copy of anything. */
const SKETCH_CHARS_MAX = 16_384;
/** So many memories are held read while rows are written. */
const HELD_MAX = 1_024;

type Held = { readonly claims: Claims; readonly sketch: CopySketch | null };

/** In the caller's transaction. */
export function openPairWriter(index: SearchIndex): PairWriter {
  const ask = (key: keyof typeof SQL): StatementSync => prepareOnce(index, SQL[key]);
  const held = new Map<number, Held | null>();
  const added = new Map<number, readonly number[]>();
  const declared = openDeclaredWriter(index);
  const list = (row: number, isFact: boolean): void =>
    void ask("addKeys").run(Number(!isFact), row, Number(!isFact));
  return {
    add: (row, text, isFact) => {
      declared.add(row, text.contradicts ?? []);
      const { made, picked, keys } = readText(text);
      if (keys.length === 0) return;
      ask("add").run(row, JSON.stringify(picked), encodeSketch(made.sketch), JSON.stringify(keys));
      list(row, isFact);
      added.set(row, keys);
      held.set(row, made);
    },
    remove: (row) => {
      declared.remove(row);
      held.delete(row);
      added.delete(row);
      for (const key of ["removeKeys", "removeMirrored"] as const) ask(key).run(row, row);
      for (const key of ["removePairs", "remove"] as const) ask(key).run(row);
    },
    flush: () => {
      if (added.size > 0) {
        const near = ask("near").all(JSON.stringify([...added]));
        link(chooseNearest(near), held, ask);
        added.clear();
      }
      declared.flush();
    },
  };
}

function link(
  near: ReadonlyMap<number, ReadonlySet<number>>,
  held: Map<number, Held | null>,
  ask: (key: "find" | "addPair") => StatementSync,
): void {
  const load = (row: number): Held | null => {
    const known = held.get(row);
    if (known !== undefined) return known;
    if (held.size >= HELD_MAX) held.clear();
    const read = readHeld(ask("find").get(row));
    held.set(row, read);
    return read;
  };
  for (const [row, others] of near) {
    for (const other of others) {
      const found = comparePair(load(row), load(other));
      if (found === null) continue;
      ask("addPair").run(row, other, found.kind, found.lineB);
      ask("addPair").run(other, row, found.kind, found.lineA);
    }
  }
}

/** Of facts and of others those that share most keys with it; `near` has them in that order. */
function chooseNearest(near: readonly Record<string, unknown>[]): Map<number, Set<number>> {
  const chosen = new Map<number, Set<number>>();
  const counts = new Map<string, number>();
  for (const { row, rank, other } of near) {
    const count = counts.get(`${row} ${rank}`) ?? 0;
    counts.set(`${row} ${rank}`, count + 1);
    if (count < COMPARED_MAX && chosen.get(Number(other))?.has(Number(row)) !== true)
      chosen.set(Number(row), (chosen.get(Number(row)) ?? new Set()).add(Number(other)));
  }
  return chosen;
}

type Found = { readonly kind: PairKind; readonly lineA: string; readonly lineB: string };

/** What differs in a value or a negation is a disagreement, never a copy. */
function comparePair(own: Held | null, other: Held | null): Found | null {
  if (own === null || other === null) return null;
  const found = compareClaims(own.claims, other.claims);
  if (found !== null) return found;
  const [one, two] = [own.sketch, other.sketch];
  if (one === null || two === null || !areNearCopies(one, two) || !areNearCopies(two, one)) return null;
  return { kind: "copy", lineA: "", lineB: "" };
}

function readText(text: CopiedText): { made: Held; picked: ClaimText; keys: number[] } {
  const { claims, picked } = pickClaims(text);
  const sketch = text.body.length > SKETCH_CHARS_MAX ? null : sketchText(text);
  const keys = [...keysOf(claims), ...(sketch === null ? [] : copyKeysOf(sketch))];
  return { made: { claims, sketch }, picked, keys };
}

/** Whoever wrote to the index can say something false about two memories, and hide nothing. */
function readHeld(columns: Record<string, unknown> | undefined): Held | null {
  const picked = parseJson(String(columns?.["claims"]));
  const sketch = columns?.["sketch"];
  if (!isClaimText(picked)) return null;
  return { claims: readClaims(picked), sketch: sketch instanceof Uint8Array ? decodeSketch(sketch) : null };
}

function isClaimText(value: unknown): value is ClaimText {
  if (typeof value !== "object" || value === null || !("lines" in value) || !("name" in value)) return false;
  const { lines, name } = value;
  return typeof name === "string" && Array.isArray(lines) && lines.every((line) => typeof line === "string");
}

/** Four-byte numbers: the symbols, how many numbers follow in body and head, these, then all words. */
function encodeSketch(sketch: CopySketch | null): Uint8Array | null {
  if (sketch === null) return null;
  const { words, numbers, headNumbers, symbols } = sketch;
  const all = Uint32Array.from([
    symbols,
    numbers.length,
    headNumbers.length,
    ...numbers,
    ...headNumbers,
    ...words,
  ]);
  return new Uint8Array(all.buffer);
}

function decodeSketch(bytes: Uint8Array): CopySketch {
  const [symbols = 0, body = 0, head = 0, ...rest] = new Uint32Array(
    bytes.slice().buffer,
    0,
    bytes.length >> 2,
  );
  return {
    symbols,
    numbers: rest.slice(0, body),
    headNumbers: rest.slice(body, body + head),
    words: rest.slice(body + head),
  };
}

const SQL = {
  find: "SELECT claims, sketch FROM claims WHERE row = ?",
  add: "INSERT INTO claims VALUES (?, ?, ?, ?)",
  remove: "DELETE FROM claims WHERE row = ?",
  addKeys: `INSERT OR IGNORE INTO claim_keys SELECT value, ?, row FROM claims, json_each(keys) WHERE row = ?
    AND NOT EXISTS (SELECT 1 FROM claim_keys AS listed WHERE listed.key = value AND listed.rank = ?
      LIMIT 1 OFFSET ${LISTED_MAX - 1})`,
  removeKeys: `DELETE FROM claim_keys WHERE row = ? AND rank IN (0, 1)
    AND key IN (SELECT value FROM claims, json_each(keys) WHERE claims.row = ?)`,
  near: `SELECT added.value ->> 0 AS row, rank, listed.row AS other
    FROM json_each(?) AS added, json_each(added.value, '$[1]') AS each CROSS JOIN claim_keys AS listed
      ON listed.key = each.value
    WHERE listed.row <> added.value ->> 0 GROUP BY 1, 2, 3 ORDER BY 1, count(*) DESC, 3 DESC`,
  addPair: "INSERT OR REPLACE INTO pairs VALUES (?, ?, ?, ?)",
  removeMirrored: "DELETE FROM pairs WHERE other = ? AND row IN (SELECT other FROM pairs WHERE row = ?)",
  removePairs: "DELETE FROM pairs WHERE row = ?",
} as const;

// What is read of them.

export type Pair = {
  readonly row: number;
  readonly other: number;
  readonly kind: string;
  /** The sentence of the other one; empty for a copy. */
  readonly line: string;
};

/** Of these rows, with any other that recall may show. */
export function readPairs(index: SearchIndex, rows: readonly number[]): Pair[] {
  return prepareOnce(
    index,
    `SELECT pairs.row, other, kind, pairs.line FROM pairs JOIN memories ON memories.row = other
     WHERE pairs.row IN (SELECT value FROM json_each(?)) AND searchable = 1 ORDER BY standing DESC, other`,
  )
    .all(JSON.stringify(rows))
    .map(toPair);
}

function toPair({ row, other, kind, line }: Record<string, unknown>): Pair {
  return { row: Number(row), other: Number(other), kind: String(kind), line: String(line) };
}

// Facts that something contradicts, for whoever counts or lists what waits for a person.

/** With so many memories a fact is told to disagree: a flood of them is not read at the start of every session. */
const DISPUTES_MAX = 12;

/** Facts by id, with the ids of what contradicts them. Of two facts the first by id stands for both. */
export function readDisputes(index: SearchIndex): Map<string, string[]> {
  const disputes = new Map<string, string[]>();
  const rows = prepareOnce(
    index,
    `SELECT fact.id AS fact, rival.id AS rival FROM pairs
     JOIN memories AS fact ON fact.row = pairs.row JOIN memories AS rival ON rival.row = pairs.other
     WHERE kind <> 'copy' AND fact.searchable = 1 AND rival.searchable = 1 AND fact.standing = 'verified'
       AND (rival.standing <> 'verified' OR fact.id < rival.id) ORDER BY 1, 2`,
  ).all();
  for (const { fact, rival } of rows) {
    const rivals = disputes.get(String(fact)) ?? [];
    if (rivals.length < DISPUTES_MAX) rivals.push(String(rival));
    disputes.set(String(fact), rivals);
  }
  return disputes;
}
