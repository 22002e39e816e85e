// Applies the ledger's rules (src/memory/law/sets) to the stored statements and texts, by the policy that persons signed. Without a
// policy no signer is trusted, and in a root that the policy does not cover none is either.

import { type AppliedMemory, listApplied } from "../../../src/memory/law/sets/applying.ts";
import { coversRoot, type Policy, trustOf } from "../../../src/memory/law/sets/policy.ts";
import { type Evidence, readEvidence } from "../../../src/trust/read-evidence.ts";

export function applyLaw(root: string, evidence: Evidence, policy: Policy | null): AppliedMemory[] {
  if (policy === null || !coversRoot(policy, root)) return [];
  const given = readEvidence(evidence, { root, policy, isChecked: true });
  const names = new Map(policy.keys.map(({ signer, name }) => [signer, name]));
  const law = {
    trust: trustOf(policy),
    me: null,
    verdicts: { fails: () => false, copies: () => [], held: new Set<string>() },
  };
  return listApplied(given, law, (signer) => names.get(signer) ?? "nobody");
}
