// Migrates a database to the newest of the numbered SQL files, each in its own transaction. If several processes start at
// once, one of them migrates.
//
// The lock is polled instead of waited for: a waiting query holds a snapshot, and an index that is built concurrently waits
// for every snapshot.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { HubFailure } from "../hub-failure.ts";
import { codeOf, type Sql } from "./connect.ts";

const DIRECTORY = join(import.meta.dirname, "migrations");
const NAME = /^(\d{3})-[a-z-]+\.sql$/;
/** Any number that no other program uses as a lock. */
const LOCK = 7_345_112_903;
const [POLL_MS, WAIT_MS] = [200, 120_000];
const VERSION_MIN = 150_000;

export type Migration = { readonly number: number; readonly name: string; readonly text: string };

export function listMigrations(directory: string = DIRECTORY): Migration[] {
  const names = readdirSync(directory).filter((name) => NAME.test(name));
  return names.sort().map((name) => ({
    number: Number(name.slice(0, 3)),
    name,
    text: readFileSync(join(directory, name), "utf8"),
  }));
}

/** @returns the names of the migrations applied now. */
export async function migrate(
  sql: Sql,
  migrations: readonly Migration[] = listMigrations(),
): Promise<string[]> {
  await refuseOld(sql);
  await makeRole(sql);
  const connection = await sql.reserve();
  try {
    await waitForLock(connection);
    await connection`CREATE SCHEMA IF NOT EXISTS credence`;
    await connection`GRANT USAGE ON SCHEMA credence TO credence_hub`;
    await connection`CREATE TABLE IF NOT EXISTS credence.migration (number integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())`;
    const rows = await connection<{ number: number }[]>`SELECT number FROM credence.migration`;
    const done = new Set(rows.map(({ number }) => number));
    const newest = Math.max(0, ...done);
    const known = Math.max(0, ...migrations.map(({ number }) => number));
    if (newest > known)
      throw new HubFailure(
        "NEWER_DATABASE",
        `the database is at step ${newest}, and this hub knows ${known}`,
      );
    const due = migrations.filter(({ number }) => !done.has(number));
    for (const each of due) {
      await connection.unsafe(
        `BEGIN; SET LOCAL search_path = credence; ${each.text}\n; INSERT INTO credence.migration (number, name) VALUES (${each.number}, '${each.name}'); COMMIT`,
      );
    }
    return due.map(({ name }) => name);
  } catch (error) {
    await connection`ROLLBACK`.catch(() => undefined);
    throw error;
  } finally {
    await connection`SELECT pg_advisory_unlock(${LOCK})`.catch(() => undefined);
    connection.release();
  }
}

async function refuseOld(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: string }[]>`SELECT current_setting('server_version_num') AS version`;
  if (Number(row?.version) < VERSION_MIN)
    throw new HubFailure("OLD_POSTGRESQL", `this PostgreSQL is older than 15 (${row?.version})`);
}

/** A role belongs to the server, not to the database, so a migration of another database may create it at the same moment. */
async function makeRole(sql: Sql): Promise<void> {
  const [row] =
    await sql`SELECT pg_has_role(oid, 'MEMBER') AS has FROM pg_roles WHERE rolname = 'credence_hub'`;
  if (row?.["has"] === true) return;
  try {
    if (row === undefined) await sql`CREATE ROLE credence_hub NOLOGIN`.catch(ignoreTwin);
    await sql`GRANT credence_hub TO CURRENT_USER`.catch(ignoreTwin);
  } catch (error) {
    if (codeOf(error) !== "42501") throw error;
    throw new HubFailure(
      "NO_ROLE",
      "this user of the database may not make the role that the hub works as",
      "as an administrator: CREATE ROLE credence_hub NOLOGIN; GRANT credence_hub TO the user of the hub;",
    );
  }
}

function ignoreTwin(error: unknown): void {
  // The role was created meanwhile: duplicate_object, unique_violation, or a concurrent change of the same row.
  if (!["42710", "23505", "XX000"].includes(codeOf(error))) throw error;
}

async function waitForLock(sql: Sql): Promise<void> {
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    const [row] = await sql`SELECT pg_try_advisory_lock(${LOCK}) AS got`;
    if (row?.["got"] === true) return;
    await setTimeout(POLL_MS);
  }
  throw new HubFailure("MIGRATING", "another hub has been migrating this database for two minutes");
}
