// What the drain is about to do with a batch, on disk before it does it. Work is done at least once and has its effect once:
// a process that dies before the answer asks again, for the same lines; one that dies after it stores what was answered then,
// because another answer would be another memory.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../memory/json.ts";
import { CATEGORIES, MEMORY_TYPES } from "../../memory/memory.ts";
import type { Candidate } from "../../observer/model/candidate.ts";
import { readField } from "../../observer/model/json-fields.ts";
import { listNames } from "../../observer/spool/spool-files.ts";
import { removeFile } from "../../observer/spool/trim.ts";
import { ensureDirectory, replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import type { ObserverPlace } from "./observer-place.ts";

/** A candidate that may be stored, and by which lines it can be proved. */
export type Admitted = Omit<Candidate, "evidence"> & {
  /** Its place in the answer. */
  readonly place: number;
  /** Ids of lines, which are hashes of them. */
  readonly evidence: readonly string[];
};

export type Refused = { readonly place: number; readonly why: string };

export type Answered = {
  readonly session: string;
  readonly taint: readonly string[];
  readonly admitted: readonly Admitted[];
  readonly refused: readonly Refused[];
};

export type Intent = {
  readonly v: 1;
  readonly batch: string;
  /** Of the session. */
  readonly key: string;
  /** Ids, in their order. */
  readonly lines: readonly string[];
  /** How often the model was asked, or what it answered was taken up. */
  readonly tries: number;
  readonly answered: Answered | null;
};

const NAME = /^(?<key>[0-9a-f]{32})\.intent\.json$/;

export function readIntent({ records }: ObserverPlace, key: string): Intent | null {
  const path = pathOf(records, key);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  return isIntent(value) ? value : null;
}

export function writeIntent({ records }: ObserverPlace, intent: Intent): void {
  writing("machine state", () => {
    ensureDirectory(records, 0o700);
    replaceFile(pathOf(records, intent.key), JSON.stringify(intent), 0o600);
  });
}

export function dropIntent({ records }: ObserverPlace, key: string): void {
  removeFile(pathOf(records, key));
}

/** Keys of the sessions that have one. */
export function listIntents({ records }: ObserverPlace): string[] {
  return listNames(records).flatMap((name) => NAME.exec(name)?.groups?.["key"] ?? []);
}

function pathOf(records: string, key: string): string {
  return join(records, `${key}.intent.json`);
}

/** We wrote it, whole; a later version of us may have, or a disk that lost a part. */
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
