// What happened to a memory, in plain words: what this machine's journal says was done here, and what trusted signers said
// elsewhere. The log, the life line of the page and undo tell of the same events.
//
// Attack, or accident: a clock. A date is its signer's claim, and order comes from the statements that each names. So a date
// that has not come yet, or that is before what the statement answers, is told as what it is and decides nothing.

import { join } from "node:path";
import { type Instant, isPlausible, parseInstant, renderInstant } from "../../memory/instant.ts";
import { EVENTS, type EventKind, findDone } from "../../memory/law/events.ts";
import { selectCounting } from "../../memory/law/evidence.ts";
import {
  isApproval,
  isNegative,
  isPersons,
  isVouching,
  STATEMENT_KINDS,
  type StatementKind,
} from "../../memory/law/kinds.ts";
import { isTextStatement, namedBy, type Statement } from "../../memory/law/statement.ts";
import { CLOCK_SKEW_HOURS } from "../../memory/limits.ts";
import { type JournalEntry, readJournal } from "../../store/journal.ts";
import { recallBefore } from "../../trust/seen-history.ts";
import { findSigner } from "../memories/known-signers.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type HistoryEvent = {
  readonly root: OpenRoot;
  readonly id: string;
  /** Where it stands among the others. */
  readonly at: Instant;
  /** Between events of one second. */
  readonly order: number;
  /** What the clock said of whoever did it, and whether that cannot be right. */
  readonly time: string;
  readonly isDoubtful: boolean;
  readonly kind: EventKind;
  /** `taken out of use`, to be followed by who did it. */
  readonly says: string;
  /** Besides: whoever writes, changes or brings back a text and signs it confirms it in the same breath. */
  readonly confirms: boolean;
  /** What this machine calls whoever did it; null where nobody known here did. */
  readonly by: string | null;
  /** It was done by a key of this machine, or by its checks. */
  readonly isOwn: boolean;
  /** Somebody did it at this machine's terminal, or on its page. */
  readonly isHere: boolean;
  /** In the words of whoever did it, where this machine's journal has them. */
  readonly reason: string | null;
  readonly digest: string | null;
  /** What was run, of this machine's journal. */
  readonly command: string | null;
  /** What was said, of a statement; with its hash. */
  readonly act: StatementKind | null;
  readonly hash: string | null;
};

const BY: Readonly<Record<string, string>> = {
  person: "you",
  machine: "this machine",
  validator: "a check",
};

