// What whoever runs a hub will meet one day: a migration while others push, a backup that is put back, a disk that is full.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { openHubCarrier } from "../../../src/hub/hub-carrier.ts";
import type { Carrier, ObjectName } from "../../../src/memory/carried.ts";
import { connect } from "../../src/database/connect.ts";
import { findPostgres } from "../../src/database/find-postgres.ts";
import { listMigrations, migrate } from "../../src/database/migrate.ts";
import { startTestHub } from "../running-hub.ts";
import { makeRoot, type Pair, type SignedRoot } from "../signed.ts";
import { type CleaningUp, expectWhole, type OwnCluster, ownCluster, startProcess } from "./own-cluster.ts";

type Client = { readonly carrier: () => Carrier; readonly has: Map<ObjectName, Uint8Array> };

/** What a machine does at a sync, without the law. */
function clientOf(
  t: TestContext,
  { url, token, root }: { readonly url: string; readonly token: string; readonly root: SignedRoot },
): Client {
  const directory = mkdtempSync("/tmp/credence-hub-client-");
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const has = new Map<ObjectName, Uint8Array>();
  const hub = {
    url: `${url}/${root.id}`,
    token,
    limits: { idleMs: 60_000, totalMs: 120_000 },
    onWait: () => undefined,
  };
  const me = "a".repeat(32);
  const more = {
    objectsMax: 10_000,
    listHere: () => has.keys(),
    temporaryBeside: (path: string) => `${path}.tmp`,
  };
  return { has, carrier: () => openHubCarrier({ directory, hub, me, ...more }) };
}

async function syncOnce({ carrier, has }: Client): Promise<number> {
  const now = carrier();
  const { missing } = await now.diff({ has: (name) => has.has(name), list: () => [] });
  for (const [name, bytes] of (await now.get(missing)).objects) has.set(name, bytes);
  await now.settle();
  const names = await now.findUnsent(() => has.keys());
  const add = new Map(names.map((name) => [name, has.get(name) ?? new Uint8Array()]));
  await now.put({ add, drop: [], papers: new Map(), isCheckpoint: false });
  return names.length;
}

function keep({ has }: Client, objects: readonly Pair[]): void {
  for (const [name, text] of objects) has.set(name, Buffer.from(text));
}

test("a migration while eight clients push fails none of them", { timeout: 300_000 }, async (t) => {
  const hub = await startTestHub();
  t.after(() => hub.close());
  const root = makeRoot();
  const token = await hub.tokenFor();
  let isOver = false;
  const clients = Array.from({ length: 8 }, async (_, at) => {
    const client = clientOf(t, { url: hub.url, token, root });
    let pushes = 0;
    for (; !isOver || pushes === 0; pushes += 1) {
      keep(client, root.remember(`Client ${at} has something to say for the time ${pushes}.`).objects);
      const names = [...client.has.keys()].slice(-2);
      const add = new Map(names.map((name) => [name, client.has.get(name) ?? new Uint8Array()]));
      const { kind } = await client.carrier().put({ add, drop: [], papers: new Map(), isCheckpoint: false });
      assert.notEqual(kind, "rejected");
    }
    return client.has.size;
  });
  await setTimeout(500);
  const later = [
    "ALTER TABLE statement ADD COLUMN later text NOT NULL DEFAULT 'x'",
    "CREATE INDEX later ON statement (org, root, later)",
  ];
  const migrations = later.map((text, at) => ({ number: 990 + at, name: `99${at}-later.sql`, text }));
  await migrate(hub.database.owner, [...listMigrations(), ...migrations]);
  await setTimeout(500);
  isOver = true;
  const sent = (await Promise.all(clients)).reduce((sum, size) => sum + size, 0);
  const [row] = await hub.database.owner`
    SELECT (SELECT count(*) FROM credence.statement) + (SELECT count(*) FROM credence.text) AS count`;
  assert.equal(Number(row?.["count"]), sent);
});

/** PostgreSQL's programs, on its socket. */
function callOn({ url }: OwnCluster): (name: string, ...args: readonly string[]) => void {
  const programs = findPostgres(process.env);
  const socket = new URL(url).searchParams.get("host") ?? "";
  return (name, ...args) => {
    const done = spawnSync(join(programs, name), ["-h", socket, "-U", "credence", ...args], {
      encoding: "utf8",
    });
    assert.equal(done.status, 0, done.stderr);
  };
}

