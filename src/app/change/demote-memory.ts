// Demote: out of use, into quarantine, with the reason. A person may do it to any memory; without one it works on what
// nobody approved, and on the rest it files a request.

import { CAUSES } from "../../memory/law/causes.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import type { Circumstances } from "../../memory/law/transitions.ts";
import type { LockSetting } from "../../store/lock.ts";
import type { Change } from "../../store/transaction.ts";
import { reload } from "../memories/find-memory.ts";
import { circumstancesOf, demandLaw } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { isPersonThere, type Workspace } from "../workspace/workspace.ts";
import { commitChanges, withLock } from "./change-root.ts";
import { cleanReason, judgeText } from "./judge-text.ts";
import { moveChanges, recordMove } from "./move-file.ts";
import { fileRequest } from "./requests.ts";
import { attestAct, contentDigest } from "./sign/attest.ts";

export type DemoteOutcome =
  | { readonly kind: "demoted"; readonly id: string; readonly path: string }
  | { readonly kind: "unchanged"; readonly id: string }
  | { readonly kind: "requested"; readonly id: string; readonly why: string };

export type DemoteRequest = {
  readonly reason: string | null;
  readonly ifDigest: string | null;
  /** A person says no to what is in quarantine already, and is not asked about it again. */
  readonly keepsOut?: boolean;
  /** Set where a validator demands it: that works on every memory, approved or not. */
  readonly validator?: Validator;
  readonly setting?: LockSetting;
};

export type Validator = {
  readonly name: string;
  /** That failed it; signed with the statement, which by that is a validator's. */
  readonly rule: string;
};

export function demoteMemory(
  workspace: Workspace,
  target: LoadedMemory,
  request: DemoteRequest,
): DemoteOutcome {
  const base = circumstancesOf(workspace, cleanReason(request.reason));
  const circumstances: Circumstances =
    request.validator === undefined
      ? base
      : { ...base, actor: "validator", actorName: request.validator.name };
  const moved = withLock(
    target.root,
    () => demote(workspace, reload(workspace, target, request.ifDigest), { ...request, circumstances }),
    request.setting,
  );
  if (moved.kind === "demoted") recordMove(target, `quarantine/${target.file.id}.md`);
  return moved;
}

type Demotion = Pick<DemoteRequest, "keepsOut" | "validator"> & { readonly circumstances: Circumstances };

function demote(
  workspace: Workspace,
  target: LoadedMemory,
  { circumstances, keepsOut = false, validator }: Demotion,
): DemoteOutcome {
  const { id } = target.file;
  const digest = contentDigest(target);
  const action = circumstances.actor === "validator" ? "fail" : "demote";
  const law = demandLaw(action, target, circumstances);
  const { reason, actor } = circumstances;
  // A text that nobody signed was in use nowhere: what fails in it says nothing about the words that somebody approved.
  const isNamed = target.standing.standing !== "foreign";
  const isAboutIt = isNamed || !wasEverApproved(target.input);
  const rules = validator === undefined || !isAboutIt ? [] : [validator.rule];
  const lower = (): Change => attestAct(workspace, target.input, { act: "lower", digest, reason, rules });
  // A person's no is final; what a validator or an agent lowered is theirs to look at.
  const answer = actor !== "validator" && isPersonThere(workspace) ? ({ answer: "no" } as const) : {};
  if (law.kind === "unchanged") {
    const isUnsigned = isUnsignedQuarantine(target);
    const lowering = isUnsigned ? [lower()] : [];
    if (isUnsigned || (keepsOut && "answer" in answer)) {
      const record = { command: isUnsigned ? "demote" : "no", id, actor, digest, reason };
      commitChanges(workspace, target.root, { record, changes: lowering, ...answer });
    }
    return { kind: "unchanged", id };
  }
  if (law.kind === "request") {
    fileRequest(workspace, target, { command: "demote", reason });
    return { kind: "requested", id, why: law.why };
  }
  const to = `quarantine/${id}.md`;
  const changes = moveChanges(target, to, law.changes);
  commitChanges(workspace, target.root, {
    record: { command: action === "fail" ? "quarantine" : "demote", id, actor, digest, reason },
    changes: [lower(), ...changes],
    ...answer,
  });
  return { kind: "demoted", id, path: `${target.root.shown}${to}` };
}

/** The file says quarantined and nobody signed it: then a forged file would undo it. */
export function isUnsignedQuarantine({ standing: { standing, cause } }: LoadedMemory): boolean {
  return standing === "quarantined" && CAUSES[cause].isUnsigned === true;
}

// Looks at a memory again with the rules of today. Validators are authoritative: what hard-fails goes to quarantine,
// whatever a person thought of it before.

export type Revalidation =
  | { readonly kind: "passes" }
  | { readonly kind: "quarantined"; readonly path: string; readonly reason: string };

export async function revalidateMemory(
  workspace: Workspace,
  target: LoadedMemory,
  setting: LockSetting = {},
): Promise<Revalidation> {
  const failure = await findFailure(workspace, target);
  if (failure === null || target.standing.standing === "quarantined") return { kind: "passes" };
  const { reason, ...validator } = failure;
  const outcome = demoteMemory(workspace, target, { reason, ifDigest: null, validator, setting });
  return outcome.kind === "demoted"
    ? { kind: "quarantined", path: outcome.path, reason }
    : { kind: "passes" };
}

type Failure = Validator & { readonly reason: string };

async function findFailure(workspace: Workspace, target: LoadedMemory): Promise<Failure | null> {
  const broken = target.problems.find(({ level }) => level !== "warn");
  if (target.text === null)
    return { name: "validate", rule: broken?.rule ?? "not-utf8", reason: broken?.message ?? "not a text" };
  // An approved text may have something redacted in it that its person wrapped.
  const vouchedBy = target.standing.standing === "verified" ? "person" : "machine";
  const judgement = await judgeText(workspace, `${target.file.id}.md`, { text: target.text, vouchedBy });
  if (!judgement.hardFails) return null;
  const verdict = judgement.secrets.exit === 0 ? judgement.structure : judgement.secrets;
  const finding = verdict.findings.find(({ severity }) => severity === "error");
  const reason = `${verdict.label}: ${finding?.message ?? "no details"}`;
  return { name: verdict.tool, rule: finding?.rule ?? "field-bad", reason };
}
