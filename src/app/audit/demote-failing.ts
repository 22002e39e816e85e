// Takes what a validator hard-fails out of use, signed by the machine as a validator's word.
//
// Attack: a setting, or a rule with a fault, under which many approved memories fail at once, so that one unattended run
// takes a person's knowledge away. So more than ten approved ones wait, all of them, for a person's yes; what nobody
// approved is demoted either way. Fails closed: one that cannot be moved is named, and the report is no success.

import { CredenceError, type FailureCode } from "../../memory/errors.ts";
import { demoteMemory } from "../change/demote-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { FailedItem } from "./report.ts";
import { type Failure, type Surveyed, surveyAgain } from "./survey.ts";

/** More approved ones than this are not demoted without a person. */
const UNASKED_MAX = 10;

/** Asks the person about this many failing approved memories; true means yes. */
export type AskToDemote = (failing: readonly FailedItem[]) => Promise<boolean>;

export type Demotion = {
  readonly failures: readonly FailedItem[];
  /** Everything, with those that were moved as they are now. */
  readonly surveyed: readonly Surveyed[];
};

export async function demoteFailing(
  workspace: Workspace,
  surveyed: readonly Surveyed[],
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
  const after = new Map<Surveyed["item"], Surveyed | null>();
  for (const each of failing) {
    if (holds && each.approved) {
      failures.push(toFailed(each, "held"));
      continue;
    }
    const code = stopped.get(each.root.id) ?? demoteOne(workspace, each);
    if (code !== null && !isOfOne(code)) stopped.set(each.root.id, code);
    const now = await surveyAgain(workspace, each);
    after.set(each.item, now);
    // Whoever was quicker (another audit, a person) has dealt with it.
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

/** Trouble with one memory; anything else would stop the next one of that root, too. */
function isOfOne(code: FailureCode): boolean {
  return code === "OCC_CONFLICT" || code === "NOT_FOUND";
}

function demoteOne(
  workspace: Workspace,
  { target, failure }: Surveyed & { readonly failure: Failure },
): FailureCode | null {
  if (target === null) return "NOT_FOUND";
  // This is the validator's statement, so the machine signs it, even if a person is present.
  const asMachine = { ...workspace, keys: { ...workspace.keys, person: null } };
  const { tool, label, rule, line } = failure;
  try {
    // Our own words: the reason is read in the journal, also by agents.
    const reason = `${label}: ${rule} on line ${line}`;
    demoteMemory(asMachine, target, { reason, ifDigest: target.digest, validator: { name: tool, rule } });
    return null;
  } catch (error) {
    if (!(error instanceof CredenceError) || error.code === "INTERNAL") throw error;
    return error.code;
  }
}

function toFailed(
  { item, failure }: Pick<Surveyed, "item"> & { readonly failure: Failure },
  outcome: FailedItem["outcome"],
  code: FailureCode | null = null,
): FailedItem {
  return { ...item, ...failure, outcome, code };
}
