// What applies: one pure function of the file, its attestations and the signers this machine trusts.
//
// Attack: anybody who can change files (a clone, a pulled branch, a post-install script, a model's edit) wants a text
// to apply that no trusted person approved. So only statements of trusted signers about this root, scope and id
// count; the file can lower its standing and never raise it; a negative act holds until a person names it in a later
// positive one; and a statement once seen does not go away by being deleted. Everything else only withholds.

import type { Standing } from "../memory.ts";
import { CAUSES, type Cause, type CauseRow } from "./causes.ts";
import {
  inOrder,
  isForRoot,
  type SaidInput,
  type StandingInput,
  selectEvidence,
  vouchesFor,
} from "./evidence.ts";
import { isApproval, isLowering, isNegative, isVouching, STATEMENT_KINDS } from "./kinds.ts";
import { isContested } from "./sets/memories.ts";
import { type HeardFile, hearFile } from "./sets/standing-of-file.ts";
import { isTextStatement, nameMemory, type Statement, type TextStatement } from "./statement.ts";

export type { StandingInput } from "./evidence.ts";

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
export function wasEverApproved(input: SaidInput): boolean {
  return selectEvidence(input).all.some(isApproval);
}

function decide(input: StandingInput): Decision {
  if (input.recordUnreadable === true) return { cause: "record-unreadable" };
  // First: a lowering that is remembered could not be lifted here, because no new statement is read either.
  if (input.unreliable === true) return { cause: "unreliable" };
  const { lowered, retired, decideTrust } = hear(input);
  if (lowered !== undefined) return { cause: STATEMENT_KINDS[lowered.act].cause, by: lowered };
  if (input.file.unreadable === true) return { cause: "unreadable" };
  if (input.file.digest === null) {
    return { cause: input.file.conflictLine === undefined ? "broken" : "conflict" };
  }
  if (input.file.tier === "quarantined" || input.file.directory === "quarantine") {
    return { cause: "recorded-quarantined" };
  }
  if (retired !== undefined) return { cause: STATEMENT_KINDS[retired.act].cause, by: retired };
  if (input.file.status === "retired") return { cause: "recorded-retired" };
  if (input.rootWaits) return { cause: "second-location" };
  // Only what would stand otherwise: whatever keeps it out for everybody is said first.
  if (input.answered === "hidden") return { cause: "hidden-here" };
  return decideTrust();
}

/** What the statements say: what holds the memory down, and otherwise whose word its text has. */
type Heard = {
  readonly lowered: Statement | undefined;
  readonly retired: Statement | undefined;
  readonly decideTrust: () => Decision;
};

function hear(input: StandingInput): Heard {
  const heard = hearFile(input, input.sets);
  const { standing, negatives } = heard.placed?.memory ?? NO_MEMORY;
  const hold = findAll(input, heard.ended === null ? negatives : [heard.ended]);
  const isLow = standing === "quarantined" || heard.ended !== null;
  return {
    lowered: isLow ? hold.find(isLowering) : undefined,
    retired: standing === "retired" ? hold.find((each) => !isLowering(each)) : undefined,
    decideTrust: () => decideByVouching(input, heard),
  };
}

const NO_MEMORY = { standing: null, negatives: [] } as const;

type Named = { readonly hash: string };

/** As they were signed, oldest first. */
function findAll({ attestations, remembered }: StandingInput, said: readonly Named[]): Statement[] {
  if (said.length === 0) return [];
  const hashes = new Set(said.map(({ hash }) => hash));
  const all = new Map([...remembered, ...attestations].map((each) => [each.hash, each]));
  return inOrder([...all.values()].filter(({ hash }) => hashes.has(hash)));
}

function decideByVouching(input: StandingInput, heard: HeardFile): Decision {
  const decided = decideAmong(input, heard);
  const { standing, waits, isBeside }: CauseRow = CAUSES[decided.cause];
  const isAdvice = standing === "inferred";
  if (standing === "verified")
    return input.sets.range === "seen" || input.file.tier === "verified"
      ? decided
      : { cause: "approved-but-recorded-inferred", by: decided.by };
  // It says already that there is another text.
  if (isBeside === true || (isAdvice && waits !== null)) return decided;
  if (heard.replaced.length > 0 && !isAdvice) return { cause: "superseded" };
  const lost = findAll(input, heard.lost).at(-1);
  return lost === undefined ? decided : { cause: "rolled-back", by: lost, isAdvice };
}

function decideAmong(input: StandingInput, { placed, replaced, isUnnamed }: HeardFile): Decision {
  const { memory, group } = placed ?? { memory: null, group: null };
  if (memory === null || memory.isForeign) return decideForeign(input);
  // In a work tree what replaced it is another file there; in an own root its file is about to be rewritten.
  if (group === null)
    return isUnnamed || input.sets.range === "seen" ? decideForeign(input) : { cause: "beside" };
  if (input.sets.held().has(nameMemory(memory)) && memory.standing === "foreign") return { cause: "held" };
  const [main] = memory.groups;
  // A hand edit that its machine signed is still one.
  if (group !== main && group.rank === 0)
    return {
      cause: main.rank > 1 ? "changed-since-approval" : "changed-since-written",
      by: findAll(input, [main.heads[0]])[0],
    };
  const over = new Set(replaced.map(({ hash }) => hash));
  const words = selectHere(input).filter(
    (each) => each.digest === group.digest && isVouching(each) && !over.has(each.hash),
  );
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

/** What a deleted file says no more counts only in an own root. */
function selectHere(input: StandingInput): readonly TextStatement[] {
  const { present, all } = selectEvidence(input);
  return input.sets.range === "seen" ? all : present;
}

function decideForeign(input: StandingInput): Decision {
  const said = selectHere(input);
  const approved = said.findLast(isApproval);
  if (approved !== undefined) return { cause: "changed-since-approval", by: approved };
  const written = said.findLast((each) => !isNegative(each));
  if (written !== undefined) return { cause: "changed-since-written", by: written };
  const vouchedByStranger = input.attestations.some(
    (each) => isTextStatement(each) && vouchesFor(each, input),
  );
  return { cause: vouchedByStranger ? "unknown-signer" : "never-seen" };
}

type Decision = {
  readonly cause: Cause;
  readonly by?: Statement | undefined;
  /** Somebody vouches for it all the same, for less. */
  readonly isAdvice?: boolean;
};
