// The order of a review: facts with new findings and memories withheld by a strong finding; facts and the memories that
// contradict them; requests, changes and dictated memories; then the most recalled and the newest; quarantine last.

import { groupUses } from "../recall/receipts.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { REVIEW_KINDS, urgencyOf } from "./reasons.ts";
import { hasNewFinding, type SurveyRecord, selectWaiting } from "./record.ts";

export function orderWaiting<Known extends SurveyRecord>(
  workspace: Workspace,
  records: readonly Known[],
): Known[] {
  const uses = groupUses(workspace);
  const usesOf = ({ root, id }: SurveyRecord): number => uses.get(`${root.scope} ${id}`)?.length ?? 0;
  const ordered = selectWaiting(records).sort(
    (a, b) => rankOf(a) - rankOf(b) || usesOf(b) - usesOf(a) || b.vouched - a.vouched || byName(a, b),
  );
  return spread(ordered);
}

/** Kinds from here on share one rank. */
const REST = REVIEW_KINDS.indexOf("flagged");

function rankOf(record: SurveyRecord): number {
  const [first] = record.waits;
  if (hasNewFinding(record) || record.isHeldBack || first === undefined) return -1;
  return first.kind === "quarantined" ? REST + 1 : Math.min(urgencyOf(first), REST);
}

const [FIRST_POSITIONS, POSITIONS_PER_SIGNER] = [10, 5];

/** Limits how many of the first positions one signer takes, so that a flood of one signer cannot hide the memories of
 * others. */
function spread<Known extends SurveyRecord>(records: readonly Known[]): Known[] {
  const [first, rest]: [Known[], Known[]] = [[], []];
  for (const each of records) {
    const ofOne = first.filter(({ signer }) => signer === each.signer).length;
    (first.length < FIRST_POSITIONS && ofOne < POSITIONS_PER_SIGNER ? first : rest).push(each);
  }
  return [...first, ...rest];
}

/** The observation that ends first comes first. */
export function byEnd(a: SurveyRecord, b: SurveyRecord): number {
  return (a.observedUntil ?? 0) - (b.observedUntil ?? 0) || byName(a, b);
}

function byName(a: SurveyRecord, b: SurveyRecord): number {
  const [first, second] = [`${a.root.scope} ${a.id}`, `${b.root.scope} ${b.id}`];
  return first < second ? -1 : Number(first > second);
}
