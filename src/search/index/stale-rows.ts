// Nothing in the index is believed any more: the next refresh reads every file and writes every word again, even if this
// process ends here. In the file that is there: taking it away under a process that writes to it would leave that process's
// journal behind, and SQLite would play it into whatever file comes next. And row by row, so that nobody who searches
// meanwhile finds it empty.

import { openWordTable } from "../meaning/word-table.ts";
import { readFact, type SearchIndex, transact, writeFact } from "./open-index.ts";

const READ_AGAIN = "CASE WHEN searchable = 1 THEN 1 ELSE 2 END";

export function markRowsStale(index: SearchIndex): void {
  transact(index, () => writeDoubt(index));
}

/** Rows that were written without the table of word vectors are written again, once it is there. */
export function markIfTableCame(index: SearchIndex): void {
  if (readFact(index, "table") !== "absent" || openWordTable() === null) return;
  transact(index, () => {
    writeDoubt(index);
    writeFact(index, "table", "");
  });
}

/** In the caller's transaction. */
function writeDoubt(index: SearchIndex): void {
  writeFact(index, "places", "");
  index.database.exec(
    `UPDATE memories SET queued = ${READ_AGAIN}, digest = NULL; DELETE FROM strangers; DELETE FROM removed`,
  );
}

/** Every file is read again, and what it says is believed to have the words it has. */
export function markFilesStale(index: SearchIndex, note: () => void): void {
  transact(index, () => {
    index.database.exec(
      `UPDATE memories SET queued = ${READ_AGAIN}; DELETE FROM strangers; DELETE FROM removed`,
    );
    note();
  });
}

// Whether S2's tables are kept: only where somebody asked for that strategy.

export function keepsExact(index: SearchIndex): boolean {
  return readFact(index, "exact") === "kept";
}

/** From now on. Every row counts as changed, so that the next refresh fills the table, even if this process ends here. */
export function keepExact(index: SearchIndex): void {
  transact(index, () => {
    writeFact(index, "exact", "kept");
    writeDoubt(index);
  });
}
