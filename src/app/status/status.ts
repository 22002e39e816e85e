// How things stand, at a glance. No validator runs: it is one walk over the files and what machine state says. Reading
// only; what it counts as waiting is what review would show first.

import { join } from "node:path";
import type { Scope, Standing } from "../../memory/memory.ts";
import { sayCount } from "../../memory/plural.ts";
import { countDamagedSigners } from "../../trust/signers-file.ts";
import { type ClientSurvey, findDeadClients, isConnected } from "../clients/examine-clients.ts";
import { findVanished, type Vanished } from "../health/find-vanished.ts";
import { examineFreshness, type IndexFreshness } from "../index/index-freshness.ts";
import { findStrangers } from "../people/find-strangers.ts";
import { readReceipts } from "../recall/receipts.ts";
import { listSilences } from "../recall/silences.ts";
import type { ReviewKind } from "../review/review-reasons.ts";
import { readPauses } from "../workspace/pause.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { countRoot, emptyCount } from "./count-root.ts";

/** The pinned JSON shape. */
export type StatusReport = {
  readonly exit: 0 | 1 | 2;
  readonly roots: readonly { readonly scope: Scope; readonly path: string; readonly memories: number }[];
  readonly standings: Readonly<Record<Standing, number>>;
  /** Each memory once, for its most urgent reason; what is in quarantine for at most 30 days waits for nobody. */
  readonly waiting: Readonly<Record<ReviewKind, number>>;
  /** Approved, out of use by nobody's word, and without a file. */
  readonly vanished: readonly Vanished[];
  /** In the last 7 days. */
  readonly quarantinedNew: number;
  /** What `credence doctor` tells more about. */
  readonly broken: readonly string[];
  /** What keeps memories from being recalled, in sentences. */
  readonly recall: readonly string[];
  readonly lastRecall: string | null;
  readonly index: readonly { readonly scope: Scope; readonly state: IndexFreshness }[];
  readonly keys: { readonly person: "none" | "with a passphrase" | "without a passphrase" };
  readonly signers: { readonly trusted: number; readonly unknown: number };
  readonly capture: "on" | "off" | "paused";
  readonly observer: string;
  /** Those that run our hooks. */
  readonly clients: readonly string[];
};

export function describeStatus(workspace: Workspace, surveys: readonly ClientSurvey[]): StatusReport {
  const count = emptyCount();
  for (const root of workspace.roots) countRoot(workspace, root, count);
  const { state, signers, roots, config } = workspace;
  const vanished = roots.flatMap((root) => findVanished(workspace, root));
  const waits = vanished.length > 0 || Object.values(count.waiting).some(Boolean);
  const damaged = countDamagedSigners(join(state.path, "signers.json"));
  const broken = [
    ...count.broken,
    ...(damaged === 0 ? [] : [`${sayCount(damaged, "trusted signer", "trusted signers")} cannot be read`]),
    ...findDeadClients(workspace, surveys).map((label) => `the hooks of ${label} cannot run`),
  ];
  return {
    exit: broken.length > 0 ? 2 : waits ? 1 : 0,
    roots: roots.map((root) => ({
      scope: root.scope,
      path: root.shown,
      memories: count.memories.get(root.id) ?? 0,
    })),
    standings: count.standings,
    waiting: count.waiting,
    vanished,
    quarantinedNew: count.quarantinedNew,
    broken,
    recall: listSilences(workspace),
    lastRecall: readReceipts(workspace).at(-1)?.at ?? null,
    index: roots.map((root) => ({ scope: root.scope, state: examineFreshness(workspace, root) })),
    keys: { person: sayPersonKey(workspace) },
    signers: {
      trusted: signers.filter(({ own }) => !own).length,
      // Their signatures are checked only where somebody unknown signed at all.
      unknown: count.hasStrangers ? findStrangers(workspace).length : 0,
    },
    capture: sayCapture(workspace),
    observer: config.config["observer.provider"],
    clients: surveys.filter(isConnected).map(({ label }) => label),
  };
}

function sayCapture({ config, state, now }: Workspace): StatusReport["capture"] {
  if (!config.config["capture.enabled"]) return "off";
  return readPauses(state.path, now).length === 0 ? "on" : "paused";
}

function sayPersonKey({ keys }: Workspace): StatusReport["keys"]["person"] {
  if (keys.personFile === null) return "none";
  return keys.personFile.secret.sealed ? "with a passphrase" : "without a passphrase";
}
