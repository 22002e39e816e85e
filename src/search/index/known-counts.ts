// What an index that stays open remembers of the words that it counted, for as long as nobody writes to it: most words of a
// session's prompts come again. Not part of the process that answers one prompt.

import { type IndexCounter, prepareOnce, type SearchIndex } from "./open-index.ts";
import type { IndexPart } from "./tables.ts";

/** A long session meets more words than it meets again. */
const WORDS_MAX = 4_000;
/** Changes by other connections, and by this one. */
const STAMP = "SELECT data_version || ' ' || total_changes() AS stamp FROM pragma_data_version";

export function rememberCounts(opened: SearchIndex): SearchIndex {
  const byLimit = new Map<string, Map<string, number>>();
  let last = "";
  const keepCounts = (count: IndexCounter, part: IndexPart): IndexCounter => {
    // Before anything is counted: what changes meanwhile is noticed the next time.
    const stamp = String(prepareOnce(index, STAMP).get()?.["stamp"]);
    if (stamp !== last) byLimit.clear();
    last = stamp;
    return (words, limit) => {
      const asked = `${part} ${limit}`;
      const known = byLimit.get(asked) ?? new Map<string, number>();
      if (known.size > WORDS_MAX) known.clear();
      byLimit.set(asked, known);
      const unknown = words.filter((word) => !known.has(word));
      const counts = unknown.length === 0 ? null : count(unknown, limit);
      for (const word of unknown) known.set(word, counts?.get(word) ?? 0);
      return known;
    };
  };
  const index = { ...opened, keepCounts };
  return index;
}
