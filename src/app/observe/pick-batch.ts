// Picks the next batch of a session: the one that was begun before, else the first unread lines.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addTaint } from "../../memory/file/merge-update.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { CATEGORIES, MEMORY_TYPES } from "../../memory/memory.ts";
import { BATCH_LINES_MAX, chooseBatch, nameBatch } from "../../observer/model/batch.ts";
import { type Candidate, readCount, readField, readText } from "../../observer/model/parse-candidates.ts";
import { type Cursors, type PendingLine, readPending } from "../../observer/spool/pending.ts";
import { listNames, listSpool } from "../../observer/spool/spool.ts";
import { removeFile } from "../../observer/spool/trim.ts";
import { ensureDirectory, replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import type { Drain, ObserverPlace } from "./drain.ts";

export type Batch = {
  readonly intent: Intent;
  /** True when another process began it and did not finish. */
  readonly isResumed: boolean;
  readonly lines: readonly PendingLine[];
  readonly session: string;
  /** The taint in the context at the end of the batch. */
  readonly taint: readonly string[];
  /** The user's last words before the batch, and the first ones after it. */
  readonly before: string;
  readonly after: string;
  readonly progress: Progress;
};

/** @returns null when the session is read to its end. */
export function pickBatch({ place, limits }: Pick<Drain, "place" | "limits">, key: string): Batch | null {
  const files = listSpool(place.spool).filter((file) => file.key === key);
  const progress = readProgress(place, key);
  // One line more than a batch, because the user's next words may contain the rest of a secret.
  const { lines: pending, saidBefore } = readPending(files, progress.files, BATCH_LINES_MAX + 1);
  const begun = readIntent(place, key);
  const ids = new Set(begun?.lines);
  const lines =
    begun === null ? chooseBatch(pending, limits.invocation) : pending.filter(({ id }) => ids.has(id));
  if (begun === null && lines.length === 0) return null;
  const lineIds = lines.map(({ id }) => id);
  const batch = nameBatch(key, lineIds);
  return {
    intent: begun ?? { v: 1, batch, key, lines: lineIds, tries: 0, answered: null },
    isResumed: begun !== null,
    lines,
    session: lines[0]?.record.session ?? begun?.answered?.session ?? "",
    taint: addTaint(
      progress.taint,
      lines.flatMap(({ record }) => record.taint),
    ),
    before: saidBefore?.record.text ?? "",
    after: findNext(pending, lines)?.record.text ?? "",
    progress,
  };
}

/** True when the spool still has a line of the batch. */
export function isStillThere({ place }: Pick<Drain, "place">, { intent, progress }: Batch): boolean {
  const files = listSpool(place.spool).filter((file) => file.key === intent.key);
  const { lines } = readPending(files, progress.files, BATCH_LINES_MAX + 1);
  return lines.some(({ id }) => intent.lines.includes(id));
}

/** The user's next prompt after the batch. */
function findNext(pending: readonly PendingLine[], lines: readonly PendingLine[]): PendingLine | null {
  const ids = new Set(lines.map(({ id }) => id));
  const last = pending.findLastIndex(({ id }) => ids.has(id));
  return pending.slice(last + 1).find(({ record }) => record.kind === "prompt") ?? null;
}

// The intent: the work that the drain is about to do on a batch, on disk before it begins. Work runs at least once and
// takes effect once: a process that dies before the answer asks again about the same lines; after the answer, the stored
// answer is used, because another answer would be another memory.

/** A candidate that may be stored, with the lines that prove it. */
export type ProvenCandidate = Omit<Candidate, "evidence"> & {
  /** Its position in the answer. */
  readonly place: number;
  /** Ids of lines, which are their hashes. */
  readonly evidence: readonly string[];
};

export type RefusedCandidate = { readonly place: number; readonly why: string };

export type StoredAnswer = {
  readonly session: string;
  readonly taint: readonly string[];
  readonly admitted: readonly ProvenCandidate[];
  readonly refused: readonly RefusedCandidate[];
};

type Intent = {
  readonly v: 1;
  readonly batch: string;
  /** The key of the session. */
  readonly key: string;
  /** Ids, in order. */
  readonly lines: readonly string[];
  /** The number of requests to the model and of resumptions of a stored answer. */
  readonly tries: number;
  readonly answered: StoredAnswer | null;
};

const INTENT_NAME = /^(?<key>[0-9a-f]{32})\.intent\.json$/;

export function readIntent({ records }: ObserverPlace, key: string): Intent | null {
  const path = intentPath(records, key);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  return isIntent(value) ? value : null;
}

export function writeIntent({ records }: ObserverPlace, intent: Intent): void {
  writing("machine state", () => {
    ensureDirectory(records, 0o700);
    replaceFile(intentPath(records, intent.key), JSON.stringify(intent), 0o600);
  });
}

export function dropIntent({ records }: ObserverPlace, key: string): void {
  removeFile(intentPath(records, key));
}

/** Keys of the sessions that have an intent. */
export function listIntents({ records }: ObserverPlace): string[] {
  return listNames(records).flatMap((name) => INTENT_NAME.exec(name)?.groups?.["key"] ?? []);
}

function intentPath(records: string, key: string): string {
  return join(records, `${key}.intent.json`);
}

/** Checks the shape, although we wrote the file, because a later version or a damaged disk may have changed it. */
function isIntent(value: unknown): value is Intent {
  const answered = readField(value, "answered");
  return (
    readField(value, "v") === 1 &&
    hasTexts(value, ["batch", "key"]) &&
    isListOf(readField(value, "lines"), isText) &&
    typeof readField(value, "tries") === "number" &&
    (answered === null || isAnswered(answered))
  );
}

function isAnswered(value: unknown): boolean {
  const isRefused = (each: unknown): boolean => hasTexts(each, ["why"]) && hasPlace(each);
  return (
    hasTexts(value, ["session"]) &&
    isListOf(readField(value, "taint"), isText) &&
    isListOf(readField(value, "admitted"), isAdmitted) &&
    isListOf(readField(value, "refused"), isRefused)
  );
}

function isAdmitted(value: unknown): boolean {
  const [type, category] = [readField(value, "type"), readField(value, "category")];
  return (
    hasPlace(value) &&
    hasTexts(value, ["name", "description", "body"]) &&
    MEMORY_TYPES.some((each) => each === type) &&
    (category === null || CATEGORIES.some((each) => each === category)) &&
    isListOf(readField(value, "tags"), isText) &&
    isListOf(readField(value, "evidence"), isText) &&
    typeof readField(value, "confidence") === "number" &&
    typeof readField(value, "ends") === "boolean"
  );
}

function hasPlace(value: unknown): boolean {
  return typeof readField(value, "place") === "number";
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  return names.every((name) => isText(readField(value, name)));
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isListOf(value: unknown, holds: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(holds);
}

// How far a session was read, and the taint of its context up to there: a file of the session may be gone, but the taint of
// its contents stays.

type Progress = { readonly v: 1; readonly files: Cursors; readonly taint: readonly string[] };

const NO_PROGRESS: Progress = { v: 1, files: {}, taint: [] };
const PROGRESS_NAME = /^(?<key>[0-9a-f]{32})\.progress\.json$/;

export function readProgress({ records }: Pick<ObserverPlace, "records">, key: string): Progress {
  const path = progressPath(records, key);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  return isProgress(value) ? value : NO_PROGRESS;
}

export function writeProgress({ records }: ObserverPlace, key: string, progress: Progress): void {
  writing("machine state", () => {
    ensureDirectory(records, 0o700);
    replaceFile(progressPath(records, key), `${JSON.stringify(progress)}\n`, 0o600);
  });
}

/** Removes the progress of sessions without any lines left. */
export function dropOldProgress({ records, spool }: ObserverPlace): void {
  const keys = new Set(listSpool(spool).map(({ key }) => key));
  for (const name of listNames(records)) {
    const key = PROGRESS_NAME.exec(name)?.groups?.["key"];
    if (key !== undefined && !keys.has(key)) removeFile(join(records, name));
  }
}

function progressPath(records: string, key: string): string {
  return join(records, `${key}.progress.json`);
}

function isProgress(value: unknown): value is Progress {
  if (!isRecord(value)) return false;
  const { v, files, taint } = value;
  const isList = Array.isArray(taint) && taint.every((each) => typeof each === "string");
  return (
    v === 1 && isList && typeof files === "object" && files !== null && Object.values(files).every(isCursor)
  );
}

function isCursor(value: unknown): boolean {
  return readText(value, "id") !== null && readCount(value, "end") !== null;
}
