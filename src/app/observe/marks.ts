// What came of each batch, once: which memory rests on which lines of which session. The lines themselves go after some days;
// their hashes stay.

import { existsSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../memory/json.ts";
import { appendLine, ensureDirectory } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import type { ObserverPlace } from "./observer-place.ts";

export type CandidateOutcome = {
  readonly place: number;
  readonly kind: "created" | "updated" | "retired" | "requested" | "unchanged" | "refused";
  readonly id: string | null;
  /** A code or a sentence of ours. */
  readonly why: string | null;
  readonly evidence: readonly string[];
};

/** What became of it, without what it rests on. */
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
  const path = join(records, FILE);
  writing("machine state", () => {
    ensureDirectory(records, 0o700);
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > FILE_BYTES_MAX)
      renameSync(path, `${path}.1`);
    appendLine(path, JSON.stringify(record), 0o600);
  });
}

/** Oldest first; of the last two files. */
export function readBatches({ records }: ObserverPlace): BatchRecord[] {
  const path = join(records, FILE);
  return [`${path}.1`, path]
    .filter((each) => existsSync(each))
    .flatMap((each) => readFileSync(each, "utf8").split("\n"))
    .flatMap((line) => (line === "" ? [] : [parseJson(line)]))
    .filter(isBatch);
}

function isBatch(value: unknown): value is BatchRecord {
  if (typeof value !== "object" || value === null) return false;
  const { v, batch, outcomes } = value as Readonly<Record<string, unknown>>;
  return v === 1 && typeof batch === "string" && Array.isArray(outcomes);
}
