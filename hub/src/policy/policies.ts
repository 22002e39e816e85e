// The policies of an organisation: who approves, who introduces, which roots. A hub stores what persons signed and adds
// nothing. A new policy must continue the chain, so that a client that pinned the first one can follow.

import { type Chain, type Policy, parsePolicy, readChain } from "../../../src/memory/law/sets/policy.ts";
import { isPolicySigned } from "../../../src/trust/sign.ts";
import type { Transaction } from "../database/connect.ts";

/** In the order of their numbers. */
export async function listPolicies(tx: Transaction): Promise<string[]> {
  const rows = await tx<{ body: string }[]>`SELECT body FROM policy ORDER BY number`;
  return rows.map(({ body }) => body);
}

/** Parsed chains by the newest body, because a chain is read for each answer. */
const read = new Map<string, Chain>();
const READ_MAX = 64;

/** @returns null when no policy is signed, or the stored ones form no chain; then no memory applies. */
export async function findPolicy(tx: Transaction): Promise<Policy | null> {
  const texts = await listPolicies(tx);
  const key = texts.at(-1);
  if (key === undefined) return null;
  const known = read.get(key) ?? follow(texts);
  if (read.size >= READ_MAX) read.clear();
  read.set(key, known);
  return known.kind === "policy" ? known.policy : null;
}

function follow(texts: readonly string[]): Chain {
  const pinned = parsePolicy(texts[0] ?? "")?.hash ?? "";
  return readChain(texts, { pinned, seen: null, isSigned: isPolicySigned });
}

export type AddedPolicy =
  | { readonly kind: "added"; readonly policy: Policy }
  | { readonly kind: "known" }
  | { readonly kind: "refused"; readonly why: string };

export async function addPolicy(tx: Transaction, org: string, text: string): Promise<AddedPolicy> {
  const texts = await listPolicies(tx);
  if (texts.includes(text)) return { kind: "known" };
  const chain = follow([...texts, text]);
  if (chain.kind === "refused") return chain;
  const { policy } = chain;
  const { count } = await tx`
    INSERT INTO policy (org, number, hash, body) VALUES (${org}, ${policy.number}, ${policy.hash}, ${text})
    ON CONFLICT DO NOTHING`;
  return count === 1 ? { kind: "added", policy } : { kind: "refused", why: "another policy came first" };
}
