// A candidate becomes a memory, a change of one, or nothing. Nothing here raises trust: whatever is written is inferred, under
// an id that we make, and signed by the machine key. What a person approved, or somebody else wrote, is never touched; words
// that came from the web or from a tool do not change a memory that came without them. Fails closed.

import { CredenceError, type FailureCode } from "../../memory/errors.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { type Draft, sanitizeDraft } from "../../memory/file/draft.ts";
import { decideProposal } from "../../memory/law/proposal.ts";
import { SESSION_CHARS_MAX, TAINT_CHARS_MAX } from "../../memory/limits.ts";
import { sanitizeLine, truncateChars } from "../../memory/text/sanitize.ts";
import { createObserved } from "./create-observed.ts";
import { endObserved } from "./end-observed.ts";
import { growObserved } from "./grow-observed.ts";
import type { Admitted, Answered } from "./intent.ts";
import type { Effect } from "./marks.ts";
import type { Observing } from "./observing.ts";

/** Refusals that are about this candidate alone; after any other one the drain stops, and goes on another time. */
const OWN_FAULTS: ReadonlySet<FailureCode> = new Set([
  "INVALID_MEMORY",
  "SECRET_DETECTED",
  "EXISTS",
  "RETIRED_RECENTLY",
  "WRONG_STANDING",
  "NEEDS_PERSON",
  "NOT_FOUND",
  "OCC_CONFLICT",
  "ALREADY_APPROVED",
]);

export async function storeCandidate(
  observing: Observing,
  candidate: Admitted,
  from: Pick<Answered, "session" | "taint">,
): Promise<Effect> {
  try {
    return await store(observing, candidate, draftOf(candidate, from));
  } catch (error) {
    if (!(error instanceof CredenceError) || !OWN_FAULTS.has(error.code)) throw error;
    return { kind: "refused", id: null, why: error.code };
  }
}

async function store(observing: Observing, { place, ends }: Admitted, draft: Draft): Promise<Effect> {
  const { known, batch } = observing;
  const outcome = decideProposal({ ...draft, digest: digestMemory(draft), ends }, known);
  const mark = { batch, place };
  switch (outcome.kind) {
    case "no-op":
      return { kind: "unchanged", id: null, why: outcome.why };
    case "create":
      return createObserved(observing, { ...draft, supersedes: outcome.supersedes }, mark);
    case "retire":
      return endObserved(observing, outcome.id, { mark, isTainted: draft.taint.length > 0 });
    case "update": {
      const target = known.find(({ id }) => id === outcome.id);
      const isNew = draft.taint.some((name) => target?.taint.includes(name) !== true);
      const grown = isNew ? null : await growObserved(observing, outcome.id, { draft, mark });
      return grown ?? createObserved(observing, { ...draft, supersedes: outcome.id }, mark);
    }
  }
}

function draftOf(candidate: Admitted, { session, taint }: Pick<Answered, "session" | "taint">): Draft {
  const { type, category, name, description, tags, body, confidence } = candidate;
  return sanitizeDraft({
    type,
    category,
    name,
    description,
    tags,
    body,
    confidence,
    origin: "inference",
    relatedFiles: [],
    session: sanitizeLine(session, SESSION_CHARS_MAX),
    taint: taint.map((each) => truncateChars(each, TAINT_CHARS_MAX)),
    supersedes: null,
  });
}
