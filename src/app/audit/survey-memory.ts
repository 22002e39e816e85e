// One memory, looked at with the rules of today: what every section of an audit needs of it, and no more, so that a large
// root fits in memory.
//
// Attack: a memory that puts its words into the report, which an agent may read and a person may hand over. Names come
// through describeMemory, which withholds; of a text that holds a secret nothing is told; findings are rules and places.

import { selectEvidence, type Vouching } from "../../memory/law/evidence.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import { NAME_CHARS_MAX, REASON_CHARS_MAX } from "../../memory/limits.ts";
import type { Category, Tier } from "../../memory/memory.ts";
import { hideRedacted } from "../../memory/text/redacted.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { isRecallable } from "../index/index-row.ts";
import { type DescribedMemory, describeMemory } from "../memories/describe-memory.ts";
import { type Age, ageOf, quarantinedOn } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { type ReviewNews, type ReviewReason, reviewReasons } from "../review/review-reasons.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { findLinks } from "./find-links.ts";
import { type Failure, type FoundBy, findFailure, judgeMemory, listFindings } from "./judge-memory.ts";
import type { Item } from "./report.ts";

export type Surveyed = {
  readonly root: OpenRoot;
  readonly item: Item;
  readonly cause: LoadedMemory["standing"]["cause"];
  /** What the file says; null where it is withheld. */
  readonly tier: Tier | null;
  readonly category: Category | null;
  /** Whether recall may show it. */
  readonly inUse: boolean;
  readonly age: Age;
  readonly quarantinedOn: number | null;
  readonly quarantineReason: string | null;
  readonly reasons: readonly ReviewReason[];
  /** A person approved it, and it was archived by nobody here. */
  readonly hidden: boolean;
  readonly findings: readonly FoundBy[];
  /** It hard-fails and is not in quarantine yet. */
  readonly failure: Failure | null;
  /** A person once approved some text of it. */
  readonly approved: boolean;
  /** Kept for those that fail only. */
  readonly target: LoadedMemory | null;
  /** Empty where it is withheld. */
  readonly description: string;
  readonly relatedFiles: readonly string[];
  readonly supersedes: string | null;
  readonly links: readonly string[];
  /** What trusted signers said of it, oldest first. */
  readonly statements: readonly Pick<Vouching, "act" | "time">[];
};

export async function surveyMemory(
  workspace: Workspace,
  target: LoadedMemory,
  { requests, hidden }: Pick<ReviewNews, "requests" | "hidden">,
): Promise<Surveyed> {
  const { root, file, memory, standing } = target;
  const described = describeMemory(workspace, target);
  const verdicts = await judgeMemory(workspace, target);
  const failure = findFailure(target, verdicts);
  const holdsSecret = verdicts.some(({ tool, exit }) => tool === "secret-check" && exit !== 0);
  const findings = listFindings(workspace, target, verdicts);
  const inUse = isRecallable(target);
  const news = { requests, hidden, flags: inUse ? listFlags(findings) : [] };
  const isQuarantined = standing.standing === "quarantined";
  const isToldWhy = isQuarantined && workspace.presence.kind === "person" && !holdsSecret;
  return {
    root,
    item: toItem(described, holdsSecret),
    cause: standing.cause,
    tier: described.tier,
    category: described.category,
    inUse,
    age: ageOf(target, workspace.now),
    quarantinedOn: isQuarantined ? quarantinedOn(target, workspace.now) : null,
    quarantineReason: isToldWhy
      ? sanitizeLine(memory?.quarantineReason ?? "", REASON_CHARS_MAX) || null
      : null,
    reasons: reviewReasons(target, news, workspace.now),
    hidden,
    findings,
    failure,
    approved: standing.standing === "verified" || wasEverApproved(target.input),
    target: failure === null ? null : target,
    description: inUse && !holdsSecret ? hideRedacted(memory?.description ?? "") : "",
    relatedFiles: holdsSecret ? [] : (memory?.relatedFiles ?? []),
    supersedes: memory?.supersedes ?? null,
    links: holdsSecret ? [] : findLinks(hideRedacted(memory?.body ?? ""), file.id),
    statements: selectEvidence(target.input).all.map(({ act, time }) => ({ act, time })),
  };
}

/** What the injection check finds and nobody took on, by rule. */
function listFlags(findings: readonly FoundBy[]): string[] {
  const open = findings.filter(({ severity, acknowledged }) => severity === "flag" && !acknowledged);
  return [...new Set(open.map(({ rule }) => rule))].sort();
}

function toItem(described: DescribedMemory, holdsSecret: boolean): Item {
  const { id, scope, name, standing, reason, createdAt } = described;
  const told = holdsSecret || name === null ? null : sanitizeLine(hideRedacted(name), NAME_CHARS_MAX);
  return { id, scope, name: told, standing, reason, createdAt };
}
