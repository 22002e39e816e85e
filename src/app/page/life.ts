// What happened to a memory, oldest first: what was signed about it, what this machine's journal adds, and when recall showed
// it. A date is the signer's claim; one that no clock can have had is left out.

import { join } from "node:path";
import { isPlausible, parseInstant, renderInstant } from "../../memory/instant.ts";
import type { Act } from "../../memory/law/attestation.ts";
import { selectEvidence } from "../../memory/law/evidence.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { type JournalEntry, readJournal } from "../../store/journal.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { readReceipts } from "../recall/receipts.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { nameSigner } from "./shown/rows.ts";
import { showLine } from "./shown/text.ts";
import type { LifeEvent } from "./views.ts";

type Kind = LifeEvent["kind"];

const KIND_OF_ACT: Readonly<Record<Act, Kind>> = {
  wrote: "edited",
  keep: "kept",
  approve: "approved",
  lower: "lowered",
  retire: "retired",
  unretire: "restored",
  forget: "lowered",
  revoke: "lowered",
};

/** What a command makes of it, where its statement says less. */
const KIND_OF_COMMAND: Readonly<Record<string, Kind>> = {
  save: "written",
  import: "written",
  observe: "written",
  update: "edited",
  merge: "edited",
  restore: "restored",
  unretire: "restored",
  unarchive: "restored",
  archive: "archived",
  retire: "retired",
  demote: "lowered",
  quarantine: "quarantined",
};

const SAYS: Readonly<Record<Kind, string>> = {
  written: "written",
  edited: "changed",
  recalled: "recalled",
  approved: "confirmed as fact",
  kept: "kept as advice",
  lowered: "sent to quarantine",
  archived: "archived",
  retired: "taken out of use",
  restored: "brought back",
  quarantined: "sent to quarantine by a check",
};

const BY: Readonly<Record<JournalEntry["actor"], string>> = {
  person: "you",
  machine: "this machine",
  validator: "a check",
};

const REASON_CHARS = 200;
/** The newest of them. */
const EVENTS_MAX = 200;

export function describeLife(workspace: Workspace, loaded: LoadedMemory): LifeEvent[] {
  const entries = readJournal(join(loaded.root.records, "journal.ndjson")).filter(
    ({ id }) => id === loaded.file.id,
  );
  const said = fromStatements(workspace, loaded, entries);
  const told = new Set(said.map(({ at }) => at));
  const rest = entries
    .filter(({ at, command }) => !told.has(at) && command in KIND_OF_COMMAND)
    .map(fromEntry);
  const events = sortByTime([...said, ...rest, ...fromOutside(workspace, loaded)]);
  const begun = events.some(({ kind }) => kind === "written") ? [] : fromFile(workspace, loaded);
  const all = sortByTime([...begun, ...events]);
  return sortByTime([...all, ...recallsBetween(workspace, loaded, all)]).slice(-EVENTS_MAX);
}

function fromStatements(
  workspace: Workspace,
  { root, input }: LoadedMemory,
  entries: readonly JournalEntry[],
): LifeEvent[] {
  const commands = new Map(entries.map((entry) => [`${entry.at} ${entry.digest}`, entry]));
  let isFirst = true;
  return selectEvidence(input).all.flatMap(({ act, time, signer, digest }): LifeEvent[] => {
    const at = parseInstant(time);
    if (at === null || !isPlausible(at, workspace.now)) return [];
    const entry = commands.get(`${time} ${digest}`);
    const kind =
      isFirst && act === "wrote" ? "written" : (KIND_OF_COMMAND[entry?.command ?? ""] ?? KIND_OF_ACT[act]);
    isFirst = false;
    const by = nameSigner(workspace, root, signer);
    const event = { at: renderInstant(at), kind, by, says: SAYS[kind], reason: reasonOf(entry?.reason) };
    // Whoever writes, changes or brings back a text and signs it confirms it in the same breath.
    const confirms = act === "approve" && kind !== "approved";
    return confirms ? [event, { ...event, kind: "approved", says: SAYS.approved, reason: null }] : [event];
  });
}

function fromEntry({ at, command, actor, reason }: JournalEntry): LifeEvent {
  const kind = KIND_OF_COMMAND[command] ?? "edited";
  return { at, kind, by: BY[actor] ?? null, says: SAYS[kind], reason: reasonOf(reason) };
}

function reasonOf(reason: unknown): string | null {
  return typeof reason === "string" && reason !== "" ? showLine(reason, REASON_CHARS) : null;
}

/** Nobody signed when it began: that is what its file says, which anybody can have written. */
function fromFile({ now }: Workspace, { memory }: LoadedMemory): LifeEvent[] {
  const at = parseInstant(memory?.createdAt ?? "");
  if (at === null || !isPlausible(at, now)) return [];
  return [
    { at: renderInstant(at), kind: "written", by: null, says: "written, as its file says", reason: null },
  ];
}

/** Its text is none that anybody here said a word about: the file has the time. */
function fromOutside({ now }: Workspace, { input, digest, mtimeMs }: LoadedMemory): LifeEvent[] {
  const said = selectEvidence(input).all;
  if (digest === null || said.length === 0 || said.some((each) => each.digest === digest)) return [];
  if (mtimeMs === 0 || !isPlausible(mtimeMs, now)) return [];
  const at = renderInstant(Math.trunc(mtimeMs));
  return [{ at, kind: "edited", by: null, says: "changed in its file, by nobody known here", reason: null }];
}

/** One event for all recalls between two others. */
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
