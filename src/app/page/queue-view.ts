// The waiting memories, and those under observation.

import { totalWaiting } from "../survey/count.ts";
import { byEnd, orderWaiting } from "../survey/order.ts";
import { sayObservedUntil } from "../survey/reasons.ts";
import { keyOf } from "../survey/record.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { PageCache } from "./known/cache.ts";
import { nameAlike } from "./known/list-rows.ts";
import { isOnlyObserved, LISTED_MAX, type MemoryDetails, surveyMemories } from "./known/survey.ts";
import { showLine } from "./shown/text.ts";
import type { QueueItem, QueueView } from "./views.ts";

const REASON_CHARS = 400;

export async function queueView(workspace: Workspace, cache: PageCache): Promise<QueueView> {
  const surveyed = await surveyMemories(workspace, cache);
  const { told, counts } = surveyed;
  const alike = nameAlike(cache, surveyed);
  const toItem = (each: MemoryDetails): QueueItem =>
    describeItem(each, alike.get(keyOf(each.root, each.id)) ?? null);
  const waiting = totalWaiting(counts);
  const observed = told.filter(isOnlyObserved);
  const items = orderWaiting(workspace, told).slice(0, LISTED_MAX);
  const listed = observed.toSorted(byEnd).slice(0, LISTED_MAX);
  // Observed memories that wait for another reason are already in the list of waiting ones.
  const both = told.filter(({ waits, observedUntil }) => waits.length > 0 && observedUntil !== null);
  return {
    waiting,
    items: items.map(toItem),
    observed: listed.map(toItem),
    more: waiting - items.length + counts.observed.count - both.length - listed.length,
  };
}

function describeItem(
  { row, waits, requests, observedUntil }: MemoryDetails,
  alike: string | null,
): QueueItem {
  return {
    ...row,
    alike,
    waits: waits.length > 0 || observedUntil === null ? [...waits] : [sayObservedUntil(observedUntil)],
    requests: requests.map(({ at, command, reason }) => ({
      at,
      command,
      reason: reason === null ? null : showLine(reason, REASON_CHARS),
    })),
  };
}
