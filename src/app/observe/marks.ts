// The outcomes of batches: which memory rests on which lines of which session. The lines themselves expire after some days;
// their hashes stay.

import { join } from "node:path";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { isRecord } from "../../memory/json.ts";
import { ensureDirectory } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { readJournal } from "../../store/journal.ts";
import { appendDurably, readLog } from "../../store/log-file.ts";
import { withLock } from "../change/change-root.ts";
import { readRequests } from "../change/requests.ts";
import type { OpenRoot } from "../workspace/workspace.ts";
import type { ObserverPlace } from "./drain.ts";

export type CandidateOutcome = {
  readonly place: number;
  readonly kind: "created" | "updated" | "retired" | "requested" | "unchanged" | "refused";
  readonly id: string | null;
  /** A code or a sentence of ours. */
  readonly why: string | null;
  readonly evidence: readonly string[];
};

/** The outcome without its evidence. */
export type Effect = Pick<CandidateOutcome, "kind" | "id" | "why">;

export type BatchRecord = {
  readonly v: 1;
  readonly at: string;
  readonly batch: string;
  readonly session: string;
  readonly lines: number;
  readonly end: "read" | "aside";
  readonly outcomes: readonly CandidateOutcome[];
};

const FILE = "batches.ndjson";
const FILE_BYTES_MAX = 8 * 1024 * 1024;

export function recordBatch({ records }: ObserverPlace, record: BatchRecord): void {
  writing("machine state", () => {
    ensureDirectory(records, 0o700);
    appendDurably(join(records, FILE), record, FILE_BYTES_MAX);
  });
}

/** Oldest first. */
export function readBatches({ records }: ObserverPlace): BatchRecord[] {
  return readLog(join(records, FILE), isBatch);
}

function isBatch(value: unknown): value is BatchRecord {
  if (!isRecord(value)) return false;
  const { v, batch, outcomes } = value;
  return v === 1 && typeof batch === "string" && Array.isArray(outcomes);
}

// Each effect of the Observer carries a mark in the operation journal, written in the same transaction: the batch and the
// position in its answer. A process that resumes the work of a killed one recognises finished work by its marks.

/** The command of the Observer's own writes in the journal. */
export const COMMAND = "observe";

const HASH_CHARS = 8;

export type Mark = { readonly batch: string; readonly place: number };

const MARK = /\bobserver (?<batch>[0-9a-f]{16})\.(?<place>\d{1,2})\b/;

export function renderMark({ batch, place }: Mark): string {
  return `observer ${batch}.${place}`;
}

/** The finished effects of this batch, by position. Half-finished operations are completed first. */
export function findDone(root: OpenRoot, batch: string): ReadonlyMap<number, Effect> {
  const [operations, requests] = withLock(
    root,
    () => [readJournal(pathOf(root)), readRequests(root)] as const,
  );
  const done = new Map<number, Effect>();
  for (const { id, reason, command } of [...operations, ...requests]) {
    const place = placeIn(reason, batch);
    // A request is filed under the command that it asks for.
    const isRequest = command === "retire" && requests.some((each) => each.reason === reason);
    const kind = isRequest ? "requested" : command === "retire" ? "retired" : kindOf(id, { batch, place });
    done.set(place, { kind, id, why: null });
  }
  done.delete(NOWHERE);
  return done;
}

const NOWHERE = -1;

function placeIn(reason: string | null, batch: string): number {
  const mark = MARK.exec(reason ?? "")?.groups;
  return mark?.["batch"] === batch ? Number(mark["place"]) : NOWHERE;
}

/** A memory created for this mark has the mark in its id. */
function kindOf(id: string, mark: Mark): "created" | "updated" {
  return id.endsWith(suffixOf(mark)) ? "created" : "updated";
}

/** The end of the id of a memory created for a mark. */
export function suffixOf(mark: Mark): string {
  return `_${sha256Hex(renderMark(mark)).slice(0, HASH_CHARS)}`;
}

/** Ids of memories that the Observer created, by this machine's own records, because a file can claim anything. */
export function listObserved(root: OpenRoot): ReadonlySet<string> {
  return new Set(
    readJournal(pathOf(root))
      .filter(({ command }) => command === COMMAND)
      .map(({ id }) => id),
  );
}

function pathOf(root: OpenRoot): string {
  return join(root.records, "journal.ndjson");
}
