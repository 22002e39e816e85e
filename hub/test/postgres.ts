// A real PostgreSQL for tests: one private cluster for this process, made when it is first asked for, and a database of its own for
// each who asks, copied from one that was migrated once.

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connect, type Sql } from "../src/database/connect.ts";
import { findPostgres } from "../src/database/find-postgres.ts";
import { migrate } from "../src/database/migrate.ts";
import { type Cluster, startCluster } from "../src/database/private-cluster.ts";

export type TestDatabase = {
  readonly url: string;
  /** As the owner, who sees every organisation: with the schema `credence` written out. */
  readonly owner: Sql;
  readonly close: () => Promise<void>;
};

/** What is lost with the machine need not be kept by a test; what is lost with the process is kept all the same. */
const FAST = ["fsync = off", "full_page_writes = off", "max_connections = 200", "shared_buffers = 64MB"];
const TEMPLATE = "credence_template";

let started: Promise<Cluster> | null = null;

function testCluster(): Promise<Cluster> {
  started ??= start();
  return started;
}

async function start(): Promise<Cluster> {
  const directory = mkdtempSync(join("/tmp", "credence-hub-test-"));
  const cluster = startCluster({ directory, programs: findPostgres(process.env), settings: FAST });
  process.once("exit", () => {
    cluster.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  await inPostgres(cluster, (sql) => sql.unsafe(`CREATE DATABASE ${TEMPLATE}`));
  const template = connect(cluster.urlOf(TEMPLATE), { connectionsMax: 2 });
  await migrate(template);
  await template.end();
  return cluster;
}

async function inPostgres(cluster: Cluster, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = connect(cluster.urlOf("postgres"), { connectionsMax: 1 });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

let copying: Promise<unknown> = Promise.resolve();

/** `isEmpty`: nothing was migrated. */
export async function openTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const cluster = await testCluster();
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  // Nobody else may be connected to what is copied.
  const made = copying.then(() =>
    inPostgres(cluster, (sql) =>
      sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${isEmpty ? "template0" : TEMPLATE}`),
    ),
  );
  copying = made.catch(() => undefined);
  await made;
  const url = cluster.urlOf(name);
  const owner = connect(url, { connectionsMax: 4 });
  return {
    url,
    owner,
    close: async () => {
      await owner.end();
      await inPostgres(cluster, (sql) => sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

/** @returns its id. */
export async function makeTestOrganisation({ owner }: TestDatabase, name = "Acme"): Promise<string> {
  const id = randomUUID();
  await owner`INSERT INTO credence.organisation (id, name) VALUES (${id}, ${name})`;
  return id;
}

/** The tables that hold it anywhere, as text or as bytes. */
export async function findWord({ owner }: TestDatabase, word: string): Promise<string[]> {
  const tables = await owner<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'credence'::regnamespace AND relkind = 'r' ORDER BY relname`;
  const pattern = `${word}|${Buffer.from(word).toString("hex")}`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await owner.unsafe(`SELECT 1 FROM credence.${name} AS t WHERE t::text ~ $1 LIMIT 1`, [
      pattern,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
