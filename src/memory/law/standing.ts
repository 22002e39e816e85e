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
  type TrustedSigner,
  type Vouching,
  vouchesFor,
} from "./evidence.ts";

export type { StandingInput, Vouching } from "./evidence.ts";

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
      { ...decision, conflictLine: input.file.conflictLine },
      input.signers.filter((trusted) => isForRoot(trusted, input.place)),
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
  if (input.recordUnreadable === true) return { standing: "foreign", cause: "record-unreadable" };
  // First: a lowering that is remembered could not be lifted here, because no new statement is read either.
  if (input.unreliable === true) return { standing: "quarantined", cause: "unreliable" };
  const evidence = selectEvidence(input);
  const unlifted = findUnlifted(evidence, input.file.digest);
  const lowered = unlifted.find((attestation) => attestation.act !== "retire");
  if (lowered !== undefined)
    return { standing: "quarantined", cause: causeOfNegative(lowered.act), by: lowered };
  if (input.file.unreadable === true) return { standing: "quarantined", cause: "unreadable" };
  if (input.file.digest === null) {
    return { standing: "quarantined", cause: input.file.conflictLine === undefined ? "broken" : "conflict" };
  }
  if (input.file.tier === "quarantined" || input.file.directory === "quarantine") {
    return { standing: "quarantined", cause: "recorded-quarantined" };
  }
  const retired = unlifted[0];
  if (retired !== undefined) return { standing: "retired", cause: "retired", by: retired };
  if (input.file.status === "retired") return { standing: "retired", cause: "recorded-retired" };
  if (input.rootWaits) return { standing: "foreign", cause: "second-location" };
  if (input.unchecked === true) return { standing: "foreign", cause: "unchecked" };
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
  // again. A text that only a machine replaced does: on another branch it is the current text.
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
  const vouchedByStranger = input.attestations.some((each) => vouchesFor(each, input));
  return { standing: "foreign", cause: vouchedByStranger ? "unknown-signer" : "never-seen" };
}

function causeOfNegative(act: Act): Cause {
  if (act === "forget") return "forgotten";
  return act === "revoke" ? "revoked" : "lowered";
}

// The reason of a standing, in words a person can act on.

export type Cause =
  | "approved"
  | "approved-but-recorded-inferred"
  | "written"
  | "kept"
  | "rolled-back"
  | "superseded"
  | "changed-since-approval"
  | "changed-since-written"
  | "unknown-signer"
  | "never-seen"
  | "second-location"
  | "unchecked"
  | "record-unreadable"
  | "lowered"
  | "forgotten"
  | "revoked"
  | "retired"
  | "recorded-quarantined"
  | "recorded-retired"
  | "broken"
  | "conflict"
  | "unreadable"
  | "unreliable";

type Decision = {
  readonly standing: Standing;
  readonly cause: Cause;
  readonly by?: Vouching | undefined;
  readonly conflictLine?: number | undefined;
};

function describeStanding(decision: Decision, signers: readonly TrustedSigner[]): string {
  const by = nameSigner(decision.by, signers);
  const on = decision.by === undefined ? "" : ` on ${decision.by.time.slice(0, 10)}`;
  switch (decision.cause) {
    case "approved":
      return `approved by ${by}${on}`;
    case "approved-but-recorded-inferred":
      return `approved by ${by}${on}, but the file does not record it as verified`;
    case "written":
      return isOwn(decision.by, signers) ? "written here" : `written by ${by}${on}`;
    case "kept":
      return `kept by ${by}${on}`;
    case "rolled-back":
      return `history rolled back: the approval by ${by}${on} is gone`;
    case "superseded":
      return "changed back to a text that a later approval replaced";
    case "changed-since-approval":
      return `changed since approval by ${by}${on}`;
    case "changed-since-written":
      return `changed since it was written by ${by}${on}`;
    case "unknown-signer":
      return "unknown signer";
    case "never-seen":
      return "never seen here";
    case "second-location":
      return "second copy of a known project";
    case "unchecked":
      return "not compared with what was forgotten here yet";
    case "record-unreadable":
      return "the record of this root cannot be read";
    case "lowered":
    case "forgotten":
    case "revoked":
    case "retired":
      return `${decision.cause} by ${by}${on}`;
    case "recorded-quarantined":
      return "the file says quarantined, but nobody you trust signed that";
    case "recorded-retired":
      return "the file says retired, but nobody you trust signed that";
    case "broken":
      return "it fails validation";
    case "conflict":
      return `conflict markers of git in line ${decision.conflictLine ?? 1}: ${MERGE_REMEDY}`;
    case "unreadable":
      return "its file cannot be read";
    case "unreliable":
      return "there are too many statements about it, or one cannot be read";
  }
}

/** Where a merge left two texts in one file. */
export const MERGE_REMEDY = "credence merge-file ID merges it, then commit";

function nameSigner(attestation: Vouching | undefined, signers: readonly TrustedSigner[]): string {
  return signers.find((trusted) => trusted.signer === attestation?.signer)?.petname ?? "nobody";
}

function isOwn(attestation: Vouching | undefined, signers: readonly TrustedSigner[]): boolean {
  return signers.some((trusted) => trusted.own && trusted.signer === attestation?.signer);
}
