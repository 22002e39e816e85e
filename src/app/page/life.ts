// The life of a memory, oldest first: its statements, the entries of this machine's journal, and its recalls. The history
// decides which events there are.

import { isPlausible, parseInstant, renderInstant } from "../../memory/instant.ts";
import { EVENTS } from "../../memory/law/events.ts";
import { gather } from "../../memory/law/sets/gather.ts";

import { pluralize } from "../../memory/pluralize.ts";
import { dateEvent, type HistoryEvent, historyOf } from "../history/events.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { readReceipts } from "../recall/receipts.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { showLine } from "./shown/text.ts";
import type { LifeEvent } from "./views.ts";

const REASON_CHARS = 200;
/** The newest of them. */
const EVENTS_MAX = 200;

export function describeLife(workspace: Workspace, loaded: LoadedMemory): LifeEvent[] {
  const told = historyOf(workspace, loaded).flatMap(toLifeEvents);
  const events = sortByTime([...told, ...fromOutside(workspace, loaded)]);
  const begun = events.some(({ kind }) => kind === "written") ? [] : fromFile(workspace, loaded);
  const all = sortByTime([...begun, ...events]);
  return sortByTime([...all, ...recallsBetween(workspace, loaded, all)]).slice(-EVENTS_MAX);
}

/** A confirmation is an event of its own, even if the same act did something else. */
function toLifeEvents(event: HistoryEvent): LifeEvent[] {
  const { kind, by, says, reason, time, isDoubtful, confirms } = event;
  const clock = isDoubtful ? ` (dated ${time}, which cannot be right)` : "";
  const first: LifeEvent = {
    at: dateEvent(event),
    kind: EVENTS[kind].mark,
    by,
    says: `${says}${clock}`,
    reason: reason === null ? null : showLine(reason, REASON_CHARS),
  };
  return confirms
    ? [first, { ...first, kind: "approved", says: EVENTS.approved.says, reason: null }]
    : [first];
}

/** The beginning as the file states it, when no statement has it. Anyone may have written that date, so the sentence names
 * the file as its source. */
function fromFile({ now }: Workspace, { memory }: LoadedMemory): LifeEvent[] {
  const at = parseInstant(memory?.createdAt ?? "");
  if (at === null || !isPlausible(at, now)) return [];
  return [
    { at: renderInstant(at), kind: "written", by: null, says: "written, as its file says", reason: null },
  ];
}

/** A change in the file without a known statement about the text, dated by the file's modification time. */
function fromOutside({ now }: Workspace, { input, digest, mtimeMs }: LoadedMemory): LifeEvent[] {
  const said = gather(input).counted;
  if (digest === null || said.length === 0 || said.some((each) => each.digest === digest)) return [];
  if (mtimeMs === 0 || !isPlausible(mtimeMs, now)) return [];
  const at = renderInstant(Math.trunc(mtimeMs));
  return [{ at, kind: "edited", by: null, says: "changed in its file, by nobody known here", reason: null }];
}

/** Combines the recalls between two other events into one. */
function recallsBetween(
  workspace: Workspace,
  { root, file }: LoadedMemory,
  events: readonly LifeEvent[],
): LifeEvent[] {
  const recalls = readReceipts(workspace)
    .filter(({ shown }) => shown.some(({ id, scope }) => id === file.id && scope === root.scope))
    .filter(({ at }) => isPlausible(parseInstant(at) ?? Number.POSITIVE_INFINITY, workspace.now));
  const groups = Map.groupBy(recalls, ({ at }) => events.findLastIndex((event) => event.at <= at));
  return [...groups.values()].flatMap((some) => {
    const [first, last] = [some[0]?.at, some.at(-1)?.at];
    if (first === undefined || last === undefined) return [];
    const sessions = new Set(some.map(({ session }) => session ?? "")).size;
    const times = pluralize(some.length, "time", "times");
    const where = `recalled ${times} in ${pluralize(sessions, "session", "sessions")}`;
    const until = first.slice(0, 10) === last.slice(0, 10) ? "" : ` until ${last.slice(0, 10)}`;
    return [{ at: first, kind: "recalled" as const, by: null, says: `${where}${until}`, reason: null }];
  });
}

function sortByTime(events: readonly LifeEvent[]): LifeEvent[] {
  return events.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}
