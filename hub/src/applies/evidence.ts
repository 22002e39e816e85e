// The statements and texts behind some memories of a root: the ledger computes the memories' standings from them, and a
// client verifies the hub's claims with them.

import type { Evidence } from "../../../src/trust/read-evidence.ts";
import type { Transaction } from "../database/connect.ts";
import { findPolicy } from "../policy/policies.ts";

/**
 * Gathers the evidence of these memories, and every tombstone of the root that a key of the policy signed, because the tombstone of
 * another memory may name their texts. A tombstone of an untrusted key ends nothing.
 */
export async function gatherEvidence(
  tx: Transaction,
  root: string,
  borns: readonly string[],
): Promise<Evidence> {
  if (borns.length === 0) return { statements: [], texts: [] };
  const keys = (await findPolicy(tx))?.keys.map(({ key }) => key) ?? [];
  const said = await tx<{ body: Uint8Array; names: string | null }[]>`
    SELECT body, names FROM statement WHERE root = ${root} AND born = ANY (${[...borns]}) AND NOT erases
    UNION SELECT body, names FROM statement WHERE root = ${root} AND erases AND key = ANY (${keys})`;
  const named = [...new Set(said.flatMap(({ names }) => names ?? []))];
  const texts = await tx<{ bytes: Uint8Array }[]>`
    SELECT bytes FROM text WHERE root = ${root} AND hash = ANY (${named})`;
  return {
    statements: said.map(({ body }) => Buffer.from(body).toString()),
    texts: texts.map(({ bytes }) => Buffer.from(bytes).toString()),
  };
}
