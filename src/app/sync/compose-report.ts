// A sync in the words of its report.

import type { Difference } from "../../memory/carried.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { FORGOTTEN } from "../../trust/attest-files.ts";
import { isForAgent, nameOfId } from "../memories/foreign-names.ts";
import type { LeftEdit } from "../survey/absorb-edits.ts";
import { NEWER } from "./receive.ts";
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
    isWhole:
      taken === null ||
      (done.difference.unreadable.size + done.difference.leftOut === 0 && !taken.left.has(NEWER)),
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
    ...[...(taken?.secret ?? [])].map(
      (id): SyncedMemory => ({ id: name(id), outcome: "left", why: "it contains a secret" }),
    ),
    ...tell(sent?.ids.filter((id) => id !== FORGOTTEN) ?? [], "sent"),
    ...[...(sent?.blocked ?? []), ...edits].map(
      ({ id, why }): SyncedMemory => ({ id: name(id), outcome: "blocked", why }),
    ),
  ];
}

/** A path is a stranger's words, which no agent is shown. */
function listRefused({ workspace }: Sync, { difference, taken }: Done): SyncReport["refused"] {
  const branches = [...difference.unreadable].map(([machine, why]) => ({ path: `m/${machine}`, why }));
  const counted = (count: number, [one, many]: readonly [string, string], why: string) =>
    count === 0 ? [] : [{ path: pluralize(count, one, many), why }];
  const left = [...(taken?.left ?? [])].flatMap(([why, count]) => counted(count, ["object", "objects"], why));
  const others = [
    ...counted(taken?.admitted.strange ?? 0, ["statement", "statements"], "beyond the share of strangers"),
    ...counted(difference.leftOut, ["branch", "branches"], "more than there may be"),
    ...counted(difference.odd, ["branch", "branches"], "named after no machine"),
  ];
  return [...branches, ...left, ...others, ...(isForAgent(workspace) ? [] : (taken?.papers.refused ?? []))];
}
