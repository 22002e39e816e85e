// What a root's seen set tells of the past, for whoever reads all of it: apart from the set itself, because no prompt does.

import { rmSync } from "node:fs";
import type { TextStatement } from "../memory/law/statement.ts";
import { makeFile, NO_SET, readSet, renderMark, type SeenPlace } from "./seen-file.ts";
import { readRow, type SeenSet, toSet } from "./seen-set.ts";

/** Everything of the root, one id after the other: nobody need hold all of it. Nothing is remembered meanwhile. */
export function* walkSeen({ opened }: SeenSet): Generator<TextStatement> {
  if (opened === null) return;
  const rows = opened.prepare("SELECT * FROM statements ORDER BY id, rowid").iterate();
  for (const row of rows) yield readRow(row);
}

/** What one of these signers said last before a statement was first seen here. */
export function recallBefore(
  { opened }: SeenSet,
  hash: string,
  signers: readonly string[],
): TextStatement | null {
  if (opened === null) return null;
  const question = `SELECT * FROM statements WHERE rowid < (SELECT rowid FROM statements WHERE hash = ?)
    AND signer IN (SELECT value FROM json_each(?)) ORDER BY rowid DESC LIMIT 1`;
  const row = opened.prepare(question).get(hash, JSON.stringify(signers));
  return row === undefined ? null : readRow(row);
}

// A new seen set for a root whose record was lost. Until the mark of the root names the new set, every other process goes on
// withholding the root, so a rebuild that is killed has rebuilt nothing.

type Rebuild = { readonly set: SeenSet; readonly end: () => void };

/** A file that is damaged goes: it holds ids that may have to be forgotten. */
export function startRebuild(place: SeenPlace, why: "missing" | "damaged"): Rebuild {
  const { path, mark } = place;
  mark.write(renderMark(NO_SET));
  // The side files first: left behind, they would be played back into the new file.
  const suffixes = why === "damaged" ? ["-journal", "-checked", ""] : [];
  for (const suffix of suffixes) rmSync(`${path}${suffix}`, { force: true });
  const database = makeFile(path);
  return { set: toSet(place, database), end: () => mark.write(renderMark(readSet(database))) };
}
