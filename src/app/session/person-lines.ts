// What a person is told when a session begins, beside the conversation: nothing when all is well, and each thing once.

import { sayCount } from "../../memory/plural.ts";
import { countWaiting, type Waiting } from "../../search/index/count-waiting.ts";
import { takeSuggestion } from "../capture/suggestion.ts";
import { readRequests } from "../change/read-requests.ts";
import { findVanished } from "../health/find-vanished.ts";
import { type HookTrouble, takeTrouble } from "../health/trouble.ts";
import type { RefreshOptions } from "../index/refresh-index.ts";
import { withIndexes } from "../index/with-indexes.ts";
import { type Approval, listApprovals } from "../memories/list-approvals.ts";
import { takeObserverNews } from "../observe/news.ts";
import { listRecallNotices } from "../recall/recall-notices.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { readLastSession, writeLastSession } from "./last-session.ts";

/** More names than this nobody reads in passing. */
const NAMED_MAX = 3;

export function listPersonLines(workspace: Workspace, options: RefreshOptions = {}): string[] {
  const waiting = workspace.roots.map((root) => countIn(workspace, root, options));
  const approvals = workspace.roots.flatMap((root) => takeApprovals(workspace, root));
  return [
    ...sayWaiting(sum(waiting)),
    ...sayVanished(workspace.roots.flatMap((root) => findVanished(workspace, root)).map(({ id }) => id)),
    ...sayApprovals(approvals),
    ...listRecallNotices(workspace),
    ...sayTrouble(takeTrouble(workspace.state.path)),
    ...takeObserverNews(workspace.state.path),
    ...workspace.roots.flatMap((root) => {
      return takeSuggestion({ state: workspace.state.path, rootId: root.id }, workspace.now) ?? [];
    }),
  ];
}

function countIn(workspace: Workspace, root: OpenRoot, options: RefreshOptions): Waiting {
  const since = readLastSession(root)?.at ?? workspace.now;
  const wanted = readRequests(root).map(({ id }) => id);
  return withIndexes(workspace, { ...options, roots: [root] }, ([indexed]) =>
    indexed === undefined ? NONE : countWaiting(indexed.index, { now: workspace.now, since, wanted }),
  );
}

const NONE: Waiting = { wanted: 0, due: 0, stale: 0, foreign: 0, unknownSigner: 0, newlyQuarantined: 0 };

function sum(all: readonly Waiting[]): Waiting {
  return all.reduce(
    (total, each) => ({
      wanted: total.wanted + each.wanted,
      due: total.due + each.due,
      stale: total.stale + each.stale,
      foreign: total.foreign + each.foreign,
      unknownSigner: total.unknownSigner + each.unknownSigner,
      newlyQuarantined: total.newlyQuarantined + each.newlyQuarantined,
    }),
    NONE,
  );
}

function sayWaiting({ wanted, due, stale, foreign, unknownSigner, newlyQuarantined }: Waiting): string[] {
  const signed = unknownSigner === 0 ? "" : ` (${unknownSigner} signed by somebody unknown)`;
  const open = sayCount(due, "inferred memory waits", "inferred memories wait");
  return [
    ...(wanted === 0 ? [] : [`${count(wanted)} that an agent or a script wants to change: credence review`]),
    // Observed for a week, or dictated a moment ago: the index does not tell them apart.
    ...(due === 0 ? [] : [`${open} for your yes or no: credence review`]),
    ...(stale === 0 ? [] : [`${count(stale)} approved more than 90 days ago: credence review`]),
    ...(foreign === 0 ? [] : [`${count(foreign)} withheld, vouched for by nobody you trust${signed}`]),
    ...(newlyQuarantined === 0 ? [] : [`${count(newlyQuarantined)} quarantined since the last session`]),
  ];
}

function count(memories: number): string {
  return sayCount(memories, "memory", "memories");
}

function sayVanished(ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : "";
  const names = ids.slice(0, NAMED_MAX).join(", ");
  return [`${count(ids.length)} approved, and no file here: ${names}${more}: credence audit`];
}

/** The first session of a root tells of none: everything would be new. */
function takeApprovals(workspace: Workspace, root: OpenRoot): Approval[] {
  const last = readLastSession(root);
  const { approvals, position } = listApprovals(workspace, root, last?.approvals ?? 0);
  writeLastSession(root, { at: workspace.now, approvals: position });
  return last === null ? [] : [...approvals];
}

function sayApprovals(approvals: readonly Approval[]): string[] {
  if (approvals.length === 0) return [];
  const named = approvals.slice(0, NAMED_MAX).map(({ id, by }) => `${id} by ${by}`);
  const more = approvals.length > NAMED_MAX ? ` and ${approvals.length - NAMED_MAX} more` : "";
  return [`approved since the last session: ${named.join(", ")}${more}`];
}

function sayTrouble(trouble: readonly HookTrouble[]): string[] {
  if (trouble.length === 0) return [];
  const codes = [...new Set(trouble.map(({ event, code }) => `${event} ${code}`))].slice(0, NAMED_MAX);
  const times = trouble.length === 1 ? "once" : `${trouble.length} times`;
  return [`a memory hook had trouble ${times} (${codes.join(", ")}): credence doctor`];
}
