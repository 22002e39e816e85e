// A forgotten memory leaves the hub with its tombstone: its statements, and the texts that nothing else names.
//
// Attack: a tombstone is a weapon. So its signature holds, a person's key signed it, and a person's token brought it; one that a
// machine brought lies here and travels, and erases nothing until a person brings it, too. What a tombstone names of other memories
// stays.

import { isTombstone } from "../../../src/memory/law/attestation.ts";
import type { Bearer } from "../access/tokens.ts";
import type { Transaction } from "../database/connect.ts";
import type { IncomingStatement } from "./read-objects.ts";

type Place = { readonly org: string; readonly root: string };

/** Those of the batch that may erase here. */
export function selectErasing(
  statements: readonly IncomingStatement[],
  { kind }: Pick<Bearer, "kind">,
): IncomingStatement[] {
  if (kind !== "person") return [];
  return statements.filter(({ said }) => isTombstone(said) && said.signer.startsWith("person:"));
}

/** @returns hashes of the texts that went. */
export async function erase(
  tx: Transaction,
  { org, root }: Place,
  tombstones: readonly IncomingStatement[],
): Promise<string[]> {
  const gone: string[] = [];
  for (const { hash, born, said } of tombstones) {
    const borns = born === null ? await findEnded(tx, { org, root }, said.parents) : [born];
    for (const each of borns) gone.push(...(await eraseBorn(tx, { org, root }, { born: each, by: hash })));
  }
  return gone;
}

/** A tombstone of a memory of version 1 does not say its born, but what it ends: which of those are of version 1 says the born. */
async function findEnded(tx: Transaction, { root }: Place, ends: readonly string[]): Promise<string[]> {
  const rows = await tx<{ born: string }[]>`
    SELECT DISTINCT born FROM statement WHERE root = ${root} AND hash = ANY (${tx.array([...ends], 25)})
    AND born IS NOT NULL AND is_first_version`;
  return rows.map(({ born }) => born);
}

async function eraseBorn(
  tx: Transaction,
  { org, root }: Place,
  { born, by }: { readonly born: string; readonly by: string },
): Promise<string[]> {
  const made = await tx`
    INSERT INTO ended (org, root, born, by) VALUES (${org}, ${root}, ${born}, ${by}) ON CONFLICT DO NOTHING`;
  if (made.count === 0) return [];
  const rows = await tx<{ names: string | null; size: number }[]>`
    DELETE FROM statement WHERE root = ${root} AND born = ${born} AND NOT erases
    RETURNING names, octet_length(body) AS size`;
  const named = [...new Set(rows.flatMap(({ names }) => names ?? []))];
  const texts = await tx<{ hash: string; size: number }[]>`
    DELETE FROM text WHERE root = ${root} AND (hash = ANY (${tx.array(named, 25)}) OR digest = ANY (${tx.array(named, 25)}))
    AND NOT EXISTS (SELECT FROM statement s WHERE s.root = ${root} AND s.names IN (text.hash, text.digest))
    RETURNING hash, octet_length(bytes) AS size`;
  const bytes = [...rows, ...texts].reduce((sum, { size }) => sum + size, 0);
  await tx`
    UPDATE root SET objects = objects - ${rows.length + texts.length}, bytes = bytes - ${bytes} WHERE id = ${root}`;
  return texts.map(({ hash }) => hash);
}
