// Nothing in the index is believed any more: the next refresh reads every file and writes every word again, even if this
// process ends here. In the file that is there: taking it away under a process that writes to it would leave that process's
// journal behind, and SQLite would play it into whatever file comes next. And row by row, so that nobody who searches
// meanwhile finds it empty.

import { DIMENSIONS, openWordTable } from "../meaning/word-table.ts";
import { readFact, type SearchIndex, transact, writeFact } from "./open-index.ts";
import { BLOCK_BYTES, BLOCK_ROWS, readBlock } from "./vectors.ts";

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

// What an index holds of no memory: a damage put it there, or a process that ended in the middle. It goes with a rebuild, after
// each memory was written anew: words would be found, and numbers would count as memories that mean something.

const VERIFIED = "searchable = 1 AND standing = 'verified'";

export function removeStrays(index: SearchIndex): void {
  transact(index, () => {
    index.database.exec(`
      DELETE FROM passages WHERE row NOT IN (SELECT row FROM memories WHERE searchable = 1);
      DELETE FROM words WHERE rowid NOT IN (SELECT row FROM memories WHERE searchable = 1);
      DELETE FROM verified_words WHERE rowid NOT IN (SELECT row FROM memories WHERE ${VERIFIED});
      DELETE FROM verdicts WHERE row NOT IN (SELECT row FROM memories);
      DELETE FROM cites WHERE row NOT IN (SELECT row FROM memories WHERE searchable = 1);
      DELETE FROM claims WHERE row NOT IN (SELECT row FROM memories WHERE searchable = 1);
      DELETE FROM declared WHERE row NOT IN (SELECT row FROM memories WHERE searchable = 1);
      DELETE FROM claim_keys WHERE row NOT IN (SELECT row FROM claims);
      DELETE FROM pairs WHERE row NOT IN (SELECT row FROM passages) OR other NOT IN (SELECT row FROM passages);
      UPDATE totals SET (memories, name_words, tag_words, body_words) = (
        SELECT count(*), coalesce(sum(name_words), 0), coalesce(sum(tag_words), 0), coalesce(sum(body_words), 0)
        FROM passages WHERE part = 'all' OR row IN (SELECT row FROM memories WHERE ${VERIFIED})
      )`);
    removeStrayVectors(index);
  });
}

/** In the caller's transaction. */
function removeStrayVectors({ database }: SearchIndex): void {
  const rows = database.prepare(
    `SELECT row FROM memories WHERE searchable = 1 AND row >= ? AND row < ? ORDER BY row`,
  );
  const write = database.prepare("UPDATE vectors SET bytes = ? WHERE block = ?");
  for (const found of database.prepare("SELECT block FROM vectors").all()) {
    const block = Number(found["block"]);
    const first = block * BLOCK_ROWS;
    const bytes = new Uint8Array(readBlock(database, block).buffer);
    const kept = new Uint8Array(BLOCK_BYTES);
    for (const { row } of rows.all(first, first + BLOCK_ROWS)) {
      const start = (Number(row) - first) * DIMENSIONS;
      kept.set(bytes.subarray(start, start + DIMENSIONS), start);
    }
    if (Buffer.compare(bytes, kept) !== 0) write.run(kept, block);
  }
}
