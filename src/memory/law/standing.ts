// What applies: one pure function of the file, its attestations and the signers this machine trusts.
//
// Attack: anybody who can change files (a clone, a pulled branch, a post-install script, a model's edit) wants a text
// to apply that no trusted person approved. So only statements of trusted signers about this root, scope and id
// count; the file can lower its standing and never raise it; a negative act holds until a person names it in a later
// positive one; and a statement once seen does not go away by being deleted. Everything else only withholds.

import { PARENTS_MAX } from "../limits.ts";
import type { Standing } from "../memory.ts";
import { ACTS, isApproval, isLowering, isNegative, isPersons, isVouching } from "./acts.ts";
import { CAUSES, type Cause, type CauseRow } from "./causes.ts";
import type { FileInSets } from "./evidence.ts";
import {
  approvalsOf,
  type Evidence,
  findInForce,
  findReplaced,
  findUnlifted,
  isForRoot,
  type StandingInput,
  selectEvidence,
  type Vouching,
  vouchesFor,
} from "./evidence.ts";
import { isContested } from "./sets/memories.ts";
import { type PlacedFile, placeFile } from "./sets/standing-of-file.ts";

export type { StandingInput, Vouching } from "./evidence.ts";

export type StandingOf = {
  readonly standing: Standing;
  readonly cause: Cause;
  /** A sentence part for people, shown wherever a tier is shown. */
  readonly reason: string;
};

export function computeStanding(input: StandingInput): StandingOf {
  const { cause, by, isAdvice } = decide(input);
  const { standing, reason } = CAUSES[cause];
  return {
    standing: isAdvice === true ? "inferred" : standing,
    cause,
    reason: typeof reason === "string" ? reason : tell(input, reason, by),
  };
}

function tell({ signers, place, file }: StandingInput, reason: Reason, by: Vouching | undefined): string {
  const known = signers.filter((each) => each.signer === by?.signer && isForRoot(each, place));
  const on = by === undefined ? "" : ` on ${by.time.slice(0, 10)}`;
  const isOwn = known.some(({ own }) => own);
  return reason(`${known[0]?.petname ?? "nobody"}${on}`, { isOwn, conflictLine: file.conflictLine ?? 1 });
}

type Reason = Exclude<CauseRow["reason"], string>;

/** Was any content of this memory ever approved by a trusted person? Then only a person may change it. */
export function wasEverApproved(input: StandingInput): boolean {
  return selectEvidence(input).all.some(isApproval);
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
  if (input.recordUnreadable === true) return { cause: "record-unreadable" };
  // First: a lowering that is remembered could not be lifted here, because no new statement is read either.
  if (input.unreliable === true) return { cause: "unreliable" };
  const { lowered, retired, decideTrust } =
    input.sets === undefined ? hear(input) : hearSets(input, input.sets);
  if (lowered !== undefined) return { cause: ACTS[lowered.act].cause, by: lowered };
  if (input.file.unreadable === true) return { cause: "unreadable" };
  if (input.file.digest === null) {
    return { cause: input.file.conflictLine === undefined ? "broken" : "conflict" };
  }
  if (input.file.tier === "quarantined" || input.file.directory === "quarantine") {
    return { cause: "recorded-quarantined" };
  }
  if (retired !== undefined) return { cause: ACTS[retired.act].cause, by: retired };
  if (input.file.status === "retired") return { cause: "recorded-retired" };
  if (input.rootWaits) return { cause: "second-location" };
  if (input.unchecked === true) return { cause: "unchecked" };
  // Only what would stand otherwise: whatever keeps it out for everybody is said first.
  if (input.answered === "hidden") return { cause: "hidden-here" };
  return decideTrust();
}

/** What the statements say: what holds the memory down, and otherwise whose word its text has. */
type Heard = {
  readonly lowered: Vouching | undefined;
  readonly retired: Vouching | undefined;
  readonly decideTrust: () => Decision;
};