test("a backup that is put back lacks what came after it, and the clients bring it", {
  timeout: 300_000,
}, async (t) => {
  const cluster = await ownCluster(t);
  const call = callOn(cluster);
  const first = await startProcess(cluster, 18_741);
  const root = makeRoot();
  const [ana, bo] = [0, 1].map(() => clientOf(t, { url: first.url, token: cluster.token, root }));
  assert.ok(ana !== undefined && bo !== undefined);
  keep(
    ana,
    [1, 2, 3].flatMap((at) => root.remember(`Before the backup, number ${at}.`).objects),
  );
  await syncOnce(ana);
  await syncOnce(bo);
  const dump = join(cluster.directory, "hub.dump");
  call("pg_dump", "--format=custom", `--file=${dump}`, "faults");
  const gone = root.remember("After the backup, and forgotten after it.");
  keep(ana, [...root.remember("After the backup.").objects, ...gone.objects]);
  await syncOnce(ana);
  await syncOnce(bo);
  await first.kill();
  call("dropdb", "--force", "faults");
  call("createdb", "faults");
  call("pg_restore", "--dbname=faults", dump);
  const second = await startProcess(cluster, 18_741);
  t.after(() => second.kill());
  // Somebody else writes first, so that the numbers of what was lost are given out again.
  const cy = clientOf(t, { url: second.url, token: cluster.token, root });
  keep(cy, root.remember("The first words after the restore.").objects);
  await syncOnce(cy);
  assert.ok((await syncOnce(ana)) > 0);
  await syncOnce(bo);
  await syncOnce(cy);
  await syncOnce(ana);
  for (const client of [ana, bo, cy]) assert.equal(client.has.size, 12);
  await expectWhole(cluster);
});

/** What was made last goes first: a cluster before the disk that it lies on. */
function lastFirst(t: TestContext): CleaningUp {
  const all: (() => void | Promise<void>)[] = [];
  t.after(async () => {
    for (const cleanUp of all) await cleanUp();
  });
  return { after: (cleanUp) => void all.unshift(cleanUp) };
}

function smallDisk({ after }: CleaningUp): string {
  const disk = mkdtempSync("/tmp/credence-hub-disk-");
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=160m,mode=755", "tmpfs", disk], {
    encoding: "utf8",
  });
  assert.equal(mounted.status, 0, mounted.stderr);
  after(() => {
    spawnSync("umount", ["--lazy", disk]);
    rmSync(disk, { recursive: true, force: true });
  });
  return disk;
}

type Putting = { readonly token: string; readonly root: SignedRoot };

/** @returns the status. */
async function putOn(url: string, { token, root }: Putting, objects: readonly Pair[]): Promise<number> {
  const response = await fetch(`${url}/v1/roots/${root.id}/put`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ objects }),
  });
  await response.text();
  return response.status;
}

function manyOf(root: SignedRoot, at: number): readonly Pair[] {
  return Array.from(
    { length: 20 },
    (_, part) =>
      root.remember(
        `${at} ${part} ${Array.from({ length: 4_000 }, () => Math.random().toString(36).slice(2, 9)).join(" ")}`,
      ).objects,
  ).flat();
}

test("a full disk refuses what it cannot keep, and keeps what it acknowledged", {
  timeout: 300_000,
}, async (t) => {
  assert.equal(process.getuid?.(), 0, "a small disk is made by root alone");
  const owner = lastFirst(t);
  const disk = smallDisk(owner);
  mkdirSync(join(disk, "hub"));
  const cluster = await ownCluster(owner, join(disk, "hub"));
  const hub = await startProcess(cluster, 18_751);
  owner.after(() => hub.kill());
  const root = makeRoot();
  const put = (objects: readonly Pair[]) => putOn(hub.url, { token: cluster.token, root }, objects);
  const big = (at: number) => manyOf(root, at);
  assert.equal(await put(big(0)), 200);
  const { bavail, bsize } = statfsSync(disk);
  const filler = join(disk, "filler");
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 6 * 1024 * 1024)));
  const kept: string[] = [];
  let status = 200;
  for (let at = 1; at < 60 && status === 200; at += 1) {
    const objects = big(at);
    status = await put(objects);
    if (status === 200) kept.push(...objects.map(([name]) => name));
  }
  assert.ok([503, 507].includes(status), `${status}`);
  rmSync(filler);
  cluster.restart();
  for (let tries = 0; tries < 60 && (await put(big(100))) !== 200; tries += 1) await setTimeout(250);
  const sql = connect(cluster.url, { connectionsMax: 1 });
  const rows = await sql<{ name: string }[]>`
    SELECT 's/' || hash AS name FROM credence.statement UNION ALL SELECT 't/' || hash FROM credence.text`;
  await sql.end();
  const stored = new Set(rows.map(({ name }) => name));
  t.diagnostic(`${kept.length} acknowledged until the disk was full, answered with ${status}`);
  assert.deepEqual(
    kept.filter((name) => !stored.has(name)),
    [],
  );
  assert.equal(await put(big(101)), 200);
});
