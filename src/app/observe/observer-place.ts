// Where the Observer keeps what it is doing for a root: beside what this machine keeps about it, and apart from the spool,
// which belongs to capture.

import { join } from "node:path";
import { placeSpool } from "../../observer/spool/spool-files.ts";

export type ObserverPlace = {
  /** Machine state. */
  readonly state: string;
  readonly rootId: string;
  readonly spool: string;
  /** Batches that were given up. */
  readonly aside: string;
  /** Cursors, intents and what came of batches. */
  readonly records: string;
};

export type RootRecords = { readonly id: string; readonly records: string };

export function placeObserver(state: string, { id, records }: RootRecords): ObserverPlace {
  const spool = placeSpool(state, id);
  return { state, rootId: id, spool, aside: join(spool, "aside"), records: join(records, "observer") };
}
