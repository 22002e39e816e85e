// Demotes the memories that a validator hard-fails, signed by the machine as the validator's statement.
//
// Attack: a setting, or a faulty rule, under which many approved memories fail at once, so that one unattended run takes a
// person's knowledge away. So if more than ten approved memories fail, all of them wait for the user's yes; memories that
// no person approved are demoted in any case. Fails closed: a memory that cannot be moved is named, and the report is no
// success.

import { CredenceError, type FailureCode } from "../../memory/errors.ts";
import { demoteMemory } from "../change/demote-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { FailedItem } from "./report.ts";
import { type AuditedMemory, type Failure, surveyAgain } from "./survey.ts";

/** More approved memories than this are not demoted without the user. */
const UNASKED_MAX = 10;

/** Asks the user about this many failing approved memories; true means yes. */
export type AskToDemote = (failing: readonly FailedItem[]) => Promise<boolean>;

export type Demotion = {
  readonly failures: readonly FailedItem[];
  /** All memories; those that were moved are as they are now. */
  readonly surveyed: readonly AuditedMemory[];
};

export async function demoteFailing(
  workspace: Workspace,
  surveyed: readonly AuditedMemory[],
  { dryRun, ask }: { readonly dryRun: boolean; readonly ask: AskToDemote },
): Promise<Demotion> {
  const failing = surveyed.flatMap((each) =>
    each.failure === null ? [] : [{ ...each, failure: each.failure }],
  );
  if (dryRun || failing.length === 0) {
    return { failures: failing.map((each) => toFailed(each, "would be demoted")), surveyed };
  }
  const approved = failing.filter(({ approved: isApproved }) => isApproved);
  const holds = approved.length > UNASKED_MAX && !(await ask(approved.map((each) => toFailed(each, "held"))));
  const [failures, stopped]: [FailedItem[], Map<string, FailureCode>] = [[], new Map()];
  const after = new Map<AuditedMemory["item"], AuditedMemory | null>();
  for (const each of failing) {
    if (holds && each.approved) {
      failures.push(toFailed(each, "held"));
      continue;
    }
    const code = stopped.get(each.root.id) ?? demoteOne(workspace, each);
    if (code !== null && !isOfOne(code)) stopped.set(each.root.id, code);
    const now = await surveyAgain(workspace, each);
    after.set(each.item, now);
    // Another audit or a person has dealt with the memory meanwhile.
    if (code !== null && isOfOne(code) && (now === null || now.failure === null)) continue;
    failures.push(
      toFailed({ ...each, item: now?.item ?? each.item }, code === null ? "demoted" : "refused", code),
    );
  }
  return {
    failures,
    surveyed: surveyed.flatMap((each) => {
      const now = after.get(each.item);
      return now === undefined ? [each] : now === null ? [] : [now];
    }),
  };
}

/** True for a failure of one memory; any other would also stop the next memory of that root. */
function isOfOne(code: FailureCode): boolean {
  return code === "OCC_CONFLICT" || code === "NOT_FOUND";
}

function demoteOne(
  workspace: Workspace,
  { target, failure }: AuditedMemory & { readonly failure: Failure },
): FailureCode | null {
  if (target === null) return "NOT_FOUND";
  // The statement is the validator's, so the machine signs it even if a person is present.
  const asMachine = { ...workspace, keys: { ...workspace.keys, person: null } };
  const { tool, label, rule, line } = failure;
  try {
    // Our own words, because agents also read the reason in the journal.
    const reason = `${label}: ${rule} on line ${line}`;
    demoteMemory(asMachine, target, { reason, ifDigest: target.digest, validator: { name: tool, rule } });
    return null;
  } catch (error) {
    if (!(error instanceof CredenceError) || error.code === "INTERNAL") throw error;
    return error.code;
  }
}

function toFailed(
  { item, failure }: Pick<AuditedMemory, "item"> & { readonly failure: Failure },
  outcome: FailedItem["outcome"],
  code: FailureCode | null = null,
): FailedItem {
  return { ...item, ...failure, outcome, code };
}
