// Contradictions that a memory declares itself: they become pairs beside those that were found. Either memory may come first, and
// either may be read again, so what is declared is kept by id.
//
// Attack: a memory that declares that it contradicts every fact. It may name a few, and a fact is marked by facts alone.

import type { StatementSync } from "node:sqlite";
import { prepareOnce, type SearchIndex } from "./open-index.ts";

/** The kind of a pair that one of the two declares. */
export const DECLARED = "declared";

type DeclaredWriter = {
  readonly add: (row: number, ids: readonly string[]) => void;
  readonly remove: (row: number) => void;
  /** After the pairs that were found: a declared contradiction is never a copy. */
  readonly flush: () => void;
};

/** In the caller's transaction. */
export function openDeclaredWriter(index: SearchIndex): DeclaredWriter {
  const ask = (key: keyof typeof SQL): StatementSync => prepareOnce(index, SQL[key]);
  const added: number[] = [];
  return {
    add: (row, ids) => {
      for (const id of ids) ask("add").run(row, id);
      added.push(row);
    },
    remove: (row) => void ask("remove").run(row),
    flush: () => {
      for (const row of added) {
        for (const { row: one, other } of ask("pairs").all(row, row)) {
          ask("link").run(Number(one), Number(other));
          ask("link").run(Number(other), Number(one));
        }
      }
      added.length = 0;
    },
  };
}

const SQL = {
  add: "INSERT OR IGNORE INTO declared VALUES (?, ?)",
  remove: "DELETE FROM declared WHERE row = ?",
  pairs: `SELECT declared.row AS row, memories.row AS other FROM declared JOIN memories USING (id)
    WHERE (declared.row = ? OR memories.row = ?) AND searchable = 1 AND declared.row <> memories.row LIMIT 64`,
  link: `INSERT INTO pairs VALUES (?, ?, '${DECLARED}', '')
    ON CONFLICT (row, other) DO UPDATE SET kind = excluded.kind, line = '' WHERE kind = 'copy'`,
} as const;
