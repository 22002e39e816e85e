// Behind PgBouncer, which gives each transaction another connection, two organisations never see each other's rows.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { connect, type Sql } from "../../src/database/connect.ts";
import { inOrganisation } from "../../src/database/organisation.ts";
import { makeTestOrganisation, openTestDatabase } from "../postgres.ts";

const PROGRAM = "/usr/sbin/pgbouncer";

/** It does not run as root either. */
async function startBouncer(t: TestContext, url: string): Promise<string> {
  const directory = mkdtempSync("/tmp/credence-bouncer-");
  const { searchParams, pathname } = new URL(url);
  const name = pathname.slice(1);
  const config = [
    "[databases]",
    `${name} = host=${searchParams.get("host")} user=credence`,
    "[pgbouncer]",
    "listen_addr =",
    `unix_socket_dir = ${directory}`,
    "listen_port = 5432",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 1",
    "ignore_startup_parameters = extra_float_digits",
  ];
  writeFileSync(join(directory, "bouncer.ini"), config.join("\n"));
  const { spawnSync } = await import("node:child_process");
  const isRoot = userInfo().uid === 0;
  if (isRoot) spawnSync("chown", ["-R", "postgres", directory]);
  const child = spawn(
    PROGRAM,
    [...(isRoot ? ["-u", "postgres"] : []), "-q", join(directory, "bouncer.ini")],
    {
      stdio: "ignore",
    },
  );
  t.after(() => {
    child.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  });
  const socket = join(directory, ".s.PGSQL.5432");
  for (let waited = 0; !existsSync(socket) && waited < 10_000; waited += 50) await setTimeout(50);
  return `postgres://credence@localhost/${name}?host=${encodeURIComponent(directory)}`;
}

test("settings hold for one transaction, so no connection of PgBouncer brings another's organisation", {
  skip: existsSync(PROGRAM) ? false : "pgbouncer is not installed",
}, async (t) => {
  const database = await openTestDatabase();
  const url = await startBouncer(t, database.url);
  const sql: Sql = connect(url, { isPooled: true, connectionsMax: 6 });
  t.after(async () => {
    await sql.end();
    await database.close();
  });
  const organisations = await Promise.all(
    ["a", "b", "c"].map((name) => makeTestOrganisation(database, name)),
  );
  for (const org of organisations)
    await inOrganisation(sql, org, (tx) => tx`INSERT INTO root (org, id) VALUES (${org}, ${"a".repeat(32)})`);
  const asked = Array.from({ length: 60 }, async (_, at) => {
    const org = organisations[at % 3] ?? "";
    const rows = await inOrganisation(sql, org, async (tx) => tx`SELECT org FROM root`);
    assert.deepEqual(
      rows.map((row) => row["org"]),
      [org],
    );
  });
  await Promise.all(asked);
  await assert.rejects(async () => sql`SELECT * FROM credence.root WHERE org = credence.current_org()`);
});
