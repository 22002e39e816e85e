// What a model answered becomes memories, one after the other, and then the batch is over. After a crash those that were done
// are found by their marks.

import { CredenceError } from "../../memory/errors.ts";
import { createOverlap } from "../../observer/model/text-overlap.ts";
import { renewWorkspace } from "../workspace/workspace.ts";
import type { Drain } from "./drain.ts";
import { finishBatch } from "./finish-batch.ts";
import { type Admitted, type Answered, writeIntent } from "./intent.ts";
import type { CandidateOutcome, Effect } from "./marks.ts";
import { findDone } from "./observed-marks.ts";
import type { Observing } from "./observing.ts";
import type { Batch } from "./pick-batch.ts";
import { storeCandidate } from "./store-candidate.ts";
import { SHARE_MIN, surveyKnown } from "./survey-known.ts";

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
  return double === null ? null : { kind: "unchanged", id: null, why: `${double} says this already` };
}

/** An answer may say the same thing twice. */
function findDouble({ body }: Admitted, stored: readonly Admitted[]): string | null {
  const sharesIn = createOverlap([body]);
  const double = stored.find((each) => (sharesIn(each.body)[0] ?? 0) >= SHARE_MIN);
  return double === undefined ? null : `candidate ${double.place}`;
}
