// A batch is over: what came of it is written down, then the session counts as read until there, then nothing is left of the
// intent. Whoever dies in between does the rest again, which changes nothing.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { renderInstant } from "../../memory/instant.ts";
import { noteSpending } from "../../observer/model/ledger.ts";
import { advanceCursors } from "../../observer/spool/pending.ts";
import { listSpool } from "../../observer/spool/spool-files.ts";
import { renderSpoolLine } from "../../observer/spool/spool-line.ts";
import { removeFile, SPOOL_BOUND } from "../../observer/spool/trim.ts";
import { ensureDirectory, replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import type { Drain } from "./drain.ts";
import { dropIntent } from "./intent.ts";
import { type CandidateOutcome, readBatches, recordBatch } from "./marks.ts";
import type { ObserverPlace } from "./observer-place.ts";
import type { Batch } from "./pick-batch.ts";
import { writeProgress } from "./progress.ts";

export type BatchEnd = { readonly end: "read" | "aside"; readonly outcomes: readonly CandidateOutcome[] };

type Finishing = Pick<Drain, "place" | "now">;

export function finishBatch({ place, now }: Finishing, batch: Batch, { end, outcomes }: BatchEnd): void {
  const { intent, session, lines } = batch;
  const at = renderInstant(now());
  recordBatch(place, { v: 1, at, batch: intent.batch, session, lines: intent.lines.length, end, outcomes });
  const kept = outcomes.filter(({ kind }) => kind === "created" || kind === "updated").length;
  if (kept > 0) noteSpending(place.state, { batch: intent.batch, root: place.rootId, kept }, now());
  leaveBehind(place, batch, lines);
}

/** Was it over before, and only the rest is missing? */
export function isFinished(place: ObserverPlace, { intent, isResumed }: Batch): boolean {
  return isResumed && readBatches(place).some(({ batch }) => batch === intent.batch);
}

export function leaveBehind(
  place: ObserverPlace,
  { intent, progress, taint }: Batch,
  lines: Batch["lines"],
): void {
  const files = listSpool(place.spool).filter(({ key }) => key === intent.key);
  const numbers = new Set(files.map(({ number }) => String(number)));
  const cursors = Object.entries(advanceCursors(progress.files, lines)).filter(([number]) =>
    numbers.has(number),
  );
  writeProgress(place, intent.key, { v: 1, files: Object.fromEntries(cursors), taint });
  dropIntent(place, intent.key);
}

/** Poisoned: it goes on without it, and a person can look. */
export function setAside({ place, now }: Finishing, batch: Batch): void {
  const { intent, lines } = batch;
  const text = lines.map(({ record }) => `${renderSpoolLine(record)}\n`).join("");
  writing("machine state", () => {
    ensureDirectory(place.aside, 0o700);
    replaceFile(join(place.aside, `${intent.key}.${intent.batch}.ndjson`), text, 0o600);
  });
  finishBatch({ place, now }, batch, { end: "aside", outcomes: [] });
}

/** As old as what is dropped from the spool. */
export function dropOldAside(place: ObserverPlace, now: number): void {
  if (statSync(place.aside, { throwIfNoEntry: false }) === undefined) return;
  for (const name of readdirSync(place.aside)) {
    const path = join(place.aside, name);
    const madeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - madeMs > SPOOL_BOUND.daysMax * 86_400_000) removeFile(path);
  }
}