function hear(input: StandingInput): Heard {
  const evidence = selectEvidence(input);
  const unlifted = findUnlifted(evidence, input.file.digest);
  const lowered = unlifted.find(isLowering);
  return { lowered, retired: unlifted[0], decideTrust: () => decideByVouching(input, evidence) };
}

function hearSets(input: StandingInput, own: FileInSets): Heard {
  const placed = placeFile(input, own);
  const find: Finding = (said) =>
    [...input.attestations, ...input.remembered].find(({ hash }) => hash === said?.hash);
  const { standing, by } = placed?.memory ?? { standing: null, by: null };
  return {
    lowered: standing === "quarantined" ? find(by) : undefined,
    retired: standing === "retired" ? find(by) : undefined,
    decideTrust: () => decideInSets(input, placed, find),
  };
}

type Finding = (said: { readonly hash: string } | null | undefined) => Vouching | undefined;

function decideInSets(input: StandingInput, placed: PlacedFile | null, find: Finding): Decision {
  const { memory, group } = placed ?? { memory: null, group: null };
  const by = find(group?.heads[0]);
  if (memory === null || memory.isForeign || group === null)
    return decideForeign(input, selectEvidence(input).all);
  if (input.sets?.held().has(memory.born) === true && memory.standing === "foreign") return { cause: "held" };
  // A hand edit that its machine signed is still one.
  if (group !== memory.groups[0] && group.rank === 0)
    return {
      cause: memory.groups[0].rank > 1 ? "changed-since-approval" : "changed-since-written",
      by: find(memory.groups[0].heads[0]),
    };
  if (group !== memory.groups[0]) return { cause: "beside", by };
  switch (memory.standing) {
    case "verified":
      return { cause: "approved", by };
    case "inferred":
      return {
        cause: isContested(memory) ? "contested" : by === undefined ? "written" : ACTS[by.act].cause,
        by,
      };
    case "foreign":
    case "quarantined":
    case "retired":
      return decideForeign(input, selectEvidence(input).all);
  }
}

function decideByVouching(input: StandingInput, { present, gone, all }: Evidence): Decision {
  const { digest, tier } = input.file;
  const replaced = findReplaced(digest, all);
  const isInForce = ({ hash }: Vouching): boolean => !replaced.has(hash);
  const approval = approvalsOf(digest, present).findLast(isInForce);
  if (approval !== undefined) {
    return tier === "verified"
      ? { cause: "approved", by: approval }
      : { cause: "approved-but-recorded-inferred", by: approval };
  }
  // A text that a person replaced does not come back as advice either, whoever vouched for it, until a person keeps it
  // again. A text that only a machine replaced does: on another branch it is the current text.
  const ofText = (said: readonly Vouching[]): Vouching[] =>
    said.filter((each) => each.digest === digest && isVouching(each));
  const superseded = ofText(all).findLast((each) => !isInForce(each));
  const vouched = ofText(present).find(
    (each) => !isApproval(each) && (superseded === undefined || (isInForce(each) && isPersons(each))),
  );
  if (superseded !== undefined && vouched === undefined) return { cause: "superseded", by: superseded };
  const lost = approvalsOf(digest, gone).findLast(isInForce);
  if (lost !== undefined) return { cause: "rolled-back", by: lost, isAdvice: vouched !== undefined };
  if (vouched === undefined) return decideForeign(input, present);
  return { cause: ACTS[vouched.act].cause, by: vouched };
}

function decideForeign(input: StandingInput, present: readonly Vouching[]): Decision {
  const approved = present.findLast(isApproval);
  if (approved !== undefined) return { cause: "changed-since-approval", by: approved };
  const written = present.findLast((each) => !isNegative(each));
  if (written !== undefined) return { cause: "changed-since-written", by: written };
  const vouchedByStranger = input.attestations.some((each) => vouchesFor(each, input));
  return { cause: vouchedByStranger ? "unknown-signer" : "never-seen" };
}

type Decision = {
  readonly cause: Cause;
  readonly by?: Vouching | undefined;
  /** Somebody vouches for it all the same, for less. */
  readonly isAdvice?: boolean;
};
