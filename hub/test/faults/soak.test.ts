// Hours of ordinary work, made short: memory and connections of a hub stay what they were.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { isRecord } from "../../../src/memory/json.ts";
import { IS_DEEP } from "../../../test/deep.ts";
import { makeRoot } from "../signed.ts";
import { ownCluster, startProcess } from "./own-cluster.ts";

const MINUTES = Number(process.env["CREDENCE_TEST_MINUTES"] ?? (IS_DEEP ? 30 : 1));
const CLIENTS = 8;
const SAMPLE_MS = 2_000;

/** Resident kilobytes of a process. */
function measure(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

/** Of the second third and the last one. */
function meansOf(sizes: readonly number[]): [number, number] {
  const third = Math.floor(sizes.length / 3);
  const mean = (from: number): number =>
    sizes.slice(from, from + third).reduce((sum, size) => sum + size, 0) / third;
  return [mean(third), mean(2 * third)];
}

function askOn(url: string, token: string) {
  return async (root: string, path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${url}/v1/roots/${root}/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    assert.equal(response.status, 200);
    return answer;
  };
}

test("memory and connections are flat", { timeout: (MINUTES + 5) * 60_000 }, async (t) => {
  const cluster = await ownCluster(t);
  const hub = await startProcess(cluster, 18_761);
  t.after(() => hub.kill());
  const until = performance.now() + MINUTES * 60_000;
  const ask = askOn(hub.url, cluster.token);
  const work = Array.from({ length: CLIENTS }, async (_, at) => {
    const root = makeRoot();
    let after: unknown = null;
    for (let count = 0; performance.now() < until; count += 1) {
      const { objects } = root.remember(`Client ${at} says number ${count}, as on every other day.`);
      await ask(root.id, "put", { objects });
      await ask(root.id, "get", { names: objects.map(([name]) => name) });
      const changes = await ask(root.id, "changes", { machine: "a".repeat(32), after });
      after = isRecord(changes) ? changes["cursor"] : null;
      await setTimeout(50);
    }
  });
  const sql = cluster.open();
  const samples: { readonly kilobytes: number; readonly connections: number }[] = [];
  while (performance.now() < until) {
    const [row] =
      await sql`SELECT count(*) AS count FROM pg_stat_activity WHERE application_name = 'credence-hub'`;
    samples.push({ kilobytes: measure(hub.pid), connections: Number(row?.["count"]) });
    await setTimeout(SAMPLE_MS);
  }
  await Promise.all(work);
  await sql.end();
  const [middle, last] = meansOf(samples.map(({ kilobytes }) => kilobytes));
  t.diagnostic(`${MINUTES} minutes: ${Math.round(middle / 1024)} MB, then ${Math.round(last / 1024)} MB`);
  assert.ok(last < middle * 1.2, `${middle} kB, then ${last} kB`);
  // Ten of the hub and four of this test.
  assert.ok(Math.max(...samples.map(({ connections }) => connections)) <= 14);
});