/** What was done here, as the journal has it, oldest first. A line that is damaged tells nothing. */
export function* eventsOfJournal(
  root: OpenRoot,
  entries: Iterable<JournalEntry>,
  now: Instant,
): Generator<HistoryEvent> {
  let [order, before] = [0, 0];
  for (const entry of entries) {
    order += 1;
    const said = parseInstant(String(entry.at));
    const done = findDone(entry.command);
    const by = Object.hasOwn(BY, entry.actor) ? BY[entry.actor] : undefined;
    if (said === null || done === null || by === undefined || typeof entry.id !== "string") continue;
    // The journal is in order, whatever the clock said.
    const isPossible = isPlausible(said, now);
    before = isPossible ? Math.max(said, before) : before;
    yield {
      ...{ root, id: entry.id, at: before, order, time: entry.at, isDoubtful: !isPossible },
      ...{ kind: done.event, says: done.says ?? EVENTS[done.event].says, confirms: false, by, isOwn: true },
      ...{ reason: textOf(entry.reason), digest: textOf(entry.digest), command: entry.command },
      ...{ act: null, hash: null, isHere: entry.actor === "person" || entry.terminal === true },
    };
  }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** What was signed about one id, by whomever, each after what it answers. `statements` are those that count. */
export function eventsOfStatements(
  workspace: Workspace,
  root: OpenRoot,
  statements: readonly Statement[],
): HistoryEvent[] {
  const arrived = (hash: string): Instant => arrivedAt(workspace, root, hash);
  const settled = settleTimes(statements, workspace.now, arrived);
  const inOrder = [...settled].sort(([, a], [, b]) => a.at - b.at || a.order - b.order);
  let digest: string | null = null;
  return inOrder.map(([said, place]): HistoryEvent => {
    const known = findSigner(workspace, root, said.signer);
    const kind = eventOf(said, digest);
    const confirms = isApproval(said) && kind !== STATEMENT_KINDS[said.act].event;
    const { id, digest: of } = isTextStatement(said) ? said : { id: said.born, digest: null };
    if (!isNegative(said)) digest = of;
    return {
      ...{ root, id, ...place, kind, says: EVENTS[kind].says, confirms },
      ...{ by: known?.petname ?? null, isOwn: known?.own === true, reason: null },
      ...{ digest: of, command: null, act: said.act, hash: said.hash, isHere: false },
    };
  });
}

/** A date that has not come says nothing: it came after the last word of this machine that was there before it. */
function arrivedAt(workspace: Workspace, root: OpenRoot, hash: string): Instant {
  const own = workspace.signers.filter((each) => each.own).map(({ signer }) => signer);
  const at = parseInstant(recallBefore(workspace.seenIn(root), hash, own)?.time ?? "");
  return at !== null && at <= workspace.now ? at : Number.NEGATIVE_INFINITY;
}

/** `before` is the text that was vouched for last. Whoever approves another one has changed it; whoever keeps it, has not. */
function eventOf(said: Statement, before: string | null): EventKind {
  const isOwnText = isApproval(said) || !isPersons(said);
  if (before === null && isOwnText && isVouching(said)) return "written";
  const isOther = isTextStatement(said) && isApproval(said) && said.digest !== before;
  return isOther ? "edited" : STATEMENT_KINDS[said.act].event;
}

type Place = Pick<HistoryEvent, "at" | "order" | "time" | "isDoubtful">;

/** More than a journal has lines. */
const AFTER_OWN = 1e9;
const SKEW_MS = CLOCK_SKEW_HOURS * 3_600_000;

function settleTimes(
  statements: readonly Statement[],
  now: Instant,
  arrived: (hash: string) => Instant,
): Map<Statement, Place> {
  const byHash = new Map(statements.map((each) => [each.hash, each]));
  const settled = new Map<Statement, Place>();
  const settle = (said: Statement): Place => {
    const known = settled.get(said);
    if (known !== undefined) return known;
    const parents = namedBy(said)
      .flatMap((hash) => byHash.get(hash) ?? [])
      .map(settle);
    const after = parents.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
    const order = parents.reduce((most, each) => Math.max(most, each.order + 1), 0);
    const claimed = parseInstant(said.time);
    const isAhead = claimed === null || !isPlausible(claimed, now);
    const least = isAhead ? arrived(said.hash) : claimed;
    const at = Math.max(least, after);
    const place = {
      at: Number.isFinite(at) ? at : now,
      ...{ order: isAhead ? order + AFTER_OWN : order, time: said.time },
      isDoubtful: isAhead || at - claimed > SKEW_MS,
    };
    settled.set(said, place);
    return place;
  };
  for (const each of statements) settle(each);
  return settled;
}

/** What was done here in a root, or to one memory of it, oldest first. */
export function journalOf(root: OpenRoot, now: Instant, id: string | null): HistoryEvent[] {
  const all = readJournal(join(root.records, "journal.ndjson"));
  return [...eventsOfJournal(root, id === null ? all : all.filter((entry) => entry.id === id), now)];
}

/** All that is known of one memory, oldest first. */
export function historyOf(workspace: Workspace, { root, file, input }: LoadedMemory): HistoryEvent[] {
  const done = journalOf(root, workspace.now, file.id);
  return joinEvents(done, eventsOfStatements(workspace, root, selectCounting(input)));
}

/** All of both, oldest first. What the journal tells, its own statements do not tell again: they say after what it came, and
 * what was signed with it. */
export function joinEvents(done: readonly HistoryEvent[], said: readonly HistoryEvent[]): HistoryEvent[] {
  const own = Map.groupBy(
    said.filter(({ isOwn }) => isOwn),
    keyOf,
  );
  const told = new Set(done.map(keyOf));
  const placed = done.map((event) => {
    const signed = own.get(keyOf(event)) ?? [];
    const confirms =
      event.kind !== "approved" && signed.some(({ act }) => act !== null && isApproval({ act }));
    return { ...event, confirms, at: signed.reduce((latest, { at }) => Math.max(latest, at), event.at) };
  });
  return [...placed, ...said.filter((event) => !(event.isOwn && told.has(keyOf(event))))].sort(compareEvents);
}

function keyOf({ root, id, time, digest }: HistoryEvent): string {
  return `${root.id} ${id} ${time} ${digest}`;
}

/** In full, to be followed by who did it. */
export function sayEvent({ says, confirms }: HistoryEvent): string {
  return confirms ? `${says} and confirmed as fact` : says;
}

/** When, as far as this machine can tell. */
export function dateEvent({ at, time, isDoubtful }: HistoryEvent): string {
  return isDoubtful ? renderInstant(at) : time;
}

export function compareEvents(a: HistoryEvent, b: HistoryEvent): number {
  return a.at - b.at || a.order - b.order;
}
