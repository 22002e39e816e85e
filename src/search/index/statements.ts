// What was read of statements before, so that it is not read again: those of strangers, and those about memories that have
// no file. Nothing in here counts for anything: what is verified is in the seen set, which is machine state's.
//
// Attack: a repository with thousands of statements that nobody here trusts, each of which is read for every prompt. A file
// whose name is the hash of its content can hold nothing else, so it is never opened twice; one that is no statement is told
// by its identity. What is spent on memories that nobody here vouches for leaves room for the others. Whoever can write to the
// cache can hide a statement, as they could by removing its file.

import type { DatabaseSync } from "node:sqlite";
import { isErasingKind, isStatementKind } from "../../memory/law/kinds.ts";
import type { TextStatement } from "../../memory/law/statement.ts";
import { askNumber, prepareOnce, type SearchIndex, transact } from "./open-index.ts";

/** One file in `attest/<id>/` that counts for nothing. */
export type Stranger = {
  readonly name: string;
  /** The file's identity; empty where its name is the hash of its content. */
  readonly file: string;
  /** What a stranger says about this memory; null where it says nothing about it. */
  readonly said: Pick<TextStatement, "born" | "digest" | "text" | "act"> | null;
};

/** About 20 MB. What comes after is read each time, as far as there is time. */
const STRANGERS_MAX = 100_000;
/** As many again beside memories that are vouched for here: no other takes a place of these. */
const RESERVE = 100_000;

export function readStrangers(index: SearchIndex, id: string): Map<string, Stranger> {
  const question = prepareOnce(
    index,
    "SELECT name, file, born, digest, text, act FROM strangers WHERE id = ?",
  );
  const strangers = new Map<string, Stranger>();
  for (const row of question.all(id)) {
    const [name, file] = [String(row["name"]), String(row["file"])];
    const [born, digest, text] = [String(row["born"]), String(row["digest"]), String(row["text"])];
    const { act } = row;
    const said = isStatementKind(act) && !isErasingKind(act) ? { born, digest, text, act } : null;
    strangers.set(name, { name, file, said });
  }
  return strangers;
}

/** Beside which memory, and whether that one is vouched for here. */
export type Beside = { readonly id: string; readonly isVouched: boolean };

/** Counted again only where another process has written since: to count them takes longer than to add some. */
const counts = new WeakMap<DatabaseSync, { readonly version: unknown; readonly rows: number }>();

/** In the caller's transaction, where there is one. */
export function keepStrangers(index: SearchIndex, beside: Beside, strangers: readonly Stranger[]): void {
  const { database } = index;
  if (strangers.length === 0) return;
  if (!database.isTransaction) {
    transact(index, () => keepStrangers(index, beside, strangers));
    return;
  }
  const version = prepareOnce(index, "PRAGMA data_version").get()?.["data_version"];
  const known = counts.get(database);
  const held =
    known !== undefined && known.version === version ? known.rows : askNumber(index, "count(*)", "strangers");
  const most = STRANGERS_MAX + (beside.isVouched ? RESERVE : 0);
  const kept = strangers.slice(0, Math.max(0, most - held));
  counts.set(database, { version, rows: held + kept.length });
  const insert = database.prepare("INSERT OR REPLACE INTO strangers VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const { name, file, said } of kept) {
    const { born = null, digest = null, text = null, act = null } = said ?? {};
    insert.run(beside.id, name, file, born, digest, text, act);
  }
}

/** Ids that have statements and no file, each with how its statements looked when they were read; empty before that. */
export function readRemoved(index: SearchIndex, limit = -1): Map<string, string> {
  const rows = prepareOnce(index, "SELECT id, attest FROM removed ORDER BY id LIMIT ?").all(limit);
  return new Map(rows.map(({ id, attest }) => [String(id), String(attest)]));
}

export function writeRemoved({ database }: SearchIndex, id: string, attest: string): void {
  database.prepare("INSERT OR REPLACE INTO removed VALUES (?, ?)").run(id, attest);
}

export function dropRemoved({ database }: SearchIndex, id: string): void {
  database.prepare("DELETE FROM removed WHERE id = ?").run(id);
}

/** What is forgotten leaves not even its id. */
export function eraseStatements(index: SearchIndex, ids: readonly string[]): void {
  transact(index, () => {
    for (const table of ["strangers", "removed"] as const) {
      const erase = index.database.prepare(`DELETE FROM ${table} WHERE id = ?`);
      for (const id of ids) erase.run(id);
    }
  });
}

/** Ids with files among their statements that say nothing about them. */
export function readOddIds({ database }: SearchIndex): string[] {
  const rows = database.prepare("SELECT DISTINCT id FROM strangers WHERE digest IS NULL ORDER BY id").all();
  return rows.map(({ id }) => String(id));
}
