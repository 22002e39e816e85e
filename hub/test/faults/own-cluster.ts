// Hubs as processes of their own, on a cluster that can be killed and started again.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connect, type Sql } from "../../src/database/connect.ts";
import { findPostgres } from "../../src/database/find-postgres.ts";
import { migrate } from "../../src/database/migrate.ts";
import { type Cluster, startCluster } from "../../src/database/private-cluster.ts";
import { examine } from "../../src/operate/doctor.ts";
import { enrol } from "../../src/operate/enrol.ts";
import { WHOLE } from "../running-hub.ts";

const PROGRAM = join(import.meta.dirname, "../../src/credence-hub.ts");
const NAME = "faults";
/** What a process loses is what is looked for, not what a disk does. */
const SETTINGS = ["fsync = off", "max_connections = 100"];

export type OwnCluster = {
  readonly directory: string;
  readonly url: string;
  readonly org: string;
  readonly token: string;
  /** At once, with all that it was doing; then it is started again. */
  readonly kill: () => void;
  /** Where it has ended by itself. */
  readonly restart: () => void;
  readonly open: () => Sql;
};

export type CleaningUp = { readonly after: (cleanUp: () => void | Promise<void>) => void };

export async function ownCluster(
  t: CleaningUp,
  directory: string = mkdtempSync("/tmp/credence-hub-faults-"),
): Promise<OwnCluster> {
  const programs = findPostgres(process.env);
  const start = (): Cluster => startCluster({ directory, programs, settings: SETTINGS });
  let cluster = start();
  t.after(() => {
    cluster.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  const first = connect(cluster.urlOf("postgres"), { connectionsMax: 1 });
  await first.unsafe(`CREATE DATABASE ${NAME}`);
  await first.end();
  const url = cluster.urlOf(NAME);
  const sql = connect(url, { connectionsMax: 1 });
  await migrate(sql);
  const org = randomUUID();
  await sql`INSERT INTO credence.organisation (id, name) VALUES (${org}, 'Acme')`;
  const { text: token } = await enrol(sql, org, WHOLE);
  await sql.end();
  const kill = (): void => {
    const [pid] = readFileSync(join(directory, "data/postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), "SIGKILL");
    cluster = start();
  };
  const restart = (): void => {
    cluster = start();
  };
  return { directory, url, org, token, kill, restart, open: () => connect(url, { connectionsMax: 4 }) };
}

export type HubProcess = { readonly url: string; readonly pid: number; readonly kill: () => Promise<void> };

export async function startProcess(
  { url, directory }: Pick<OwnCluster, "url" | "directory">,
  port: number,
  more: readonly string[] = [],
): Promise<HubProcess> {
  const args = ["serve", "--database", url, "--directory", directory, "--listen", `127.0.0.1:${port}`];
  const child: ChildProcess = spawn(
    process.execPath,
    [PROGRAM, ...args, "--per-minute", "1000000", ...more],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let [said, failed] = ["", ""];
  child.stderr?.on("data", (chunk: Buffer) => {
    failed = `${failed}${chunk.toString()}`.slice(-2_000);
  });
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (!said.includes("listening")) {
    if (child.exitCode !== null) throw new Error(`the hub ended: ${failed}`);
    await setTimeout(20);
  }
  return {
    url: `http://127.0.0.1:${port}/credence-hub`,
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** The doctor finds nothing but that these clusters do not wait for the disk. */
export async function expectWhole(cluster: OwnCluster): Promise<void> {
  const sql = cluster.open();
  const faults = (await examine(sql)).filter(({ isFine }) => !isFine);
  await sql.end();
  assert.deepEqual(
    faults.map(({ what }) => what),
    ["settings that lose what was acknowledged"],
  );
}
