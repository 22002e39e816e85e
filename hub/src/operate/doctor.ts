// `credence-hub doctor`: checks that the database keeps its promises, above all that forgotten texts are gone.

import { countEnded } from "../carrier/end-texts.ts";
import type { Sql, Transaction } from "../database/connect.ts";
import { listMigrations } from "../database/migrate.ts";
import { asOwner, inOrganisation } from "../database/organisation.ts";
import { listOrganisations } from "./enrol.ts";

export type Finding = {
  readonly what: string;
  readonly isFine: boolean;
  readonly detail: string;
};

export async function examine(sql: Sql): Promise<Finding[]> {
  const organisations = await listOrganisations(sql);
  const perOrganisation = await Promise.all(
    organisations.map(async ({ id, name }) => [
      ...(await asOwner(sql, id, (tx) => examineOrganisation(tx, id, name))),
      await examineForgotten(sql, id, name),
    ]),
  );
  return [...(await examineServer(sql)), ...perOrganisation.flat()];
}

function find(what: string, faults: readonly string[], fine = "none"): Finding {
  return { what, isFine: faults.length === 0, detail: faults.length === 0 ? fine : faults.join(", ") };
}

async function examineServer(sql: Sql): Promise<Finding[]> {
  const [server] = await sql<{ version: string; fsync: string; commit: string; pages: string }[]>`
    SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
      current_setting('synchronous_commit') AS commit, current_setting('full_page_writes') AS pages`;
  const done = await sql<{ number: number }[]>`SELECT number FROM credence.migration`;
  const applied = new Set(done.map(({ number }) => number));
  const due = listMigrations().filter(({ number }) => !applied.has(number));
  const [role] = await sql<{ strong: boolean }[]>`
    SELECT rolsuper OR rolbypassrls OR rolcanlogin AS strong FROM pg_roles WHERE rolname = 'credence_hub'`;
  // The hub's role must not be able to read tables without a filter by organisation.
  const open = await sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'credence'::regnamespace AND relkind IN ('r', 'p')
    AND NOT relrowsecurity AND has_table_privilege('credence_hub', oid, 'SELECT, UPDATE, DELETE')`;
  const unsafe = Object.entries({ fsync: server?.fsync, full_page_writes: server?.pages }).flatMap(
    ([name, value]) => (value === "off" ? [`${name} is off`] : []),
  );
  return [
    { what: "PostgreSQL", isFine: true, detail: server?.version ?? "" },
    find("settings that lose what was acknowledged", unsafe),
    find(
      "migrations that are due",
      due.map(({ name }) => name),
    ),
    find(
      "rights that the hub's role should not have",
      role?.strong === false ? [] : ["credence_hub is too strong"],
    ),
    find(
      "tables that are not filtered by organisation",
      open.map(({ name }) => name),
    ),
  ];
}

/** Uses the same rule as `put`, with the same rights. */
async function examineForgotten(sql: Sql, org: string, name: string): Promise<Finding> {
  const count = await inOrganisation(sql, org, countEnded);
  return { what: `${name}: texts that were forgotten`, isFine: count === 0, detail: String(count) };
}

async function examineOrganisation(tx: Transaction, org: string, name: string): Promise<Finding[]> {
  const count = async (
    what: string,
    rows: PromiseLike<readonly Record<string, unknown>[]>,
  ): Promise<Finding> => {
    const found = Number((await rows)[0]?.["count"] ?? 0);
    return { what: `${name}: ${what}`, isFine: found === 0, detail: String(found) };
  };
  return [
    await count(
      "statements about forgotten memories",
      tx`SELECT count(*) FROM statement s JOIN ended e ON e.org = s.org AND e.root = s.root AND e.born = s.born
         WHERE s.org = ${org} AND NOT s.erases`,
    ),
    await count(
      "texts that no statement names",
      tx`SELECT count(*) FROM text t WHERE t.org = ${org} AND NOT EXISTS (
           SELECT FROM statement s WHERE s.org = ${org} AND s.root = t.root AND s.names IN (t.hash, t.digest))`,
    ),
    ...(await examineSearch(tx, org, count)),
    ...(await examineCounts(tx, org, count)),
    {
      what: `${name}: forgotten memories that wait for a policy which counts whoever forgot them`,
      isFine: true,
      detail: await countWaiting(tx, org),
    },
  ];
}

type Count = (what: string, rows: PromiseLike<readonly Record<string, unknown>[]>) => Promise<Finding>;

/** Passages and words must disappear together with their text. */
async function examineSearch(tx: Transaction, org: string, count: Count): Promise<Finding[]> {
  const [there] = await tx`SELECT to_regclass('credence.memory_row') IS NOT NULL AS is`;
  if (there?.["is"] !== true) return [];
  return [
    await count(
      "passages of texts that are gone",
      tx`SELECT count(*) FROM memory_row m JOIN search_root k ON k.key = m.root_key WHERE m.org = ${org}
         AND NOT EXISTS (SELECT FROM text t WHERE t.org = ${org} AND t.root = k.root AND t.hash = m.text)`,
    ),
    await count(
      "words of passages that are gone",
      tx`SELECT count(*) FROM memory_words w JOIN search_root k ON k.key = w.root_key AND k.org = ${org}
         WHERE NOT EXISTS (SELECT FROM memory_row m WHERE m.row = w.row)`,
    ),
  ];
}

async function examineCounts(tx: Transaction, org: string, count: Count): Promise<Finding[]> {
  return [
    await count(
      "roots whose counts are wrong",
      tx`SELECT count(*) FROM root r CROSS JOIN LATERAL (
           SELECT count(*) AS objects, coalesce(sum(size), 0)::bigint AS bytes FROM (
             SELECT octet_length(body)::bigint AS size FROM statement WHERE org = ${org} AND root = r.id
             UNION ALL SELECT octet_length(bytes)::bigint FROM text WHERE org = ${org} AND root = r.id
             UNION ALL SELECT octet_length(bytes)::bigint FROM paper WHERE org = ${org} AND root = r.id) AS sizes) AS real
         WHERE r.org = ${org} AND (r.objects <> real.objects OR r.bytes <> real.bytes)`,
    ),
    await count(
      "roots with an object beyond their last number",
      tx`SELECT count(*) FROM root r WHERE r.org = ${org} AND r.next <= (SELECT coalesce(max(n), 0) FROM (
           SELECT n FROM statement WHERE org = ${org} AND root = r.id
           UNION ALL SELECT n FROM text WHERE org = ${org} AND root = r.id) AS numbers)`,
    ),
  ];
}

async function countWaiting(tx: Transaction, org: string): Promise<string> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(DISTINCT (t.root, t.born)) AS count FROM statement t JOIN statement s USING (org, root, born)
    WHERE t.org = ${org} AND t.erases AND NOT s.erases`;
  return String(row?.count ?? 0);
}
