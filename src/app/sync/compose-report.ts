// A sync in the words of its report.

import type { Difference } from "../../git/carrier/carrier.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { FORGOTTEN } from "../../trust/attest-files.ts";
import { isForAgent, nameOfId } from "../memories/foreign-names.ts";
import type { LeftEdit } from "../survey/absorb-edits.ts";
import {
  compareViews,
  listOutOfUse,
  listWaiting,
  type SyncedMemory,
  type SyncReport,
  tellSettings,
} from "./report.ts";
import type { Sent } from "./send-offer.ts";
import type { Sync } from "./sync-request.ts";
import type { Taken } from "./take-offered.ts";

export type Done = {
  readonly difference: Difference;
  readonly taken: Taken | null;
  readonly sent: Sent | null;
  readonly edits: readonly LeftEdit[];
};

export function composeReport(sync: Sync, done: Done): SyncReport {
  const { workspace, root, remote, request } = sync;
  const { taken, sent } = done;
  const place = { workspace, root };
  const views = taken?.admitted ?? { before: [], after: [] };
  const memories = listMemories(sync, done);
  const waits = listWaiting(place, views);
  const papers = taken?.papers;
  const cards = papers?.changes.filter((each) => "path" in each && each.path.startsWith("team/")) ?? [];
  const statements = [...(sent?.add.keys() ?? [])].filter((each) => each.startsWith("s/"));
  return {
    root: root.shown,
    kind: root.kind,
    remote: remote.url,
    dryRun: request.dryRun,
    memories,
    refused: listRefused(sync, done),
    outOfUse: listOutOfUse(place, views),
    statements: { taken: taken?.admitted.taken.length ?? 0, sent: statements.length },
    cards: { taken: cards.length, sent: 0 },
    settings: papers === undefined ? null : tellSettings(papers.settings, isForAgent(workspace)),
    waits,
    waiting: waits.length,
    quarantined: memories.filter(({ outcome }) => outcome === "quarantined").length,
    pushed: sent?.isPushed ?? false,
  };
}

function listMemories({ workspace, root }: Sync, { taken, sent, edits }: Done): SyncedMemory[] {
  const name = (id: string): string => nameOfId(workspace, root, id);
  const tell = (ids: readonly string[], outcome: SyncedMemory["outcome"]): SyncedMemory[] =>
    ids.map((id) => ({ id: name(id), outcome, why: null }));
  const back = taken?.admitted.back ?? [];
  const changed = taken === null ? [] : compareViews({ workspace, root }, taken.admitted);
  const isBack = ({ id, outcome }: SyncedMemory): boolean =>
    outcome === "taken" && back.some((each) => name(each) === id);
  // By somebody who is trusted only now.
  const told = new Set(changed.flatMap(({ id, outcome }) => (outcome === "forgotten" ? [id] : [])));
  const forgotten = taken?.admitted.forgotten.filter((id) => !told.has(name(id))) ?? [];
  return [
    ...changed.filter((each) => !isBack(each)),
    ...tell(forgotten, "forgotten"),
    ...tell(back, "came-back"),
    ...tell(taken?.admitted.held.map((file) => file.name) ?? [], "held"),
    ...tell(sent?.ids.filter((id) => id !== FORGOTTEN) ?? [], "sent"),
    ...[...(sent?.blocked ?? []), ...edits].map(
      ({ id, why }): SyncedMemory => ({ id: name(id), outcome: "blocked", why }),
    ),
  ];
}

/** A path is a stranger's words, which no agent is shown. */
function listRefused({ workspace }: Sync, { difference, taken }: Done): SyncReport["refused"] {
  const branches = [...difference.unreadable].map(([machine, why]) => ({ path: `m/${machine}`, why }));
  const left = [...(taken?.left ?? [])].map(([why, count]) => ({
    path: pluralize(count, "object", "objects"),
    why,
  }));
  return [...branches, ...left, ...(isForAgent(workspace) ? [] : (taken?.papers.refused ?? []))];
}
