// The log: changes in all open roots, newest first, from this machine's journal and the statements of trusted signers.
// Only as many events are held in memory as are requested, however many memories there are.
//
// Attack: a memory, a name or a reason that addresses an agent. Unless a person reads the log, an event is an id, an
// act and a date: it repeats no words of an author, and an id without a trusted signer is shown as a number. Secrets in a
// reason are always masked.

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { type Instant, parseInstant, renderInstant } from "../../memory/instant.ts";
import { listSigned } from "../../memory/law/sets/gather.ts";

import { isTextStatement, type Statement, type TextStatement } from "../../memory/law/statement.ts";
import { isMemoryId, type Scope } from "../../memory/memory.ts";
import { readRowsOf, walkStatementStamps } from "../../search/index/reader.ts";
import { readDropped, walkJournal } from "../../store/journal.ts";
import { readAttestFiles } from "../../trust/attest-files.ts";
import { walkSeen } from "../../trust/seen-history.ts";
import { identifyStatements } from "../index/index-row.ts";
import { withIndexes } from "../index/open-index.ts";
import { type IndexedRoot, indexIds } from "../index/refresh-index.ts";
import { nameOfId } from "../memories/foreign-names.ts";
import { listTombstones } from "../memories/forgotten.ts";
import { hideSecrets } from "../memories/hide-secrets.ts";
import { readSettingChanges, type SettingEntry } from "../memories/journal.ts";
import { inputOfSaid } from "../memories/known-signers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import {
  compareEvents,
  dateEvent,
  eventsOfJournal,
  eventsOfStatements,
  type HistoryEvent,
  joinEvents,
  sayEvent,
} from "./events.ts";

type LogQuery = {
  readonly since: Instant | null;
  readonly id: string | null;
  /** The petname of an actor on this machine. */
  readonly by: string | null;
  readonly limit: number;
};

/** One line of the log. */
export type LoggedEvent = {
  /** The most reliable time, and, if it differs because the actor's clock cannot be right, the time that this clock
   * claimed. */
  readonly at: string;
  readonly dated: string | null;
  readonly scope: Scope | null;
  readonly root: string | null;
  /** Null for a memory that was forgotten. */
  readonly id: string | null;
  readonly act: HistoryEvent["kind"] | "arrived" | "set";
  readonly says: string;
  readonly by: string | null;
  readonly reason: string | null;
};

type Log = {
  readonly events: readonly LoggedEvent[];
  readonly isCut: boolean;
  /** Before this date the journals of these roots keep only the last change of each kind per memory; null when they are
   * complete. */
  readonly thinUntil: string | null;
};

export function readLog(workspace: Workspace, query: LogQuery): Log {
  const isWanted = createFilter(workspace, query);
  const { roots } = workspace;
  const events = withIndexes(workspace, { roots }, (indexed) =>
    indexed.flatMap((subject) => {
      catchUp(subject);
      const newest = (some: Iterable<HistoryEvent>): HistoryEvent[] =>
        takeNewest(some, isWanted, query.limit);
      const done = newest(eventsOfJournal(subject.root, journalOf(subject.root), workspace.now));
      const said = newest(eventsInRoot(workspace, subject.root, query.id));
      return [...joinEvents(done, said), ...newest(strangersIn(subject))];
    }),
  );
  const told = events.sort((a, b) => compareEvents(b, a)).slice(0, query.limit + 1);
  const lines = told.map((event) => ({ at: event.at, line: describe(workspace, event) }));
  const settings = query.id === null ? settingsOf(workspace, query) : [];
  const all = [...lines, ...settings].sort((a, b) => b.at - a.at).map(({ line }) => line);
  const thin = roots.flatMap(({ records }) => readDropped(join(records, "journal.ndjson"))?.until ?? []);
  return {
    events: all.slice(0, query.limit),
    isCut: all.length > query.limit,
    thinUntil: thin.sort().at(-1) ?? null,
  };
}

type Filter = (event: Pick<HistoryEvent, "at" | "id" | "by">) => boolean;

function createFilter({ signers }: Workspace, { since, id, by }: LogQuery): Filter {
  const wanted =
    by === null
      ? null
      : findName(
          signers.map(({ petname }) => petname),
          by,
        );
  return (event) =>
    (since === null || event.at >= since) &&
    (id === null || event.id === id) &&
    (wanted === null || event.by === wanted);
}

/** People type a petname from memory, so case and articles are ignored. */
function findName(petnames: readonly string[], typed: string): string {
  const fold = (name: string): string =>
    name
      .trim()
      .toLowerCase()
      .replace(/^(?:this|a) /, "");
  const found = ["you", "this machine", "a check", ...petnames].find((name) => fold(name) === fold(typed));
  if (found !== undefined) return found;
  const hint = "you, this machine, a check, or a name of credence trust list";
  throw new CredenceError("NOT_FOUND", `nobody here is called ${typed}`, hint);
}

/** Keeps one event more than the limit, which tells the caller that there are more. */
function takeNewest(events: Iterable<HistoryEvent>, isWanted: Filter, limit: number): HistoryEvent[] {
  let kept: HistoryEvent[] = [];
  const cut = (): HistoryEvent[] => kept.sort((a, b) => compareEvents(b, a)).slice(0, limit + 1);
  for (const event of events) {
    if (isWanted(event)) kept.push(event);
    if (kept.length > 2 * limit + 1_000) kept = cut();
  }
  return cut();
}

function journalOf({ records }: OpenRoot): ReturnType<typeof walkJournal> {
  return walkJournal(join(records, "journal.ndjson"));
}

