// The context of one run of the drain.

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
  /** The settings, tightened by the root's own file. */
  readonly config: Config;
  readonly mode: Mode;
  readonly limits: Tokens;
  readonly findSecrets: FindSecrets;
  /** Aborted when the time is up or the lock was lost. */
  readonly signal: AbortSignal;
  readonly now: () => Instant;
  /** A batch is set aside after this many failures. */
  readonly triesMax: number;
  /** The pause before the first retry; each further pause is twice as long. */
  readonly pauseMs: number;
  /** Throws when another process has taken over. */
  readonly beat: () => void;
};

// The paths of the Observer's state for a root: beside other machine state about the root, and apart from the spool, which
// belongs to capture.

export type ObserverPlace = {
  /** Machine state. */
  readonly state: string;
  readonly rootId: string;
  readonly spool: string;
  /** Batches that were given up. */
  readonly aside: string;
  /** Cursors, intents and the outcomes of batches. */
  readonly records: string;
};

export type RootRecords = { readonly id: string; readonly records: string };

export function placeObserver(state: string, { id, records }: RootRecords): ObserverPlace {
  const spool = placeSpool(state, id);
  return { state, rootId: id, spool, aside: join(spool, "aside"), records: join(records, "observer") };
}
