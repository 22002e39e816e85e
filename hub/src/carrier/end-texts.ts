// Erases the texts that a tombstone names from its root, and keeps them out, even if other statements name them.
//
// Attack: a statement about another memory keeps a forgotten text, or brings it back. So a text is found by its digests,
// and not by the statements that name it. As in the ledger, an approval of exactly this text lifts a tombstone that it
// names: the approval must come from a person whom the present policy counts, must not be withdrawn, and must name every
// tombstone of the text. Fails closed: without a policy nothing is lifted.

import { type Policy, trustOf } from "../../../src/memory/law/sets/policy.ts";
import { selectCounted } from "../../../src/memory/law/sets/sets.ts";
import {
  isTextStatement,
  isTombstone,
  parseStatement,
  type SignedStatement,
} from "../../../src/memory/law/statement.ts";
import type { Transaction } from "../database/connect.ts";
import { findPolicy } from "../policy/policies.ts";

type RootName = { readonly org: string; readonly root: string };

type TextDigests = { readonly hash: string; readonly digest: string | null; readonly folded: string | null };

/** Records the digests of a tombstone that counts. @returns the hashes of the stored texts that must be erased. */
export async function endTexts(
  tx: Transaction,
  { org, root }: RootName,
  { hash, said }: { readonly hash: string; readonly said: SignedStatement },
): Promise<string[]> {
  const digests = tx.array(isTombstone(said) ? [...said.digests] : [], 25);
  await tx`
    INSERT INTO ended_text (org, root, digest, by) SELECT ${org}, ${root}, digest, ${hash}
    FROM unnest(${digests}::text[]) AS named (digest) ON CONFLICT DO NOTHING`;
  const named = await tx<TextDigests[]>`
    SELECT hash, digest, folded FROM text WHERE root = ${root} AND (digest = ANY (${digests}) OR folded = ANY (${digests}))`;
  return [...(await findEnded(tx, root, named))];
}

/** @returns the hashes of the texts that a tombstone ends and that no approval lifts. */
export async function findEnded(
  tx: Transaction,
  root: string,
  texts: readonly TextDigests[],
): Promise<ReadonlySet<string>> {
  const asked = texts.flatMap(({ digest, folded }) => [digest, folded].filter((each) => each !== null));
  if (asked.length === 0) return new Set();
  const rows = await tx<{ digest: string; by: string }[]>`
    SELECT digest, by FROM ended_text WHERE root = ${root} AND digest = ANY (${tx.array(asked, 25)})`;
  const ends = Map.groupBy(rows, ({ digest }) => digest);
  const endsOf = ({ digest, folded }: TextDigests) =>
    [digest, folded].flatMap((each) => ends.get(each ?? "") ?? []);
  const named = texts.filter((each) => endsOf(each).length > 0);
  const lifted = named.length === 0 ? new Set<string>() : await findLifted(tx, root, named);
  const isOver = (each: TextDigests): boolean =>
    endsOf(each).some(({ by }) => !lifted.has(`${each.digest} ${by}`));
  return new Set(named.filter(isOver).map(({ hash }) => hash));
}

/** Pairs of a text's digest and a tombstone that an approval of the text lifts. */
async function findLifted(
  tx: Transaction,
  root: string,
  texts: readonly TextDigests[],
): Promise<ReadonlySet<string>> {
  const policy = await findPolicy(tx);
  if (policy === null) return new Set();
  const hashes = tx.array(
    texts.map(({ hash }) => hash),
    25,
  );
  const rows = await tx<{ hash: string; body: Buffer }[]>`
    SELECT hash, body FROM statement WHERE root = ${root} AND act IN ('approve', 'withdraw') AND born IN (
      SELECT born FROM statement WHERE root = ${root} AND act = 'approve' AND names = ANY (${hashes}))`;
  const said = rows.flatMap(({ hash, body }) => {
    const read = parseStatement(body.toString("utf8"), hash);
    return "hash" in read && isNamed(policy, read) ? [read] : [];
  });
  const approvals = selectCounted(said, trustOf(policy))
    .filter(isTextStatement)
    .filter(({ act }) => act === "approve");
  return new Set(approvals.flatMap(({ digest, lifts }) => lifts.map((by) => `${digest} ${by}`)));
}

/** True when the key is one of the policy's. */
export function isNamed({ keys }: Policy, { signer, key }: Pick<SignedStatement, "signer" | "key">): boolean {
  return keys.some((each) => each.signer === signer && each.key === key);
}

/** The hashes of all stored texts that a tombstone ends, including texts whose approval no longer counts. */
export async function listEnded(tx: Transaction, root: string): Promise<readonly string[]> {
  const named = await tx<TextDigests[]>`
    SELECT hash, digest, folded FROM text WHERE root = ${root} AND EXISTS (
      SELECT FROM ended_text e WHERE e.root = ${root} AND e.digest IN (text.digest, text.folded))`;
  return [...(await findEnded(tx, root, named))];
}

/** The number of such texts in the organisation. */
export async function countEnded(tx: Transaction): Promise<number> {
  const roots = await tx<{ root: string }[]>`SELECT DISTINCT root FROM ended_text`;
  let count = 0;
  for (const { root } of roots) count += (await listEnded(tx, root)).length;
  return count;
}
