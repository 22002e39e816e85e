// The statements and texts behind an answer, as a hub stores and sends them, made into what the law reads under a policy.
//
// Attack: a hub that invents a fact signs it with a key of its own, moves a statement to another root or scope, or sends another text
// under a hash that somebody signed. So a known signer's statement holds under the key that the policy names, one of nobody under its own and
// counts for nothing, and a text is what its hash says.

import { sha256Hex } from "../memory/file/sha256.ts";
import type { GivenSets } from "../memory/law/sets/applying.ts";
import type { Policy } from "../memory/law/sets/policy.ts";
import { parseStatement, type SignedStatement } from "../memory/law/statement.ts";
import type { Scope } from "../memory/memory.ts";
import { isSignedBy } from "./sign.ts";

export type Evidence = {
  /** As they were signed. */
  readonly statements: readonly string[];
  readonly texts: readonly string[];
};

export type EvidenceReader = {
  readonly root: string;
  /** As the answer names it: what was signed for another says nothing. Not given where nobody is told of it. */
  readonly scope?: Scope;
  readonly policy: Policy;
  /** Whoever stored them checked each signature under its own key when it came. */
  readonly isChecked: boolean;
};

/** What does not hold is left out. */
export function readEvidence(
  { statements, texts }: Evidence,
  { root, scope, policy, isChecked }: EvidenceReader,
): GivenSets {
  const keys = new Map(policy.keys.map(({ signer, key }) => [signer, key]));
  const holds = (said: SignedStatement): boolean => {
    if (said.root !== root || said.scope !== (scope ?? said.scope)) return false;
    const key = keys.get(said.signer) ?? said.key;
    return isChecked ? key === said.key : isSignedBy(said, key);
  };
  const held = statements.flatMap((text) => {
    const said = parseStatement(text, sha256Hex(text));
    return "hash" in said && holds(said) ? [said] : [];
  });
  const sources = new Map(texts.map((text) => [sha256Hex(text), text]));
  return { statements: held, sources };
}
