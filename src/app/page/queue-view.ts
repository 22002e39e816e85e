// What waits for a person, and what is still observed.

import { totalWaiting } from "../survey/count.ts";
import { sayObservedUntil } from "../survey/reasons.ts";
import { byName, selectWaiting } from "../survey/record.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { PageCache } from "./known/cache.ts";
import { isOnlyObserved, LISTED_MAX, surveyMemories, type Told } from "./known/survey.ts";
import { showLine } from "./shown/text.ts";
import type { QueueItem, QueueView } from "./views.ts";

const REASON_CHARS = 400;

export async function queueView(workspace: Workspace, cache: PageCache): Promise<QueueView> {
  const { told, counts } = await surveyMemories(workspace, cache);
  const waiting = totalWaiting(counts);
  const observed = told.filter(isOnlyObserved);
  const byEnd = (a: Told, b: Told): number => (a.observedUntil ?? 0) - (b.observedUntil ?? 0) || byName(a, b);
  const items = selectWaiting(told).slice(0, LISTED_MAX);
  const listed = observed.toSorted(byEnd).slice(0, LISTED_MAX);
  // Those that wait for another reason are among what waits.
  const both = told.filter(({ waits, observedUntil }) => waits.length > 0 && observedUntil !== null);
  return {
    waiting,
    items: items.map(toItem),
    observed: listed.map(toItem),
    more: waiting - items.length + counts.observed.count - both.length - listed.length,
  };
}

function toItem({ row, digest, waits, requests, observedUntil }: Told): QueueItem {
  return {
    ...row,
    digest,
    waits: waits.length > 0 || observedUntil === null ? [...waits] : [sayObservedUntil(observedUntil)],
    requests: requests.map(({ at, command, reason }) => ({
      at,
      command,
      reason: reason === null ? null : showLine(reason, REASON_CHARS),
    })),
  };
}
