// What a sync did, or would do.

import type { RootKind } from "../../store/root-files.ts";
import { isForAgent, nameOfId } from "../memories/foreign-names.ts";
import { loadMemory } from "../memories/load-memory.ts";
import type { Met } from "./apply-meeting.ts";
import type { Decision } from "./decide-memory.ts";
import { parsePath } from "./synced-paths.ts";

export type SyncedMemory = {
  readonly id: string;
  readonly outcome: Exclude<Decision["kind"], "same">;
  readonly why: string | null;
};

export type SyncReport = {
  readonly root: string;
  readonly kind: RootKind;
  readonly remote: string | null;
  readonly dryRun: boolean;
  readonly memories: readonly SyncedMemory[];
  /** What the remote has that was not taken. */
  readonly refused: readonly { readonly path: string; readonly why: string }[];
  readonly statements: { readonly taken: number; readonly sent: number };
  /** How many of those taken nobody here vouches for: they wait in review. */
  readonly waiting: number;
  readonly pushed: boolean;
};

export function renderReport(
  { meeting, decided }: Met,
  { remote, isDry }: { readonly remote: string; readonly isDry: boolean },
): SyncReport {
  const { workspace, root, local, incoming } = meeting;
  const memories = decided.decisions.flatMap(({ id, kind, why = null }) =>
    kind === "same" ? [] : [{ id: nameOfId(workspace, root, id), outcome: kind, why }],
  );
  // A path is a stranger's words, which no agent is shown.
  const isHidden = isForAgent(workspace);
  const refused = [...incoming.refused, ...decided.papers.refused].map(([path, why]) => ({
    path: isHidden ? "a path" : path,
    why,
  }));
  const isStatement = (path: string): boolean =>
    ["statement", "tombstone"].includes(parsePath(path)?.kind ?? "");
  const taken = [...decided.papers.changes.values()].flat();
  const sent = [...local.changed].filter(([path, { is }]) => is !== null && isStatement(path));
  return {
    root: root.shown,
    kind: root.kind,
    remote,
    dryRun: isDry,
    memories,
    refused,
    statements: {
      taken: taken.filter((each) => each.kind === "write" && isStatement(each.path)).length,
      sent: sent.length,
    },
    waiting: isDry ? 0 : countWaiting(meeting, decided.decisions),
    pushed: false,
  };
}

const ARRIVED: ReadonlySet<string> = new Set(["taken", "merged", "kept-both"]);

function countWaiting({ workspace, root }: Met["meeting"], decisions: readonly Decision[]): number {
  return decisions.filter(({ id, kind }) => {
    return ARRIVED.has(kind) && loadMemory(workspace, root, id)?.standing.standing === "foreign";
  }).length;
}

/** The exit code of a sync that came to its end. */
export function exitOf({ memories }: SyncReport): number {
  const has = (outcome: SyncedMemory["outcome"]): boolean =>
    memories.some((each) => each.outcome === outcome);
  if (has("blocked")) return 1;
  if (has("kept-both")) return 3;
  return has("quarantined") ? 2 : 0;
}
