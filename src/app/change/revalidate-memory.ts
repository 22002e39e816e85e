// Looks at a memory again with the rules of today. Validators are authoritative: what hard-fails goes to quarantine,
// whatever a person thought of it before.

import type { LoadedMemory } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { demoteMemory } from "./demote-memory.ts";
import { judgeText } from "./judge-text.ts";

export type Revalidation =
  | { readonly kind: "passes" }
  | { readonly kind: "quarantined"; readonly path: string; readonly reason: string };

export async function revalidateMemory(workspace: Workspace, target: LoadedMemory): Promise<Revalidation> {
  const failure = await findFailure(workspace, target);
  if (failure === null || target.standing.standing === "quarantined") return { kind: "passes" };
  const { validator, reason } = failure;
  const outcome = demoteMemory(workspace, target, { reason, ifDigest: null, validator });
  return outcome.kind === "demoted"
    ? { kind: "quarantined", path: outcome.path, reason }
    : { kind: "passes" };
}

type Failure = { readonly validator: string; readonly reason: string };

async function findFailure(workspace: Workspace, target: LoadedMemory): Promise<Failure | null> {
  const broken = target.problems.find(({ level }) => level !== "warn");
  if (target.text === null) return { validator: "validate", reason: broken?.message ?? "not a text" };
  // An approved text may have something redacted in it that its person wrapped.
  const redactionCounts = target.standing.standing === "verified";
  const judgement = await judgeText(workspace, `${target.file.id}.md`, {
    text: target.text,
    redactionCounts,
  });
  if (!judgement.hardFails) return null;
  const verdict = judgement.secrets.exit === 0 ? judgement.structure : judgement.secrets;
  const finding = verdict.findings.find(({ severity }) => severity === "error");
  return { validator: verdict.tool, reason: `${verdict.label}: ${finding?.message ?? "no details"}` };
}
