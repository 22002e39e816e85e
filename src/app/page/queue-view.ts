// What waits for a person, and what is still observed.

import { renderDay } from "../../memory/instant.ts";
import { urgencyOf } from "../review/queue.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { PageCache, Told } from "./known/cache.ts";
import { surveyMemories } from "./known/survey.ts";
import { showLine } from "./shown/text.ts";
import type { QueueItem, QueueView } from "./views.ts";

/** A small root is read within it; of a large one the page asks again. */
const PATIENCE_MS = 1_500;
const REASON_CHARS = 400;
/** More than this nobody goes through at once. */
const LISTED_MAX = 1_000;

export async function queueView(workspace: Workspace, cache: PageCache): Promise<QueueView> {
  const { told, reading } = await surveyMemories(workspace, cache, PATIENCE_MS);
  // Of a pair one item is enough: it shows both texts.
  const firsts = new Set(
    told.flatMap(({ root, pairedWith }) => (pairedWith === null ? [] : [`${root.id} ${pairedWith}`])),
  );
  const waiting = told.filter(
    ({ waits, root, row }) => waits.length > 0 && !firsts.has(`${root.id} ${row.id}`),
  );
  const observed = told.filter((each) => each.observedUntil !== null && each.waits.length === 0);
  const byEnd = (a: Told, b: Told): number => (a.observedUntil ?? 0) - (b.observedUntil ?? 0) || byName(a, b);
  const items = waiting.toSorted(byUrgency).slice(0, LISTED_MAX);
  const listed = observed.toSorted(byEnd).slice(0, LISTED_MAX);
  return {
    waiting: waiting.length,
    items: items.map(toItem),
    observed: listed.map(toItem),
    more: waiting.length - items.length + observed.length - listed.length,
    reading,
  };
}

function toItem({ row, digest, waits, requests, observedUntil }: Told): QueueItem {
  const until =
    observedUntil === null
      ? []
      : [{ kind: "observed" as const, why: `observed until ${renderDay(observedUntil)}` }];
  return {
    ...row,
    digest,
    waits: waits.length === 0 ? until : [...waits],
    requests: requests.map(({ at, command, reason }) => ({
      at,
      command,
      reason: reason === null ? null : showLine(reason, REASON_CHARS),
    })),
  };
}

function byUrgency(a: Told, b: Told): number {
  const [first, second] = [a.waits[0], b.waits[0]];
  const urgency = first === undefined || second === undefined ? 0 : urgencyOf(first) - urgencyOf(second);
  return urgency || byName(a, b);
}

function byName(a: Told, b: Told): number {
  const [first, second] = [`${a.row.scope} ${a.row.id}`, `${b.row.scope} ${b.row.id}`];
  return first < second ? -1 : Number(first > second);
}
