// Facts that something contradicts, for whoever counts or lists what waits for a person.

import { prepareOnce, type SearchIndex } from "./open-index.ts";

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
