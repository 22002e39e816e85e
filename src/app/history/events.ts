// The history of a memory in plain words: the acts that this machine's journal records, and the statements that trusted
// signers made elsewhere. The log, the life line of the page and undo all read these events.
//
// Attack, or accident: a clock. A date is only its signer's claim; the order comes from the statements that each
// statement names. So a date in the future, or one before the statement that it answers, is shown as doubtful and
// decides nothing.

import { join } from "node:path";
import { type Instant, isPlausible, parseInstant, renderInstant } from "../../memory/instant.ts";
import { EVENTS, type EventKind, findDone } from "../../memory/law/events.ts";
import {
  isApproval,
  isNegative,
  isPersons,
  isVouching,
  STATEMENT_KINDS,
  type StatementKind,
} from "../../memory/law/kinds.ts";
import { listSigned } from "../../memory/law/sets/gather.ts";
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
  /** Position in the order of events. */
  readonly at: Instant;
  /** Breaks ties between events of one second. */
  readonly order: number;
  /** The time that the actor's clock claimed. `isDoubtful` when that time cannot be right. */
  readonly time: string;
  readonly isDoubtful: boolean;
  readonly kind: EventKind;
  /** A predicate such as `taken out of use`; the actor is appended. */
  readonly says: string;
  /** True when the event also confirmed the text as fact, because writing, changing or restoring a text with a person's
   * signature confirms it at once. */
  readonly confirms: boolean;
  /** The petname of the actor; null for an actor unknown on this machine. */
  readonly by: string | null;
  /** True when a key of this machine, or one of its checks, acted. */
  readonly isOwn: boolean;
  /** True when the act came from this machine's terminal or page. */
  readonly isHere: boolean;
  /** The actor's own words, if this machine's journal has them. */
  readonly reason: string | null;
  readonly digest: string | null;
  /** The command that ran, from this machine's journal. */
  readonly command: string | null;
  /** The kind of the statement, and its hash below; null for a journal entry. */
  readonly act: StatementKind | null;
  readonly hash: string | null;
};

const BY: Readonly<Record<string, string>> = {
  person: "you",
  machine: "this machine",
  validator: "a check",
};

/** Reads the acts of this machine from its journal, oldest first. A damaged line yields no event. */
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
    // The order of the lines is reliable even when the clock was not.
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

/** Orders the statements about one id, each after those that it answers. `statements` must be those that count. */
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

/** Dates a statement whose own date lies in the future: it arrived after the last statement of this machine that was
 * already there. */
function arrivedAt(workspace: Workspace, root: OpenRoot, hash: string): Instant {
  const own = workspace.signers.filter((each) => each.own).map(({ signer }) => signer);
  const at = parseInstant(recallBefore(workspace.seenIn(root), hash, own)?.time ?? "");
  return at !== null && at <= workspace.now ? at : Number.NEGATIVE_INFINITY;
}

/** `before` is the digest that was vouched for last. Approving another text is an edit; keeping one is not. */
function eventOf(said: Statement, before: string | null): EventKind {
  const isOwnText = isApproval(said) || !isPersons(said);
  if (before === null && isOwnText && isVouching(said)) return "written";
  const isOther = isTextStatement(said) && isApproval(said) && said.digest !== before;
  return isOther ? "edited" : STATEMENT_KINDS[said.act].event;
}

type Position = Pick<HistoryEvent, "at" | "order" | "time" | "isDoubtful">;

/** Larger than any count of journal lines, so a statement with a future date sorts after everything of the same
 * instant. */
const AFTER_OWN = 1e9;
const SKEW_MS = CLOCK_SKEW_HOURS * 3_600_000;

function settleTimes(
  statements: readonly Statement[],
  now: Instant,
  arrived: (hash: string) => Instant,
): Map<Statement, Position> {
  const byHash = new Map(statements.map((each) => [each.hash, each]));
  const settled = new Map<Statement, Position>();
  const settle = (said: Statement): Position => {
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

/** Acts of this machine in a root, or on one memory of the root, oldest first. */
export function journalOf(root: OpenRoot, now: Instant, id: string | null): HistoryEvent[] {
  const all = readJournal(join(root.records, "journal.ndjson"));
  return [...eventsOfJournal(root, id === null ? all : all.filter((entry) => entry.id === id), now)];
}

/** All known events of one memory, oldest first. */
export function historyOf(workspace: Workspace, { root, file, input }: LoadedMemory): HistoryEvent[] {
  const done = journalOf(root, workspace.now, file.id);
  return joinEvents(done, eventsOfStatements(workspace, root, listSigned(input)));
}

/** Merges both lists, oldest first. An own statement is dropped if the journal has the same act, because it only adds
 * two things to the entry: the position, and whether the act confirmed the text. */
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

/** The full predicate; the actor is appended. */
export function sayEvent({ says, confirms }: HistoryEvent): string {
  return confirms ? `${says} and confirmed as fact` : says;
}

/** The time of the event, as reliably as this machine knows it. */
export function dateEvent({ at, time, isDoubtful }: HistoryEvent): string {
  return isDoubtful ? renderInstant(at) : time;
}

export function compareEvents(a: HistoryEvent, b: HistoryEvent): number {
  return a.at - b.at || a.order - b.order;
}
