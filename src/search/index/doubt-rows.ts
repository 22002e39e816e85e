// Nothing in the index is believed any more: the next refresh reads every file and writes every word again, even if this
// process ends here. In the file that is there: taking it away under a process that writes to it would leave that process's
// journal behind, and SQLite would play it into whatever file comes next. And row by row, so that nobody who searches
// meanwhile finds it empty.

import { writeFact } from "./facts.ts";
import type { SearchIndex } from "./open-index.ts";
import { transact } from "./transact.ts";

export function doubtRows(index: SearchIndex): void {
  transact(index, () => writeDoubt(index));
}

/** In the caller's transaction. */
export function writeDoubt(index: SearchIndex): void {
  writeFact(index, "places", "");
  index.database.exec("UPDATE memories SET file = '', digest = NULL");
}

/** Every file is read again, and what it says is believed to have the words it has. */
export function doubtFiles(index: SearchIndex, note: () => void): void {
  transact(index, () => {
    index.database.exec("UPDATE memories SET file = ''");
    note();
  });
}

/** After such a refresh: words and numbers that belong to no memory go. */
export function removeStrays(index: SearchIndex): void {
  transact(index, () =>
    index.database.exec(`
      DELETE FROM passages WHERE row NOT IN (SELECT row FROM memories WHERE searchable = 1);
      DELETE FROM words WHERE rowid NOT IN (SELECT row FROM memories WHERE searchable = 1);
      UPDATE totals SET (memories, name_words, tag_words, body_words) = (
        SELECT count(*), coalesce(sum(name_words), 0), coalesce(sum(tag_words), 0), coalesce(sum(body_words), 0)
        FROM passages
      )`),
  );
}
