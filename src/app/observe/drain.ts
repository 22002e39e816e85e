// What one run of the drain works with.

import { join } from "node:path";
import type { Config } from "../../memory/config/config-keys.ts";
import type { Instant } from "../../memory/instant.ts";
import type { FindSecrets } from "../../observer/capture/redact-and-truncate.ts";
import type { Tokens } from "../../observer/model/budget.ts";
import type { Provider } from "../../observer/model/provider.ts";
import type { Mode } from "../../observer/modes/code.ts";
import { placeSpool } from "../../observer/spool/spool.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type Drain = {
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly place: ObserverPlace;
  readonly provider: Provider;
  /** With what the root tightens. */
  readonly config: Config;
  readonly mode: Mode;
  readonly limits: Tokens;
  readonly findSecrets: FindSecrets;
  /** The time is up, or the lock was lost. */
  readonly signal: AbortSignal;
  readonly now: () => Instant;
  /** After this many failures a batch is set aside. */
  readonly triesMax: number;
  /** The first pause before a call is tried again; each one is twice as long. */
  readonly pauseMs: number;
  /** Refuses where another process took over. */
  readonly beat: () => void;
};

// Where the Observer keeps what it is doing for a root: beside what this machine keeps about it, and apart from the spool,
// which belongs to capture.

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