/** Statements of a root, grouped by id, and then its tombstones. */
function* eventsInRoot(workspace: Workspace, root: OpenRoot, only: string | null): Generator<HistoryEvent> {
  const seen = workspace.seenIn(root);
  const all = only === null ? walkSeen(seen) : seen.recall(only);
  for (const group of groupNeighbours(all)) yield* eventsOfGroup(workspace, root, group);
  for (const tombstone of listTombstones(workspace, root).all)
    yield* eventsOfGroup(workspace, root, [tombstone]);
}

function* groupNeighbours(all: Iterable<TextStatement>): Generator<TextStatement[]> {
  let group: TextStatement[] = [];
  for (const each of all) {
    if (group.length > 0 && group[0]?.id !== each.id) {
      yield group;
      group = [];
    }
    group.push(each);
  }
  if (group.length > 0) yield group;
}

function eventsOfGroup(workspace: Workspace, root: OpenRoot, group: readonly Statement[]): HistoryEvent[] {
  const id = group.find(isTextStatement)?.id ?? "";
  return eventsOfStatements(workspace, root, listSigned(inputOfSaid(workspace, root, { id, said: group })));
}

/** Foreign files, dated by their last modification because no known signer dates them. */
function* strangersIn({ root, index }: IndexedRoot): Generator<HistoryEvent> {
  for (const { id, directory } of readRowsOf(index, "standing = 'foreign'", [])) {
    if (!isMemoryId(id)) continue;
    const path = join(root.path, directory === "quarantine" ? "quarantine" : "memories", `${id}.md`);
    const at = Math.trunc(lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (at === 0) continue;
    yield {
      ...{ root, id, at, order: 0, time: renderInstant(at), isDoubtful: false },
      ...{ kind: "edited", says: "", confirms: false, by: null, isOwn: false, reason: null, digest: null },
      ...{ command: null, act: null, hash: null, isHere: false },
    };
  }
}

function describe(workspace: Workspace, event: HistoryEvent): LoggedEvent {
  const { root, id, time, isDoubtful, kind, by } = event;
  const isPerson = workspace.presence.kind === "person";
  const isArrival = event.command === null && event.act === null;
  const known = isArrival && workspace.seenIn(root).recall(id).length > 0;
  return {
    at: dateEvent(event),
    dated: isDoubtful ? time : null,
    scope: root.scope,
    root: root.shown,
    id: isMemoryId(id) ? nameOfId(workspace, root, id) : null,
    act: isArrival && !known ? "arrived" : kind,
    says: isArrival ? (known ? CHANGED : ARRIVED) : sayEvent(event),
    by: by === null || event.isOwn ? by : isPerson ? hideIn(by) : "another signer",
    reason: isPerson ? hideIn(sayReason(event.reason) ?? findReason(event)) : null,
  };
}

function hideIn(words: string | null): string | null {
  return words === null ? null : hideSecrets(words);
}

const ARRIVED = "came from elsewhere, and nobody you trust signed it";
const CHANGED = "changed in its file, by nobody known here";

/** Replaces the code in front of a check's reason, which is meant for programs. */
function sayReason(reason: string | null): string | null {
  return reason?.replace(/^SECRET-DETECTED: /, "a secret was found: ").replace(/^FAIL-[A-Z]+: /, "") ?? null;
}

/** Reads another signer's reason, which their signature covers. */
function findReason({ root, id, hash, isOwn }: HistoryEvent): string | null {
  if (hash === null || isOwn || !isMemoryId(id)) return null;
  const { attestations } = readAttestFiles(root.path, id, { isIgnored: (name) => name !== `${hash}.json` });
  return attestations[0]?.reason ?? null;
}

type Line = { readonly at: Instant; readonly line: LoggedEvent };

function settingsOf(workspace: Workspace, query: LogQuery): Line[] {
  const isWanted = createFilter(workspace, { ...query, id: null });
  return readSettingChanges(workspace)
    .flatMap((entry) => toLine(workspace, entry) ?? [])
    .filter(({ at, line }) => isWanted({ at, id: "", by: line.by }))
    .slice(-query.limit - 1);
}

function toLine({ now, roots }: Workspace, entry: SettingEntry): Line | null {
  const { id, actor, before, after, scope, root } = entry;
  const claimed = parseInstant(String(entry.at));
  if (claimed === null) return null;
  const at = Math.min(claimed, now);
  return {
    at,
    line: {
      ...{ at: renderInstant(at), dated: at === claimed ? null : entry.at, scope },
      ...{ root: roots.find((each) => each.id === root)?.shown ?? null, id, act: "set" },
      ...{ says: "set", by: actor === "person" ? "you" : "this machine" },
      reason: hideSecrets(`${JSON.stringify(before)} -> ${JSON.stringify(after)}`),
    },
  };
}

// Statements that a pull or a sync brought are remembered when they are first read, so the log reads them before it is
// built. It compares the times of their directories, which costs ten thousand lookups for ten thousand memories and
// reads only what changed.

/** How many memories are read per write of the index. */
const PIECE = 250;

function catchUp(subject: IndexedRoot): void {
  const { workspace, root, index } = subject;
  const changed: string[] = [];
  for (const { id, attest } of walkStatementStamps(index)) {
    if (isMemoryId(id) && identifyStatements(root, id, workspace.now).text !== attest) changed.push(id);
  }
  for (let at = 0; at < changed.length; at += PIECE) indexIds(subject, changed.slice(at, at + PIECE));
}
