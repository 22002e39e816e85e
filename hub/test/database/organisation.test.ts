import assert from "node:assert/strict";
import { after, test } from "node:test";
import { findBearer } from "../../src/access/tokens.ts";
import { codeOf, connect, type Sql, type Transaction } from "../../src/database/connect.ts";
import { listMigrations, migrate } from "../../src/database/migrate.ts";
import { inOrganisation } from "../../src/database/organisation.ts";
import { examine } from "../../src/operate/doctor.ts";
import { enrol, makeOrganisation } from "../../src/operate/enrol.ts";
import { makeTestOrganisation, openTestDatabase } from "../postgres.ts";

const database = await openTestDatabase();
after(() => database.close());
const { owner } = database;
const [ours, theirs] = [await makeTestOrganisation(database), await makeTestOrganisation(database, "Other")];
const ROOT = "a".repeat(32);

async function codeOfFailure(work: () => Promise<unknown>): Promise<string> {
  return work().then(
    () => "none",
    (error: unknown) => codeOf(error),
  );
}

test("an organisation sees its own rows and no other's, and writes for itself alone", async () => {
  for (const org of [ours, theirs])
    await inOrganisation(owner, org, (tx) => tx`INSERT INTO root (org, id) VALUES (${org}, ${ROOT})`);
  const seen = await inOrganisation(owner, ours, (tx) => tx`SELECT org FROM root`);
  assert.deepEqual(
    seen.map((row) => row["org"]),
    [ours],
  );
  const insert = () =>
    inOrganisation(owner, ours, (tx) => tx`INSERT INTO root (org, id) VALUES (${theirs}, ${"b".repeat(32)})`);
  assert.equal(await codeOfFailure(insert), "42501");
  const changed = await inOrganisation(
    owner,
    ours,
    (tx) => tx`UPDATE root SET next = 9 WHERE org = ${theirs}`,
  );
  assert.equal(changed.count, 0);
});

test("without an organisation a query is an error, also on a connection that had one before", async () => {
  const fresh = connect(database.url, { connectionsMax: 1 });
  const ask = (sql: Sql) =>
    codeOfFailure(() =>
      sql.begin(async (tx) => {
        await tx`SELECT set_config('role', 'credence_hub', true), set_config('search_path', 'credence', true)`;
        return tx`SELECT 1 FROM root`;
      }),
    );
  assert.equal(await ask(fresh), "42704");
  await inOrganisation(fresh, ours, (tx) => tx`SELECT 1 FROM root`);
  assert.equal(await ask(fresh), "22P02");
  await fresh.end();
});

test("the role of the hub owns no table, changes no token, and reads no access log", async () => {
  const owned =
    await owner`SELECT relname FROM pg_class JOIN pg_roles ON relowner = pg_roles.oid WHERE rolname = 'credence_hub'`;
  assert.deepEqual([...owned], []);
  // What is not filtered by organisation, the hub cannot read.
  const open = await owner`
    SELECT relname FROM pg_class WHERE relnamespace = 'credence'::regnamespace AND relkind = 'r'
    AND NOT relrowsecurity AND has_table_privilege('credence_hub', oid, 'SELECT, UPDATE, DELETE')`;
  assert.deepEqual([...open], []);
  for (const statement of [
    "SELECT * FROM access_log",
    "DELETE FROM access_log",
    "UPDATE access_log SET act = 'x'",
    "UPDATE token SET revoked = null",
    "INSERT INTO granted VALUES (current_org(), current_org(), '*', 'write')",
    "DELETE FROM ended",
    "ALTER TABLE root DISABLE ROW LEVEL SECURITY",
    "SELECT * FROM credence.migration",
  ])
    assert.equal(
      await codeOfFailure(() => inOrganisation(owner, ours, (tx) => tx.unsafe(statement))),
      "42501",
      statement,
    );
});

test("an owner who is no superuser, as of a managed service, migrates, finds a token's organisation and asks the doctor", async (t) => {
  const empty = await openTestDatabase({ isEmpty: true });
  const name = "plain_owner";
  await empty.owner.unsafe(
    `DROP ROLE IF EXISTS ${name}; CREATE ROLE ${name} LOGIN CREATEROLE; GRANT credence_hub TO ${name}`,
  );
  await empty.owner.unsafe(`ALTER DATABASE ${new URL(empty.url).pathname.slice(1)} OWNER TO ${name}`);
  // As after a login: no other setting takes the rights of the one who connected.
  const plain = connect(empty.url, { connectionsMax: 1 });
  t.after(async () => {
    await plain.end();
    await empty.close();
  });
  await plain.unsafe(`SET SESSION AUTHORIZATION ${name}`);
  assert.equal((await migrate(plain)).length, listMigrations().length);
  const { id } = await makeOrganisation(plain, "Acme");
  const about = { kind: "person", name: "Ana", scopes: ["read"], days: 1, root: "*", may: "read" } as const;
  const { text } = await enrol(plain, id, about);
  assert.equal((await findBearer(plain, `Bearer ${text}`))?.org, id);
  await inOrganisation(plain, id, (tx) => tx`INSERT INTO root (org, id) VALUES (${id}, ${ROOT})`);
  const faults = (await examine(plain)).filter(({ isFine }) => !isFine);
  assert.deepEqual(
    faults.map(({ what }) => what),
    ["settings that lose what was acknowledged"],
  );
});

test("a transaction whose connection PostgreSQL ended asks nothing in another's, and the process goes on", async (t) => {
  const sql = connect(database.url, { connectionsMax: 1 });
  t.after(() => sql.end());
  const askWhose = async (tx: Transaction) =>
    (await tx<{ org: string }[]>`SELECT current_org() AS org`)[0]?.org;
  for (let at = 0; at < 3; at += 1) {
    const [next, late] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
    const cut = inOrganisation(sql, ours, async (tx) => {
      const [row] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      await owner`SELECT pg_terminate_backend(${row?.pid ?? 0})`;
      await next.promise;
      late.resolve(await askWhose(tx).catch(codeOf));
    });
    assert.equal(await codeOfFailure(() => cut), "CONNECTION_CLOSED");
    const seen = await inOrganisation(sql, theirs, async (tx) => {
      const first = await askWhose(tx);
      next.resolve();
      return [first, await late.promise, await askWhose(tx)];
    });
    assert.deepEqual(seen, [theirs, "CONNECTION_CLOSED", theirs]);
  }
});

test("two hubs that start at once migrate once, and a database of a newer hub is left alone", async () => {
  const empty = await openTestDatabase({ isEmpty: true });
  const applied = await Promise.all([migrate(empty.owner), migrate(empty.owner)]);
  assert.deepEqual(
    applied.flat(),
    listMigrations().map(({ name }) => name),
  );
  await empty.owner`INSERT INTO credence.migration (number, name) VALUES (999, 'later')`;
  await assert.rejects(migrate(empty.owner), { code: "NEWER_DATABASE" });
  await empty.close();
});

test("a migration that fails leaves nothing of itself", async () => {
  const bad = { number: 998, name: "998-bad.sql", text: "CREATE TABLE half (a int); SELECT 1/0" };
  await assert.rejects(migrate(owner, [...listMigrations(), bad]));
  const left = await owner`SELECT 1 FROM pg_class WHERE relname = 'half'`;
  assert.equal(left.length, 0);
  assert.deepEqual(await migrate(owner), []);
});
