// Every act of the hub runs in a transaction that names its organisation.
//
// Attack: one organisation reads the rows of another, through a missing condition or a setting left on a pooled connection.
// So the database filters the rows, for a role that owns nothing; organisation, role and schema are set for this
// transaction alone, and a query without them fails.

import type { Sql, Transaction } from "./connect.ts";

/** The limit of one query. */
const LONGEST = "30s";

export async function inOrganisation<Result>(
  sql: Sql,
  org: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return begin(sql, { org, role: "credence_hub" }, work);
}

/** For the operator of the hub: runs with the rights of the owner, who creates organisations and tokens. */
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
