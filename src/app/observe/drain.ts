// What one run of the drain works with.

import type { Config } from "../../memory/config/config-keys.ts";
import type { Instant } from "../../memory/instant.ts";
import type { FindSecrets } from "../../observer/capture/redact-and-truncate.ts";
import type { Tokens } from "../../observer/model/budget.ts";
import type { Provider } from "../../observer/model/provider.ts";
import type { Mode } from "../../observer/modes/mode.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { ObserverPlace } from "./observer-place.ts";

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
  /** After so many a batch is set aside. */
  readonly triesMax: number;
  /** The first pause before a call is tried again; each one is twice as long. */
  readonly pauseMs: number;
  /** Refuses where another process took over. */
  readonly beat: () => void;
};
