// A question to the indexes whose answer is held against the files. What does not agree with its row is indexed anew and the
// question asked once more; what still does not agree is not in the answer.

import type { IndexedRoot } from "./index-places.ts";
import { indexIds } from "./refresh-index.ts";

export type StaleRow = { readonly subject: IndexedRoot; readonly id: string };

export function askFresh<Answer extends { readonly stale: readonly StaleRow[] }>(ask: () => Answer): Answer {
  const first = ask();
  if (first.stale.length === 0) return first;
  for (const [subject, rows] of Map.groupBy(first.stale, (row) => row.subject)) {
    indexIds(
      subject,
      rows.map(({ id }) => id),
    );
  }
  return ask();
}
