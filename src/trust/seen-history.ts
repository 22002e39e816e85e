// What a root's seen set tells of the past, for whoever reads all of it: apart from the set itself, because no prompt does.

import type { Vouching } from "../memory/law/standing.ts";
import { type SeenSet, toVouching } from "./seen-set.ts";

/** Everything of the root, one id after the other: nobody need hold all of it. Nothing is remembered meanwhile. */
export function* walkSeen({ opened }: SeenSet): Generator<Vouching> {
  if (opened === null) return;
  const { database, root } = opened;
  const rows = database.prepare("SELECT * FROM seen WHERE root = ? ORDER BY id, rowid").iterate(root);
  for (const row of rows) yield toVouching(row);
}

/** What one of these signers said last before a statement was first seen here. */
export function recallBefore({ opened }: SeenSet, hash: string, signers: readonly string[]): Vouching | null {
  if (opened === null) return null;
  const { database, root } = opened;
  const question = `SELECT * FROM seen WHERE root = ? AND rowid < (SELECT rowid FROM seen WHERE hash = ?)
    AND signer IN (SELECT value FROM json_each(?)) ORDER BY rowid DESC LIMIT 1`;
  const row = database.prepare(question).get(root, hash, JSON.stringify(signers));
  return row === undefined ? null : toVouching(row);
}
