// Two hubs on one database, eight writers, a reader; hubs and PostgreSQL are killed at any time, and every writer loses answers. What was
// acknowledged is there, once, and the reader has seen it once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { isRecord } from "../../../src/memory/json.ts";
import { IS_DEEP } from "../../../test/deep.ts";
import { chanceOf } from "../../../test/faults/sample.ts";
import { inOrganisation } from "../../src/database/organisation.ts";
import { addPolicy } from "../../src/policy/policies.ts";
import { makeRoot, type Pair, type SignedRoot } from "../signed.ts";
import { makePolicy, policyKey } from "../team.ts";
import { expectWhole, type HubProcess, type OwnCluster, ownCluster, startProcess } from "./own-cluster.ts";

const KILLS = Number(process.env["CREDENCE_TEST_KILLS"] ?? (IS_DEEP ? 100 : 4));
/** Every so many kills it is PostgreSQL that dies. */
const OF_POSTGRES = 5;
const WRITERS = 8;
const PORTS = [18_731, 18_732];

/** For writers, and then for the reader; nobody goes on after a failure. */
type Ending = { isOver: boolean; isWritten: boolean; isGivenUp: boolean };

test("what was acknowledged is stored once, whoever is killed, and no reader misses it", {
  timeout: 3_000_000,
}, async (t) => {
  const chance = chanceOf(t);
  const cluster = await ownCluster(t);
  const hubs = await Promise.all(PORTS.map((port) => startProcess(cluster, port)));
  const [root, ending]: [SignedRoot, Ending] = [
    makeRoot(),
    { isOver: false, isWritten: false, isGivenUp: false },
  ];
  t.after(() => {
    ending.isGivenUp = true;
    return Promise.all(hubs.map((hub) => hub.kill()));
  });
  const asking = { cluster, root, ending };
  await believe(cluster, root);
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(asking, writer, chance));
  const reader = read(asking);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await setTimeout(100 + chance() * 400);
    if (kill % OF_POSTGRES === 0) cluster.kill();
    else await replace(cluster, hubs, Math.floor(chance() * hubs.length));
  }
  await setTimeout(500);
  ending.isOver = true;
  const written = await Promise.all(writers);
  ending.isWritten = true;
  const acknowledged = written.flatMap(({ names }) => names);
  const lost = written.reduce((sum, each) => sum + each.lost, 0);
  const seen = await reader;
  const stored = await listStored(cluster, root);
  t.diagnostic(
    `${KILLS} kills: ${acknowledged.length} acknowledged, ${lost} answers lost, ${stored.length} stored`,
  );
  assert.ok(acknowledged.length > WRITERS && lost >= WRITERS);
  await expectOnce(cluster, { stored, acknowledged, seen });
});

type Kept = Readonly<Record<"stored" | "acknowledged", readonly string[]>> & { readonly seen: Set<string> };

async function expectOnce(cluster: OwnCluster, { stored, acknowledged, seen }: Kept): Promise<void> {
  const isStored = new Set(stored);
  assert.deepEqual(
    acknowledged.filter((name) => !isStored.has(name)),
    [],
  );
  assert.equal(isStored.size, stored.length);
  assert.deepEqual([...seen].sort(), stored.toSorted());
  const sql = cluster.open();
  const [row] = await sql`SELECT count(*)::int AS count FROM credence.memory_row WHERE searchable`;
  await sql.end();
  assert.equal(row?.["count"], stored.length / 2);
  await expectWhole(cluster);
}

/** What is written is searched for, too. */
async function believe({ open, org }: OwnCluster, { key }: SignedRoot): Promise<void> {
  const sql = open();
  await inOrganisation(sql, org, (tx) => addPolicy(tx, org, makePolicy(key, [policyKey(key)]).text));
  await sql.end();
}

async function replace(cluster: OwnCluster, hubs: HubProcess[], at: number): Promise<void> {
  await hubs[at]?.kill();
  hubs[at] = await startProcess(cluster, PORTS[at] ?? 0);
}

type Asking = { readonly cluster: OwnCluster; readonly root: SignedRoot; readonly ending: Ending };

type Question = { readonly path: string; readonly body: object; readonly signal?: AbortSignal };

async function ask(
  { cluster, root }: Asking,
  { path, body, signal }: Question,
): Promise<Record<string, unknown>> {
  const port = PORTS[Math.floor(Math.random() * PORTS.length)];
  const response = await fetch(`http://127.0.0.1:${port}/credence-hub/v1/roots/${root.id}/${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${cluster.token}` },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  const json: unknown = await response.json();
  if (response.status !== 200 || !isRecord(json)) throw new Error(`status ${response.status}`);
  return json;
}

/** Until it is acknowledged; every third answer is thrown away, as if the network had been cut. */
async function write(asking: Asking, writer: number, chance: () => number) {
  const names: string[] = [];
  let [count, lost] = [0, 0];
  while (!asking.ending.isOver && !asking.ending.isGivenUp) {
    const { objects } = asking.root.remember(
      `Writer ${writer} has number ${count} to say, and says it until somebody hears.`,
    );
    let isCut = count % 3 === 0;
    count += 1;
    for (let tries = 0; !asking.ending.isGivenUp; tries += 1) {
      const failure = await putOnce(asking, objects, isCut ? Math.floor(chance() * 30) : null);
      if (failure === null && !isCut) break;
      lost += isCut ? 1 : 0;
      isCut = false;
      assert.ok(tries < 1_000, `nobody hears: ${failure}`);
      if (failure !== null) await setTimeout(50);
    }
    names.push(...objects.map(([name]) => name));
  }
  return { names, lost };
}

/** @returns why it may not have happened; null once it was acknowledged. */
async function putOnce(
  asking: Asking,
  objects: readonly Pair[],
  cutAfterMs: number | null,
): Promise<string | null> {
  try {
    const signal = cutAfterMs === null ? AbortSignal.timeout(20_000) : AbortSignal.timeout(cutAfterMs);
    await ask(asking, { path: "put", body: { objects }, signal });
    return null;
  } catch (error) {
    return String(error);
  }
}

async function read(asking: Asking): Promise<Set<string>> {
  const seen = new Set<string>();
  let after: unknown = null;
  while (!asking.ending.isGivenUp) {
    const isLast = asking.ending.isWritten;
    const page = await ask(asking, { path: "changes", body: { machine: "a".repeat(32), after } }).catch(
      () => null,
    );
    if (page !== null) {
      assert.equal(page["isKnown"], true);
      for (const name of Array.isArray(page["names"]) ? page["names"] : []) {
        assert.ok(!seen.has(name), `${name} came twice`);
        seen.add(name);
      }
      after = page["cursor"] ?? after;
      if (isLast) return seen;
    }
    await setTimeout(30);
  }
  return seen;
}

async function listStored(cluster: OwnCluster, root: SignedRoot): Promise<string[]> {
  const sql = cluster.open();
  const rows = await sql<{ name: string }[]>`
    SELECT 's/' || hash AS name FROM credence.statement WHERE root = ${root.id}
    UNION ALL SELECT 't/' || hash FROM credence.text WHERE root = ${root.id}`;
  await sql.end();
  return rows.map(({ name }) => name);
}
