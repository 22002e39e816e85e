// What a server holds open from one call to the next.

import { holdSeenSets, type SeenHolder } from "../../trust/hold-seen-sets.ts";
import { type HeldIndexes, holdIndexes } from "./hold-indexes.ts";

export type HeldOpen = {
  readonly indexes: HeldIndexes;
  readonly seen: SeenHolder;
  /** Closes what is gone or replaced. */
  readonly letGo: () => void;
  readonly close: () => void;
};

export function holdOpen(): HeldOpen {
  const [indexes, seen] = [holdIndexes(), holdSeenSets()];
  return {
    indexes,
    seen,
    letGo: () => {
      indexes.letGo();
      seen.letGo();
    },
    close: () => {
      indexes.close();
      seen.close();
    },
  };
}
