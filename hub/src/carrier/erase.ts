// Erases a forgotten memory from the hub, statements and texts, when its tombstone arrives.
//
// Attack: a tombstone is a weapon. So it must have a valid signature of a person whom the present policy counts, whichever
// token brings it; then nothing about the memory is accepted again, nor a text that the tombstone names (end-texts.ts).
// Every other tombstone is stored and travels, but erases nothing until a policy counts it. There is one exception: if the
// same token brought all statements of the memory, and no other person signed one, the memory is erased, because the owner
// of the token could have kept it from the hub as well. Statements of other memories that a tombstone names stay.

import { coversRoot, type Policy, trustOf } from "../../../src/memory/law/sets/policy.ts";
import { counts } from "../../../src/memory/law/sets/sets.ts";
import { isTombstone, parseStatement, type SignedStatement } from "../../../src/memory/law/statement.ts";
import type { Bearer } from "../access/tokens.ts";
import type { Transaction } from "../database/connect.ts";
import { findPolicy } from "../policy/policies.ts";
import { endTexts, isNamed, listEnded } from "./end-texts.ts";
import type { IncomingStatement } from "./read-objects.ts";

type RootName = { readonly org: string; readonly root: string };

type Tombstone = Pick<IncomingStatement, "hash" | "born" | "said">;

export type Erasure = { readonly texts: readonly string[]; readonly by: readonly string[] };

/** Runs in the caller's transaction, which holds the lock of the root. @returns the hashes of the erased texts, and of the
 * tombstones that erased something. */
export async function erase(
  tx: Transaction,
  at: RootName,
  { statements, by }: { readonly statements: readonly Tombstone[]; readonly by: Bearer | null },
): Promise<Erasure> {
  const tombstones = statements.filter(({ said }) => isTombstone(said) && said.signer.startsWith("person:"));
  const [texts, taking]: [string[], Set<string>] = [[], new Set()];
  const policy = tombstones.length === 0 ? null : await findPolicy(tx);
  for (const { hash, born, said } of tombstones) {
    const isCounted = isCountedBy(policy, at.root, said);
    const mayErase = isCounted
      ? await end(tx, at, { born, by: hash })
      : await isOwn(tx, at, { born, signer: said.signer, by });
    if (mayErase) {
      texts.push(...(await eraseBorn(tx, at, born)));
      taking.add(hash);
    }
    if (!isCounted) continue;
    const over = await eraseTexts(tx, at, await endTexts(tx, at, { hash, said }));
    texts.push(...over);
    if (over.length > 0) taking.add(hash);
  }
  return { texts, by: [...taking] };
}

/** Applies the stored tombstones of a root that is judged again: those that arrived before the policy that counts them, or
 * before texts were ended by their digests. */
export async function eraseWaiting(tx: Transaction, at: RootName): Promise<Erasure> {
  const rows = await tx<{ hash: string; born: string; body: Buffer }[]>`
    SELECT hash, born, body FROM statement WHERE root = ${at.root} AND erases`;
  const statements = rows.flatMap(({ hash, born, body }): Tombstone[] => {
    const said = parseStatement(body.toString("utf8"), hash);
    return "hash" in said ? [{ hash, born, said }] : [];
  });
  const { texts, by } = await erase(tx, at, { statements, by: null });
  return { texts: [...texts, ...(await eraseEnded(tx, at))], by };
}

/** Runs when an approval that lifted a tombstone has lost its effect. @returns the hashes of the erased texts. */
export async function eraseEnded(tx: Transaction, at: RootName): Promise<string[]> {
  return eraseTexts(tx, at, await listEnded(tx, at.root));
}

export function isCountedBy(policy: Policy | null, root: string, said: SignedStatement): boolean {
  if (policy === null || !coversRoot(policy, root)) return false;
  return isNamed(policy, said) && counts({ act: "forget", signer: said.signer }, trustOf(policy));
}

/** @returns false when the memory was already ended. */
async function end(
  tx: Transaction,
  { org, root }: RootName,
  { born, by }: { readonly born: string; readonly by: string },
): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO ended (org, root, born, by) VALUES (${org}, ${root}, ${born}, ${by}) ON CONFLICT DO NOTHING`;
  return count > 0;
}

async function isOwn(
  tx: Transaction,
  { root }: RootName,
  { born, signer, by }: { readonly born: string; readonly signer: string; readonly by: Bearer | null },
): Promise<boolean> {
  if (by?.kind !== "person") return false;
  const [row] = await tx<{ own: boolean | null }[]>`
    SELECT bool_and(brought IS NOT DISTINCT FROM ${by.subject}::uuid AND (signer = ${signer} OR signer LIKE 'machine:%')) AS own
    FROM statement WHERE root = ${root} AND born = ${born} AND NOT erases`;
  return row?.own === true;
}

async function eraseBorn(tx: Transaction, at: RootName, born: string): Promise<string[]> {
  const { root } = at;
  const rows = await tx<{ names: string | null; size: number }[]>`
    DELETE FROM statement WHERE root = ${root} AND born = ${born} AND NOT erases
    RETURNING names, octet_length(body) AS size`;
  await subtract(tx, at, rows);
  const named = tx.array([...new Set(rows.flatMap(({ names }) => names ?? []))], 25);
  const texts = await tx<{ hash: string }[]>`
    SELECT hash FROM text WHERE root = ${root} AND hash = ANY (${named})
    AND NOT EXISTS (SELECT FROM statement s WHERE s.root = ${root} AND s.names = text.hash)`;
  return eraseTexts(
    tx,
    at,
    texts.map(({ hash }) => hash),
  );
}

async function eraseTexts(tx: Transaction, at: RootName, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await tx<{ hash: string; size: number }[]>`
    DELETE FROM text WHERE root = ${at.root} AND hash = ANY (${tx.array([...hashes], 25)})
    RETURNING hash, octet_length(bytes) AS size`;
  await subtract(tx, at, rows);
  return rows.map(({ hash }) => hash);
}

async function subtract(
  tx: Transaction,
  { root }: RootName,
  gone: readonly { size: number }[],
): Promise<void> {
  const bytes = gone.reduce((sum, { size }) => sum + size, 0);
  await tx`UPDATE root SET objects = objects - ${gone.length}, bytes = bytes - ${bytes} WHERE id = ${root}`;
}
