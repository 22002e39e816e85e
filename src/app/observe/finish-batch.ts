// Finishes a batch: its outcome is recorded, then the session is marked as read up to there, then the intent is removed.
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
  type Batch,
  dropIntent,
  type ProvenCandidate,
  type StoredAnswer,
  writeIntent,
  writeProgress,
} from "./pick-batch.ts";
import { SHARE_MIN, type StoreContext, storeCandidate, surveyKnown } from "./store-candidate.ts";

export type BatchEnd = { readonly end: "read" | "aside"; readonly outcomes: readonly CandidateOutcome[] };

type FinishContext = Pick<Drain, "place" | "now">;

export function finishBatch({ place, now }: FinishContext, batch: Batch, { end, outcomes }: BatchEnd): void {
  const { intent, session, lines } = batch;
  const at = renderInstant(now());
  recordBatch(place, { v: 1, at, batch: intent.batch, session, lines: intent.lines.length, end, outcomes });
  const kept = outcomes.filter(({ kind }) => kind === "created" || kind === "updated").length;
  if (kept > 0) noteSpending(place.state, { batch: intent.batch, root: place.rootId, kept }, now());
  leaveBehind(place, batch, lines);
}

/** True when the outcome was recorded before a crash and only the remaining steps are missing. */
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

/** Sets a batch that failed too often aside, so that the others continue and the user can examine it. */
export function setAside({ place, now }: FinishContext, batch: Batch): void {
  const { intent, lines } = batch;
  const text = lines.map(({ record }) => `${renderSpoolLine(record)}\n`).join("");
  writing("machine state", () => {
    ensureDirectory(place.aside, 0o700);
    replaceFile(join(place.aside, `${intent.key}.${intent.batch}.ndjson`), text, 0o600);
  });
  finishBatch({ place, now }, batch, { end: "aside", outcomes: [] });
}

/** Removes batches set aside when they are as old as expired spool files. */
export function dropOldAside(place: ObserverPlace, now: number): void {
  if (statSync(place.aside, { throwIfNoEntry: false }) === undefined) return;
  for (const name of readdirSync(place.aside)) {
    const path = join(place.aside, name);
    const madeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - madeMs > SPOOL_BOUND.daysMax * 86_400_000) removeFile(path);
  }
}

// Stores the model's answer as memories, one after the other, and then finishes the batch. After a crash, the memories
// already stored are recognised by their marks.

export async function storeAnswer(
  drain: Drain,
  batch: Batch,
  answered: StoredAnswer,
): Promise<CandidateOutcome[]> {
  const refused = answered.refused.map(
    ({ place, why }): CandidateOutcome => ({ place, kind: "refused", id: null, why, evidence: [] }),
  );
  try {
    const outcomes = [...refused, ...(await storeAdmitted(drain, batch, answered))];
    finishBatch(drain, batch, { end: "read", outcomes });
    return outcomes;
  } catch (error) {
    // A busy lock, a full disk or an exhausted daily limit is not the batch's fault, so it does not count as a try.
    if (error instanceof CredenceError) writeIntent(drain.place, { ...batch.intent, answered });
    throw error;
  }
}

async function storeAdmitted(
  drain: Drain,
  batch: Batch,
  answered: StoredAnswer,
): Promise<CandidateOutcome[]> {
  const { admitted } = answered;
  if (admitted.length === 0) return [];
  const { root } = drain;
  const { batch: name } = batch.intent;
  const workspace = renewWorkspace(drain.workspace, drain.now());
  const done = batch.isResumed ? findDone(root, name) : new Map<number, Effect>();
  const { known, doubles } = surveyKnown(workspace, root, admitted);
  const observing: StoreContext = { workspace, root, batch: name, known };
  const stored: ProvenCandidate[] = [];
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

/** An answer may contain the same thing twice. */
function findDouble({ body }: ProvenCandidate, stored: readonly ProvenCandidate[]): string | null {
  const sharesIn = createOverlap([body]);
  const double = stored.find((each) => (sharesIn(each.body)[0] ?? 0) >= SHARE_MIN);
  return double === undefined ? null : `candidate ${double.place}`;
}
