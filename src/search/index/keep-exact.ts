// Whether S2's tables are kept: only where somebody asked for that strategy.

import { writeDoubt } from "./doubt-rows.ts";
import { readFact, writeFact } from "./facts.ts";
import type { SearchIndex } from "./open-index.ts";
import { transact } from "./transact.ts";

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
