// What applies: one pure function of the file, its attestations and the signers this machine trusts.
//
// Attack: anybody who can change files (a clone, a pulled branch, a post-install script, a model's edit) wants a text
// to apply that no trusted person approved. So only statements of trusted signers about this root, scope and id
// count; the file can lower its standing and never raise it; a negative act holds until a person names it in a later
// positive one; and a statement once seen does not go away by being deleted. Everything else only withholds.

import type { Standing } from "../memory.ts";
import { CAUSES, type Cause, type CauseRow } from "./causes.ts";
import { isApproval, isLowering, isNegative, STATEMENT_KINDS } from "./kinds.ts";
import { gather, listSigned } from "./sets/gather.ts";
import { isContested } from "./sets/memories.ts";
import { hearFile } from "./sets/standing-of-file.ts";
import { inOrder, isForRoot, type StandingInput } from "./standing-input.ts";
import { isTextStatement, nameMemory, type Statement, type TextStatement } from "./statement.ts";

export type { StandingInput } from "./standing-input.ts";

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

function tell({ signers, place, file }: StandingInput, reason: Reason, by: Statement | undefined): string {
  const known = signers.filter((each) => each.signer === by?.signer && isForRoot(each, place));
  const on = by === undefined ? "" : ` on ${by.time.slice(0, 10)}`;
  const isOwn = known.some(({ own }) => own);
  return reason(`${known[0]?.petname ?? "nobody"}${on}`, { isOwn, conflictLine: file.conflictLine ?? 1 });
}

type Reason = Exclude<CauseRow["reason"], string>;

/** Was any content of this memory ever approved by a trusted person? Then only a person may change it. */
export function wasEverApproved(input: StandingInput): boolean {
  return gather(input).approvals.length > 0;
}

function decide(input: StandingInput): Decision {
  if (input.recordUnreadable === true) return { cause: "record-unreadable" };
  // First: a lowering that is remembered could not be lifted here, because no new statement is read either.
  if (input.unreliable === true) return { cause: "unreliable" };
  const { against } = hearFile(input);
  const lowered = inOrder(against).find(isLowering);
  if (lowered !== undefined) return { cause: STATEMENT_KINDS[lowered.act].cause, by: lowered };
  if (input.file.unreadable === true) return { cause: "unreadable" };
  if (input.file.digest === null) {
    return { cause: input.file.conflictLine === undefined ? "broken" : "conflict" };
  }
  if (input.file.tier === "quarantined" || input.file.directory === "quarantine") {
    return { cause: "recorded-quarantined" };
  }
  const retired = inOrder(against)[0];
  if (retired !== undefined) return { cause: STATEMENT_KINDS[retired.act].cause, by: retired };
  if (input.file.status === "retired") return { cause: "recorded-retired" };
  if (input.rootWaits) return { cause: "second-location" };
  // Only what would stand otherwise: whatever keeps it out for everybody is said first.
  if (input.answered === "hidden") return { cause: "hidden-here" };
  return decideByVouching(input);
}

function decideByVouching(input: StandingInput): Decision {
  const decided = decideAmong(input);
  const { replaced, lost } = gather(input);
  const isOfText = ({ digest }: TextStatement): boolean => digest === input.file.digest;
  const { standing, waits, isBeside }: CauseRow = CAUSES[decided.cause];
  const isAdvice = standing === "inferred";
  if (standing === "verified")
    return !input.sets.isShared || input.file.tier === "verified"
      ? decided
      : { cause: "approved-but-recorded-inferred", by: decided.by };
  // It says already that there is another text.
  if (isBeside === true || (isAdvice && waits !== null)) return decided;
  if (replaced.some(isOfText) && !isAdvice) return { cause: "superseded" };
  const gone = inOrder(lost.filter(isOfText)).at(-1);
  return gone === undefined ? decided : { cause: "rolled-back", by: gone, isAdvice };
}

function decideAmong(input: StandingInput): Decision {
  const { placed, unnamed } = hearFile(input);
  const { memory, group } = placed ?? { memory: null, group: null };
  if (memory === null || memory.isForeign) return decideForeign(input);
  // In a shared root what replaced it is another file there; in an own one its file is about to be rewritten.
  if (group === null)
    return unnamed !== null || !input.sets.isShared ? decideForeign(input) : { cause: "beside" };
  if (input.sets.held().has(nameMemory(memory)) && memory.standing === "foreign") return { cause: "held" };
  const [main] = memory.groups;
  // A hand edit that its machine signed is still one.
  if (group !== main && group.rank === 0)
    return { cause: main.rank > 1 ? "changed-since-approval" : "changed-since-written", by: main.heads[0] };
  const { vouchedBy, replaced } = gather(input);
  const words = vouchedBy.filter((each) => !replaced.includes(each));
  const approval = words.findLast(isApproval);
  const advice = words.find((each) => !isApproval(each));
  if (group !== main) return { cause: "beside", by: approval ?? advice };
  switch (memory.standing) {
    case "verified":
      return { cause: "approved", by: approval };
    case "inferred":
      if (isContested(memory)) return { cause: "contested", by: approval };
      return { cause: advice === undefined ? "written" : STATEMENT_KINDS[advice.act].cause, by: advice };
    case "foreign":
    case "quarantined":
    case "retired":
      return decideForeign(input);
  }
}

function decideForeign(input: StandingInput): Decision {
  const { here, tombstones } = gather(input);
  const approved = here.findLast(isApproval);
  if (approved !== undefined) return { cause: "changed-since-approval", by: approved };
  const written = here.findLast(({ act }) => STATEMENT_KINDS[act].makes === undefined);
  if (written !== undefined) return { cause: "changed-since-written", by: written };
  const ended = new Set(tombstones.map(({ born }) => born));
  const known = new Set(listSigned(input).map(({ hash }) => hash));
  const vouchedByStranger = input.attestations.some(
    (each) =>
      isTextStatement(each) &&
      each.digest === input.file.digest &&
      !isNegative(each) &&
      !known.has(each.hash) &&
      !ended.has(each.born),
  );
  return { cause: vouchedByStranger ? "unknown-signer" : "never-seen" };
}

type Decision = {
  readonly cause: Cause;
  readonly by?: Statement | undefined;
  /** Somebody vouches for it all the same, for less. */
  readonly isAdvice?: boolean;
};
