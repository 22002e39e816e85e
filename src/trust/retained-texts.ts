// What a root's ledger keeps beside statements: texts that outlive their replacement, and the tombstones that were met. A statement
// counts only together with its text, so a text that goes missing makes its statement silent and raises nothing.

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { inTransaction, type OpenFile } from "./seen-file.ts";

/** `retained` texts take part in the ledger. An `approved` one is what the next question is compared with, and a `replaced` one is
 * what an undo brings back. */
export type Retention = "retained" | "approved" | "replaced";

export type RetainedText = { readonly hash: string; readonly digest: string; readonly source: string };
type Tombstone = { readonly hash: string; readonly text: string };

export type RetainedTexts = {
  /** The source of a retained text. @returns null when there is none. */
  readonly read: (hash: string) => string | null;
  /** Of a text that was approved or replaced here, by its digest. */
  readonly find: (digest: string, why: Retention) => string | null;
  readonly keep: (texts: readonly RetainedText[], why: Retention) => void;
  /** Retained ones that nothing names any more. */
  readonly drop: (hashes: readonly string[]) => void;
  /** All texts with these digests, for whatever reason. */
  readonly erase: (digests: readonly string[]) => void;
  /** Files of tombstones, whole and with their proof. */
  readonly tombstones: () => readonly Tombstone[];
  readonly countTombstones: () => number;
  readonly keepTombstones: (tombstones: readonly Tombstone[]) => void;
};

export function noTexts(keep: (news: readonly unknown[]) => void): RetainedTexts {
  return {
    read: () => null,
    find: () => null,
    keep,
    drop: () => undefined,
    erase: () => undefined,
    tombstones: () => [],
    countTombstones: () => 0,
    keepTombstones: keep,
  };
}

export function openTexts(path: string, database: DatabaseSync): RetainedTexts {
  const prepare = onceEach((question) => database.prepare(question));
  const ask = (question: string, ...values: readonly string[]): string | null => {
    const row = prepare(`SELECT source FROM texts WHERE ${question} LIMIT 1`).get(...values);
    return row === undefined ? null : String(row["source"]);
  };
  const { insertInto, change } = openWriting({ path, database }, prepare);
  return {
    read: (hash) => ask("hash = ? AND why = 'retained'", hash),
    find: (digest, why) => ask("digest = ? AND why = ?", digest, why),
    keep: (texts, why) =>
      insertInto(
        "texts VALUES (?, ?, ?, ?)",
        texts.map(({ hash, digest, source }) => [hash, why, digest, source]),
      ),
    drop: (hashes) =>
      change("DELETE FROM texts WHERE why = 'retained' AND hash IN (SELECT value FROM json_each(?))", hashes),
    erase: (digests) => change("DELETE FROM texts WHERE digest IN (SELECT value FROM json_each(?))", digests),
    tombstones: () =>
      database
        .prepare("SELECT hash, text FROM tombstones")
        .all()
        .map(({ hash, text }) => ({ hash: String(hash), text: String(text) })),
    countTombstones: () => Number(prepare("SELECT count(*) AS rows FROM tombstones").get()?.["rows"]),
    keepTombstones: (tombstones) =>
      insertInto(
        "tombstones VALUES (?, ?)",
        tombstones.map(({ hash, text }) => [hash, text]),
      ),
  };
}

type Prepare = (question: string) => StatementSync;

function openWriting(file: OpenFile, prepare: Prepare) {
  return {
    insertInto: (columns: string, rows: readonly (readonly string[])[]): void => {
      if (rows.length === 0) return;
      const insert = prepare(`INSERT OR IGNORE INTO ${columns}`);
      inTransaction(file, () => {
        for (const row of rows) insert.run(...row);
      });
    },
    change: (question: string, values: readonly string[]): void => {
      if (values.length > 0) inTransaction(file, () => prepare(question).run(JSON.stringify(values)));
    },
  };
}

/** A prompt asks the same for each of its memories. */
function onceEach(prepare: Prepare): Prepare {
  const prepared = new Map<string, StatementSync>();
  return (question) => {
    const statement = prepared.get(question) ?? prepare(question);
    prepared.set(question, statement);
    return statement;
  };
}
