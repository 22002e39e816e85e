// What waits for a person, and what is still observed.

import { totalWaiting } from "../survey/count.ts";
import { byEnd, orderWaiting } from "../survey/order.ts";
import { sayObservedUntil } from "../survey/reasons.ts";
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
  const items = orderWaiting(workspace, told).slice(0, LISTED_MAX);
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
