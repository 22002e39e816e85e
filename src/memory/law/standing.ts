// What applies: one pure function of the file, its attestations and the signers this machine trusts.
//
// Attack: anybody who can change files (a clone, a pulled branch, a post-install script, a model's edit) wants a text
// to apply that no trusted person approved. So only statements of trusted signers about this root, scope and id
// count; the file can lower its standing and never raise it; a negative act holds until a person names it in a later
// positive one; and a statement once seen does not go away by being deleted. Everything else only withholds.

import { PARENTS_MAX } from "../limits.ts";
import type { Standing } from "../memory.ts";
import type { Act } from "./attestation.ts";
import {
  type Evidence,
  findInForce,
  findReplaced,
  findUnlifted,
  isForRoot,
  NEGATIVE_ACTS,
  type StandingInput,
  selectEvidence,
  type Vouching,
} from "./evidence.ts";
import { type Cause, type Decision, describeStanding } from "./standing-reason.ts";

export type { StandingInput, TrustedSigner, Vouching } from "./evidence.ts";
export type { Cause } from "./standing-reason.ts";

export type StandingOf = {
  readonly standing: Standing;
  readonly cause: Cause;
  /** A sentence part for people, shown wherever a tier is shown. */
  readonly reason: string;
};

export function computeStanding(input: StandingInput): StandingOf {
  const decision = decide(input);
  return {
    standing: decision.standing,
    cause: decision.cause,
    reason: describeStanding(
      decision,
      input.signers.filter((trusted) => isForRoot(trusted, input)),
    ),
  };
}

/** Was any content of this memory ever approved by a trusted person? Then only a person may change it. */
export function wasEverApproved(input: StandingInput): boolean {
  return selectEvidence(input).all.some((attestation) => attestation.act === "approve");
}

/** What a new statement about this id names as parents. */
export function parentsFor(input: StandingInput): string[] {
  const evidence = selectEvidence(input);
  const named = new Set(evidence.present.flatMap((attestation) => attestation.parents));
  const newestHeads = evidence.present.filter((attestation) => !named.has(attestation.hash)).reverse();
  const parents = new Set([...findInForce(evidence), ...newestHeads].map((each) => each.hash));
  return [...parents].slice(0, PARENTS_MAX).sort();
}

function decide(input: StandingInput): Decision {
  // First: a lowering that is remembered could not be lifted here, because no new statement is read either.
  if (input.unreliable === true) return { standing: "quarantined", cause: "unreliable" };
  const evidence = selectEvidence(input);
  const unlifted = findUnlifted(evidence, input.file.digest);
  const lowered = unlifted.find((attestation) => attestation.act !== "retire");
  if (lowered !== undefined)
    return { standing: "quarantined", cause: causeOfNegative(lowered.act), by: lowered };
  if (input.file.digest === null) return { standing: "quarantined", cause: "broken" };
  if (input.file.tier === "quarantined" || input.file.directory === "quarantine") {
    return { standing: "quarantined", cause: "recorded-quarantined" };
  }
  const retired = unlifted[0];
  if (retired !== undefined) return { standing: "retired", cause: "retired", by: retired };
  if (input.file.status === "retired") return { standing: "retired", cause: "recorded-retired" };
  if (input.rootWaits) return { standing: "foreign", cause: "second-location" };
  return decideByVouching(input, evidence);
}

function decideByVouching(input: StandingInput, { present, gone, all }: Evidence): Decision {
  const { digest, tier } = input.file;
  const replaced = findReplaced(digest, all);
  const isOf = (each: Vouching, act: Act): boolean => each.act === act && each.digest === digest;
  const isInForce = (each: Vouching, act: Act): boolean => isOf(each, act) && !replaced.has(each.hash);
  const approval = present.findLast((each) => isInForce(each, "approve"));
  if (approval !== undefined) {
    return tier === "verified"
      ? { standing: "verified", cause: "approved", by: approval }
      : { standing: "inferred", cause: "approved-but-recorded-inferred", by: approval };
  }
  // A text that a person replaced does not come back as advice either, whoever vouched for it, until a person keeps it
  // anew. What only a machine replaced does: on another branch it is the present text.
  const isAdvice = (each: Vouching): boolean => isOf(each, "wrote") || isOf(each, "keep");
  const superseded = all.findLast(
    (each) => replaced.has(each.hash) && (isAdvice(each) || isOf(each, "approve")),
  );
  const vouched = present.find((each) =>
    superseded === undefined ? isAdvice(each) : isInForce(each, "keep"),
  );
  if (superseded !== undefined && vouched === undefined) {
    return { standing: "foreign", cause: "superseded", by: superseded };
  }
  const lost = gone.findLast((each) => isInForce(each, "approve"));
  if (lost !== undefined) {
    return { standing: vouched === undefined ? "foreign" : "inferred", cause: "rolled-back", by: lost };
  }
  if (vouched === undefined) return decideForeign(input, present);
  return { standing: "inferred", cause: vouched.act === "keep" ? "kept" : "written", by: vouched };
}

function decideForeign(input: StandingInput, present: readonly Vouching[]): Decision {
  const approved = present.findLast((attestation) => attestation.act === "approve");
  if (approved !== undefined) return { standing: "foreign", cause: "changed-since-approval", by: approved };
  const written = present.findLast((attestation) => !NEGATIVE_ACTS.has(attestation.act));
  if (written !== undefined) return { standing: "foreign", cause: "changed-since-written", by: written };
  const vouchedByStranger = input.attestations.some(
    (attestation) => attestation.digest === input.file.digest && !NEGATIVE_ACTS.has(attestation.act),
  );
  return { standing: "foreign", cause: vouchedByStranger ? "unknown-signer" : "never-seen" };
}

function causeOfNegative(act: Act): Cause {
  if (act === "forget") return "forgotten";
  return act === "revoke" ? "revoked" : "lowered";
}
