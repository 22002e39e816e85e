// What is asked of a sync, and what every part of it has at hand.

import type { Limits, Remote } from "../../git/transport.ts";
import type { Carrier } from "../../memory/carried.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type SyncRequest = {
  readonly dryRun: boolean;
  readonly pullOnly: boolean;
  readonly pushOnly: boolean;
  /** A person's word: they have seen what others take out of use. */
  readonly acceptChanges: boolean;
  /** A person's word, too. */
  readonly acceptSettings: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limits?: Partial<Limits>;
  /** A session start began it, and nobody is asked anything: it keeps back what `hold-back.ts` says. */
  readonly isUnattended?: boolean;
  /** What is under way, for whoever waits. */
  readonly onStage?: (stage: string) => void;
};

export const LIMITS: Limits = {
  bytesMax: 1024 * 1024 * 1024,
  // A root of the largest size with a long history has fewer.
  objectsMax: 4_000_000,
  idleMs: 60_000,
  totalMs: 1_800_000,
};

/** In the background, where nobody waits and nobody sees a remote that hangs. */
export const UNATTENDED: Limits = { ...LIMITS, totalMs: 60_000 };

export type Sync = {
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly directory: string;
  readonly carrier: Carrier;
  readonly remote: Remote;
  readonly request: SyncRequest;
};
