// The texts that a tombstone names are over in its root: erased, and not taken again, whoever else names them.
//
// Attack: somebody's word about another memory keeps a forgotten text, or brings it back. So a text is looked up by its digests, not by
// who speaks of it. As in the law of sets an approval of exactly this text lifts a tombstone that it names: of a person whom the policy
// in force counts, who did not withdraw it, and for every tombstone of the text. Fails closed: without a policy nothing is lifted.

import type { Attestation } from "../../../src/memory/law/attestation.ts";
import { factsOf } from "../../../src/memory/law/sets/applying.ts";
import { type Policy, trustOf } from "../../../src/memory/law/sets/policy.ts";
import { parseStatement } from "../../../src/memory/law/sets/read-statement.ts";
import { isWord } from "../../../src/memory/law/sets/said.ts";
import { selectCounted } from "../../../src/memory/law/sets/sets.ts";
import type { Transaction } from "../database/connect.ts";
import { findPolicy } from "../policy/policies.ts";

type Place = { readonly org: string; readonly root: string };

type Known = { readonly hash: string; readonly digest: string | null; readonly folded: string | null };

/** Of a tombstone that counts. @returns hashes of the texts here that are over now. */
export async function endTexts(
  tx: Transaction,
  { org, root }: Place,
  { hash, said }: { readonly hash: string; readonly said: Attestation },
): Promise<string[]> {
  const digests = tx.array(listDigests(said), 25);
  await tx`
    INSERT INTO ended_text (org, root, digest, by) SELECT ${org}, ${root}, digest, ${hash}
    FROM unnest(${digests}::text[]) AS named (digest) ON CONFLICT DO NOTHING`;
  await foldOld(tx, root);
  const named = await tx<Known[]>`
    SELECT hash, digest, folded FROM text WHERE root = ${root} AND (digest = ANY (${digests}) OR folded = ANY (${digests}))`;
  return [...(await findOver(tx, root, named))];
}

function listDigests({ set, digest, folded }: Attestation): string[] {
  if (set === undefined) return [digest, ...(folded == null ? [] : [folded])];
  return "digests" in set ? [...set.digests] : [];
}

/** @returns hashes of those that a tombstone names which nobody lifted. */
export async function findOver(
  tx: Transaction,
  root: string,
  texts: readonly Known[],
): Promise<ReadonlySet<string>> {
  const asked = texts.flatMap(({ digest, folded }) => [digest, folded].filter((each) => each !== null));
  if (asked.length === 0) return new Set();
  const rows = await tx<{ digest: string; by: string }[]>`
    SELECT digest, by FROM ended_text WHERE root = ${root} AND digest = ANY (${tx.array(asked, 25)})`;
  const ends = Map.groupBy(rows, ({ digest }) => digest);
  const endsOf = ({ digest, folded }: Known) =>
    [digest, folded].flatMap((each) => ends.get(each ?? "") ?? []);
  const named = texts.filter((each) => endsOf(each).length > 0);
  const lifted = named.length === 0 ? new Set<string>() : await findLifted(tx, root, named);
  const isOver = (each: Known): boolean => endsOf(each).some(({ by }) => !lifted.has(`${each.digest} ${by}`));
  return new Set(named.filter(isOver).map(({ hash }) => hash));
}

/** The digest of a text and the tombstone, for each that an approval of the text names. */
async function findLifted(
  tx: Transaction,
  root: string,
  texts: readonly Known[],
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
    return "hash" in read && read.set !== undefined && isNamed(policy, read) ? [{ ...read.set, hash }] : [];
  });
  const approvals = selectCounted(said, trustOf(policy))
    .filter(isWord)
    .filter(({ act }) => act === "approve");
  return new Set(approvals.flatMap(({ digest, lifts }) => lifts.map((by) => `${digest} ${by}`)));
}

/** Is it one of the policy's keys? */
export function isNamed({ keys }: Policy, { signer, key }: Pick<Attestation, "signer" | "key">): boolean {
  return keys.some((each) => each.signer === signer && each.key === key);
}

const AT_ONCE = 1_000;

/** Texts that came before their folded digests were stored. */
async function foldOld(tx: Transaction, root: string): Promise<void> {
  for (;;) {
    const rows = await tx<{ hash: string; bytes: Buffer }[]>`
      SELECT hash, bytes FROM text WHERE root = ${root} AND folded IS NULL LIMIT ${AT_ONCE}`;
    if (rows.length === 0) return;
    const folded = rows.map(({ bytes }) => factsOf(bytes.toString("utf8"))?.folded ?? "");
    const hashes = rows.map(({ hash }) => hash);
    await tx`
      UPDATE text SET folded = given.folded FROM unnest(${tx.array(hashes, 25)}::text[], ${tx.array(folded, 25)}::text[])
        AS given (hash, folded) WHERE text.root = ${root} AND text.hash = given.hash`;
  }
}

/** Hashes of the texts here that are over: also those whose approval does not count any more. */
export async function listOver(tx: Transaction, root: string): Promise<readonly string[]> {
  const named = await tx<Known[]>`
    SELECT hash, digest, folded FROM text WHERE root = ${root} AND EXISTS (
      SELECT FROM ended_text e WHERE e.root = ${root} AND e.digest IN (text.digest, text.folded))`;
  return [...(await findOver(tx, root, named))];
}

/** Of the organisation. */
export async function countOver(tx: Transaction): Promise<number> {
  const roots = await tx<{ root: string }[]>`SELECT DISTINCT root FROM ended_text`;
  let count = 0;
  for (const { root } of roots) count += (await listOver(tx, root)).length;
  return count;
}
