// How things stand, at a glance. No validator runs: it is one walk over the files and what machine state says. Reading
// only; what it counts as waiting is what review would show first.

import { join } from "node:path";
import { addDays } from "../memory/instant.ts";
import type { Scope, Standing } from "../memory/memory.ts";
import { sayCount } from "../memory/say-count.ts";
import { directoryOf } from "../memory/transitions.ts";
import { listFiles, listOneOfEach } from "../store/memory-files.ts";
import { countDamagedSigners } from "../trust/signers-file.ts";
import { ageOf, quarantinedOn } from "./age-of.ts";
import { NEW_DAYS } from "./audit/list-quarantine.ts";
import { type ClientSurvey, isConnected } from "./examine-clients.ts";
import { findStrangers } from "./find-strangers.ts";
import { examineFreshness, type IndexFreshness } from "./index-freshness.ts";
import { learnOfRemoved, loadFiles } from "./list-memories.ts";
import { findSigner, type LoadedMemory } from "./load-memory.ts";
import { readPauses } from "./pause.ts";
import { readRequests } from "./read-requests.ts";
import { readReceipts } from "./receipts.ts";
import { REVIEW_KINDS, type ReviewKind, reviewReasons } from "./review-reasons.ts";
import type { OpenRoot, Workspace } from "./workspace.ts";

/** The pinned JSON shape. */
export type StatusReport = {
  readonly exit: 0 | 1 | 2;
  readonly roots: readonly { readonly scope: Scope; readonly path: string; readonly memories: number }[];
  readonly standings: Readonly<Record<Standing, number>>;
  /** Each memory once, for its most urgent reason; what is in quarantine for at most 30 days waits for nobody. */
  readonly waiting: Readonly<Record<ReviewKind, number>>;
  /** In the last 7 days. */
  readonly quarantinedNew: number;
  /** What `credence doctor` tells more about. */
  readonly broken: readonly string[];
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
  const damaged = countDamagedSigners(join(state.path, "signers.json"));
  const broken = [
    ...count.broken,
    ...(damaged === 0 ? [] : [`${sayCount(damaged, "trusted signer", "trusted signers")} cannot be read`]),
  ];
  return {
    exit: broken.length > 0 ? 2 : Object.values(count.waiting).some((number) => number > 0) ? 1 : 0,
    roots: roots.map((root) => ({
      scope: root.scope,
      path: root.shown,
      memories: count.memories.get(root.id) ?? 0,
    })),
    standings: count.standings,
    waiting: count.waiting,
    quarantinedNew: count.quarantinedNew,
    broken,
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

type Count = ReturnType<typeof emptyCount>;

function emptyCount() {
  return {
    memories: new Map<string, number>(),
    standings: { verified: 0, inferred: 0, foreign: 0, quarantined: 0, retired: 0 },
    // Every kind is one of the list.
    waiting: Object.fromEntries(REVIEW_KINDS.map((kind) => [kind, 0])) as Record<ReviewKind, number>,
    quarantinedNew: 0,
    broken: [] as string[],
    hasStrangers: false,
  };
}

function countRoot(workspace: Workspace, root: OpenRoot, count: Count): void {
  const requests = Map.groupBy(readRequests(root), ({ id }) => id);
  const files = listOneOfEach(root.path);
  learnOfRemoved(workspace, root, new Set(files.map(({ id }) => id)));
  let [unreadable, misplaced] = [0, listFiles(root.path).entries.length - files.length];
  for (const loaded of loadFiles(workspace, root, files)) {
    const { id, directory } = loaded.file;
    unreadable += Number(loaded.standing.cause === "broken" && directory === "memories");
    misplaced += Number(isMisplaced(loaded));
    count.hasStrangers ||= loaded.input.attestations.some(
      ({ signer }) => findSigner(workspace, root, signer) === null,
    );
    countMemory(workspace, loaded, count);
    const news = { requests: requests.get(id) ?? [], flags: [] };
    const kind = reviewReasons(loaded, news, workspace.now)[0]?.kind;
    const isPassive = kind === "quarantined" && ageOf(loaded, workspace.now).quarantine === "passive";
    if (kind !== undefined && !isPassive) count.waiting[kind] += 1;
  }
  count.memories.set(root.id, files.length);
  if (root.waits) count.broken.push(`${root.shown} was seen at another location before`);
  if (unreadable > 0)
    count.broken.push(`${sayCount(unreadable, "file", "files")} in ${root.shown} cannot be read as a memory`);
  if (misplaced > 0)
    count.broken.push(`${sayCount(misplaced, "file", "files")} in ${root.shown} in the wrong place`);
}

function countMemory(workspace: Workspace, loaded: LoadedMemory, count: Count): void {
  const { standing } = loaded.standing;
  count.standings[standing] += 1;
  const isNew =
    standing === "quarantined" && quarantinedOn(loaded, workspace.now) >= addDays(workspace.now, -NEW_DAYS);
  count.quarantinedNew += Number(isNew);
}

function isMisplaced({ memory, file }: LoadedMemory): boolean {
  return memory !== null && directoryOf(memory.tier ?? "inferred") !== file.directory;
}

function sayCapture({ config, state, now }: Workspace): StatusReport["capture"] {
  if (!config.config["capture.enabled"]) return "off";
  return readPauses(state.path, now).length === 0 ? "on" : "paused";
}

function sayPersonKey({ keys }: Workspace): StatusReport["keys"]["person"] {
  if (keys.personFile === null) return "none";
  return keys.personFile.secret.sealed ? "with a passphrase" : "without a passphrase";
}
