// All that the hub does for somebody happens in a transaction that says for whom.
//
// Attack: one organisation reads another's rows, by a missing condition or by a setting that a pooled connection kept from before. So
// the database filters, for a role that owns nothing; organisation, role and schema are set for this transaction alone, and where they
// are not, a query fails.

import type { Sql, Transaction } from "./connect.ts";

/** Of one query. */
const LONGEST = "30s";

export async function inOrganisation<Result>(
  sql: Sql,
  org: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return begin(sql, { org, role: "credence_hub" }, work);
}

/** For whoever runs the hub: with the rights of the owner, who makes organisations and gives out tokens. */
export async function asOwner<Result>(
  sql: Sql,
  org: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return begin(sql, { org, role: "none" }, work);
}

async function begin<Result>(
  sql: Sql,
  { org, role }: { readonly org: string; readonly role: string },
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return (await sql.begin(async (tx) => {
    await tx`
      SELECT set_config('search_path', 'credence', true), set_config('credence.org', ${org}, true),
        set_config('statement_timeout', ${LONGEST}, true), set_config('synchronous_commit', 'on', true),
        set_config('role', ${role}, true)`;
    return work(tx);
  })) as Result;
}
