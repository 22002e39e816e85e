// The database that a command works on: a given one, or the hub's own, which runs as long as the command.

import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type ConnectOptions, codeOf, connect, type Sql } from "../database/connect.ts";
import { findPostgres } from "../database/find-postgres.ts";
import { migrate } from "../database/migrate.ts";
import { type Cluster, startCluster } from "../database/private-cluster.ts";
import { HubFailure } from "../hub-failure.ts";

export type Where = {
  /** `postgres://…`; null for the hub's own cluster. */
  readonly database: string | null;
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export type OpenDatabase = {
  readonly sql: Sql;
  readonly applied: readonly string[];
  readonly close: () => Promise<void>;
};

const NAME = "credence";

/** Root's home is closed to the user that PostgreSQL runs as. */
export function defaultDirectory(): string {
  return process.getuid?.() === 0 ? "/var/lib/credence-hub" : join(homedir(), ".local/share/credence-hub");
}

export async function openDatabase(where: Where, options: ConnectOptions = {}): Promise<OpenDatabase> {
  const { database, directory, env } = where;
  const cluster = database === null ? startCluster({ directory, programs: findPostgres(env) }) : null;
  try {
    if (cluster !== null) await makeDatabase(cluster);
    const sql = connect(database ?? cluster?.urlOf(NAME) ?? "", options);
    const applied = await migrateWhenThere(sql).catch(explain);
    const close = async (): Promise<void> => {
      await sql.end({ timeout: 5 });
      cluster?.stop();
    };
    return { sql, applied, close };
  } catch (error) {
    cluster?.stop();
    throw error;
  }
}

const [AGAIN_MS, WAIT_MS] = [250, 20_000];
/** The database is starting, or recovering from a crash. */
const COMING = /^(?:57P03|53300|ECONNREFUSED|ECONNRESET|ENOENT|CONNECTION_)/;

async function migrateWhenThere(sql: Sql): Promise<string[]> {
  for (let waited = 0; ; waited += AGAIN_MS) {
    try {
      return await migrate(sql);
    } catch (error) {
      if (waited >= WAIT_MS || !COMING.test(codeOf(error))) throw error;
      await setTimeout(AGAIN_MS);
    }
  }
}

async function makeDatabase(cluster: Cluster): Promise<void> {
  const sql = connect(cluster.urlOf("postgres"), { connectionsMax: 1 });
  try {
    const found = await sql`SELECT 1 FROM pg_database WHERE datname = ${NAME}`;
    if (found.length === 0) await sql.unsafe(`CREATE DATABASE ${NAME}`);
  } finally {
    await sql.end();
  }
}

/** Repeats nothing of the address, because it may hold a password. */
function explain(error: unknown): never {
  const code = codeOf(error);
  if (/^E[A-Z]+$|^CONNECT|^28|^3D|^57P03/.test(code))
    throw new HubFailure("NO_DATABASE", `the database cannot be reached (${code})`);
  throw error;
}
