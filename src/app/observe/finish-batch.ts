// Finishes a batch: its outcome is recorded, then the session counts as read up to there, then the intent is removed.
// After a crash in between, the remaining steps are repeated, which changes nothing.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import { noteSpending } from "../../observer/model/budget.ts";
import { createOverlap } from "../../observer/model/text-overlap.ts";
import { advanceCursors } from "../../observer/spool/pending.ts";
import { listSpool, renderSpoolLine } from "../../observer/spool/spool.ts";
import { removeFile, SPOOL_BOUND } from "../../observer/spool/trim.ts";
import { ensureDirectory, replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";
import { renewWorkspace } from "../workspace/workspace.ts";
import type { Drain, ObserverPlace } from "./drain.ts";
import { type CandidateOutcome, type Effect, findDone, readBatches, recordBatch } from "./marks.ts";
import {
  type Admitted,
  type Answered,
  type Batch,
  dropIntent,
  writeIntent,
  writeProgress,
} from "./pick-batch.ts";
import { type Observing, SHARE_MIN, storeCandidate, surveyKnown } from "./store-candidate.ts";

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

// What a model answered becomes memories, one after the other, and then the batch is over. After a crash those that were done
// are found by their marks.

export async function storeAnswer(
  drain: Drain,
  batch: Batch,
  answered: Answered,
): Promise<CandidateOutcome[]> {
  const refused = answered.refused.map(
    ({ place, why }): CandidateOutcome => ({ place, kind: "refused", id: null, why, evidence: [] }),
  );
  try {
    const outcomes = [...refused, ...(await storeAdmitted(drain, batch, answered))];
    finishBatch(drain, batch, { end: "read", outcomes });
    return outcomes;
  } catch (error) {
    // A lock, a full disk or a full day is not the batch's fault: that was no try of it.
    if (error instanceof CredenceError) writeIntent(drain.place, { ...batch.intent, answered });
    throw error;
  }
}

async function storeAdmitted(drain: Drain, batch: Batch, answered: Answered): Promise<CandidateOutcome[]> {
  const { admitted } = answered;
  if (admitted.length === 0) return [];
  const { root } = drain;
  const { batch: name } = batch.intent;
  const workspace = renewWorkspace(drain.workspace, drain.now());
  const done = batch.isResumed ? findDone(root, name) : new Map<number, Effect>();
  const { known, doubles } = surveyKnown(workspace, root, admitted);
  const observing: Observing = { workspace, root, batch: name, known };
  const stored: Admitted[] = [];
  const outcomes: CandidateOutcome[] = [];
  for (const candidate of admitted) {
    const { place, evidence } = candidate;
    drain.beat();
    const double = doubles.get(place) ?? findDouble(candidate, stored);
    const effect =
      done.get(place) ?? sayDouble(double) ?? (await storeCandidate(observing, candidate, answered));
    if (effect.kind === "created" || effect.kind === "updated") stored.push(candidate);
    outcomes.push({ place, kind: effect.kind, id: effect.id, why: effect.why, evidence });
  }
  return outcomes;
}

function sayDouble(double: string | null): Effect | null {
  return double === null ? null : { kind: "unchanged", id: null, why: `${double} already says this` };
}

/** An answer may say the same thing twice. */
function findDouble({ body }: Admitted, stored: readonly Admitted[]): string | null {
  const sharesIn = createOverlap([body]);
  const double = stored.find((each) => (sharesIn(each.body)[0] ?? 0) >= SHARE_MIN);
  return double === undefined ? null : `candidate ${double.place}`;
}
