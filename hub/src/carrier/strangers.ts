// Limits what a root accepts from keys outside of the present policy: the number of keys, the number of statements per key, and the
// bytes of their tombstones. Without a policy for the root all keys are equal, and only the quota applies.
//
// Attack: keys cost nothing, and a tombstone may be 600 times as long as another statement. So the limit applies per root, not per
// token that brings the statements.

import { coversRoot, type Policy } from "../../../src/memory/law/sets/policy.ts";
import { isTombstone } from "../../../src/memory/law/statement.ts";
import { STRANGE_STATEMENTS_MAX, STRANGERS_MAX, TOMBSTONE_BYTES_MAX } from "../../../src/memory/limits.ts";
import type { Transaction } from "../database/connect.ts";
import { isNamed } from "./end-texts.ts";
import type { IncomingStatement, ReceivedObjects } from "./read-objects.ts";

type Used = { count: number; bytes: number };

/** Runs in the caller's transaction, which holds the lock of the root. */
export async function leaveStrange(
  tx: Transaction,
  { root, policy }: { readonly root: string; readonly policy: Policy | null },
  {
    statements,
    refused,
  }: { readonly statements: readonly IncomingStatement[] } & Pick<ReceivedObjects, "refused">,
): Promise<readonly IncomingStatement[]> {
  if (policy === null || !coversRoot(policy, root)) return statements;
  const strange = statements.filter(({ said }) => !isNamed(policy, said));
  if (strange.length === 0) return statements;
  const used = await findUsed(tx, root, policy);
  const over = new Set(strange.filter((each) => !take(used, each)));
  for (const { hash } of over) refused.set(`s/${hash}`, "strange");
  return statements.filter((each) => !over.has(each));
}

async function findUsed(tx: Transaction, root: string, { keys }: Policy): Promise<Map<string, Used>> {
  const named = tx.array(
    keys.map(({ key }) => key),
    25,
  );
  const rows = await tx<(Used & { key: string })[]>`
    SELECT key, count(*)::integer AS count, coalesce(sum(octet_length(body)) FILTER (WHERE erases), 0)::integer AS bytes
    FROM statement WHERE root = ${root} AND key <> ALL (${named}) GROUP BY key`;
  return new Map(rows.map(({ key, count, bytes }) => [key, { count, bytes }]));
}

function take(used: Map<string, Used>, { said, bytes }: IncomingStatement): boolean {
  const known = used.get(said.key);
  if (known === undefined && used.size >= STRANGERS_MAX) return false;
  const next = {
    count: (known?.count ?? 0) + 1,
    bytes: (known?.bytes ?? 0) + (isTombstone(said) ? bytes.length : 0),
  };
  if (next.count > STRANGE_STATEMENTS_MAX || next.bytes > TOMBSTONE_BYTES_MAX) return false;
  used.set(said.key, next);
  return true;
}
