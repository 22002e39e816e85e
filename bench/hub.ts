// What a hub costs: a search over a million memories in a thousand roots, beside plain ts_rank of the same PostgreSQL and beside the
// index of one machine. Processor time is the server process's, from /proc; wall time depends on what else runs.
//
// `--store DIRECTORY` keeps the database, `--roots N` makes fewer, `--only cost|ranking|loop|sync|local` runs one part. `--only growth`
// is asked for by bench/evidence/growth.ts.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connect, type Sql } from "../hub/src/database/connect.ts";
import { findPostgres } from "../hub/src/database/find-postgres.ts";
import { inOrganisation } from "../hub/src/database/organisation.ts";
import { startCluster } from "../hub/src/database/private-cluster.ts";
import { createSearchCache, type SearchCache } from "../hub/src/search/cache.ts";
import { listKeys, searchRoots } from "../hub/src/search/search.ts";
import { openMemoryIndex } from "../src/search/index/open-index.ts";
import { writeRows } from "../src/search/index/writer.ts";
import { findHits } from "../src/search/strategies/find-hits.ts";
import { finishStore, inventMemories, makeStore, ORGANISATION, readNotes } from "./hub-store.ts";
import { compareWithGit } from "./hub-sync.ts";
import { renderTable } from "./measure.ts";
import { findData, readJsonl } from "./read-data.ts";

const { values } = parseArgs({
  options: {
    store: { type: "string" },
    roots: { type: "string", default: "1000" },
    each: { type: "string", default: "1000" },
    only: { type: "string" },
    queries: { type: "string", default: "200" },
    scope: { type: "string" },
  },
});
const [RIVAL_QUERIES, TOKENS, ROOTS_OF_TOKEN] = [50, 200, 30];
const SETTINGS = [
  "fsync = off",
  "shared_buffers = 512MB",
  "max_wal_size = 8GB",
  "max_connections = 100",
  "work_mem = 16MB",
];
const NOW = Date.UTC(2026, 10, 1);

/** Titles of notes and descriptions of commands, as somebody would ask for them. */
function readQueries(): string[] {
  const data = findData();
  if (data === null) throw new Error("the shared data is not here");
  const of = (set: string) =>
    readJsonl<{ text: string }>(join(data, "retrieval", set, "queries.jsonl")).map(({ text }) => text);
  const [til, tldr] = [of("til-knownitem-dev"), of("tldr-knownitem-dev")];
  return Array.from(
    { length: Number(values.queries) },
    (_, at) => (at % 2 === 0 ? til : tldr)[at * 3 + 1] ?? "git rebase",
  );
}

/** Of the one process that answers this connection. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  // Hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

type Scoped = { readonly keys: readonly number[]; readonly rankedMax?: number };
type Cost = { readonly serverMs: number; readonly ownMs: number; readonly found: number };

async function measureEach(
  sql: Sql,
  ask: (query: string) => Promise<number>,
  queries: readonly string[],
): Promise<Cost> {
  const [row] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  const pid = row?.pid ?? 0;
  const [server, own] = [processorMs(pid), process.cpuUsage()];
  let found = 0;
  for (const query of queries) found += await ask(query);
  const used = process.cpuUsage(own);
  const count = queries.length;
  return {
    serverMs: (processorMs(pid) - server) / count,
    ownMs: (used.user + used.system) / 1_000 / count,
    found: found / count,
  };
}

function asker(sql: Sql, cache: SearchCache, { keys, rankedMax }: Scoped) {
  return (prompt: string) =>
    inOrganisation(sql, ORGANISATION, async (tx) => {
      const query = { keys, prompt, filter: {}, now: NOW, abstains: false };
      const { kept } = await searchRoots(tx, cache, {
        ...query,
        ...(rankedMax === undefined ? {} : { rankedMax }),
      });
      return kept;
    });
}

function askPlainly(sql: Sql, keys: readonly number[] | null) {
  return async (prompt: string): Promise<number> => {
    const words = [...new Set(prompt.toLowerCase().match(/[a-z0-9]{2,}/g) ?? ["git"])].join(" | ");
    const where = keys === null ? sql`true` : sql`root_key = ANY (${[...keys]})`;
    const rows = await sql`
      SELECT row, ts_rank(words, query) AS rank FROM credence.plain, to_tsquery('english', ${words}) AS query
      WHERE words @@ query AND ${where} ORDER BY rank DESC LIMIT 20`;
    return rows.length;
  };
}

async function compareSearch(
  sql: Sql,
  queries: readonly string[],
  scopes: readonly (readonly [string, number[]])[],
): Promise<void> {
  const rows = [["search, processor ms a query", "server", "ours", "rivals server", "ratio"]];
  for (const [name, keys] of scopes) {
    const cache = createSearchCache();
    const ask = asker(sql, cache, { keys });
    await ask("what the process reads at its first search");
    const cold = await measureEach(sql, async (query) => (await ask(query)).length, queries);
    const warm = await measureEach(sql, async (query) => (await ask(query)).length, queries);
    const plain = await measureEach(
      sql,
      askPlainly(sql, name.startsWith("all") ? null : keys),
      queries.slice(0, RIVAL_QUERIES),
    );
    const line = (what: string, { serverMs, ownMs }: Cost): string[] => [
      `${name}, ${what}`,
      serverMs.toFixed(2),
      ownMs.toFixed(2),
      plain.serverMs.toFixed(2),
      (serverMs / plain.serverMs).toFixed(3),
    ];
    rows.push(line("new rows", cold), line("rows read before", warm));
    process.stderr.write(`${rows.at(-2)?.join("  ")}\n${rows.at(-1)?.join("  ")}\n`);
  }
  process.stdout.write(`${renderTable(rows)}\n`);
}

/** Milliseconds of processor time of a search, PostgreSQL's and ours, of rows that were read before. */
async function measureGrowth(
  sql: Sql,
  queries: readonly string[],
  scopes: readonly (readonly [string, readonly number[]])[],
): Promise<[string, number][]> {
  const measured: [string, number][] = [];
  for (const [name, keys] of scopes) {
    const ask = asker(sql, createSearchCache(), { keys });
    const search = async (query: string): Promise<number> => (await ask(query)).length;
    await measureEach(sql, search, queries);
    const { serverMs, ownMs } = await measureEach(sql, search, queries);
    measured.push([name, serverMs + ownMs]);
  }
  return measured;
}

/** Does ranking fewer change the first five? */
async function compareRanking(
  sql: Sql,
  queries: readonly string[],
  [name, keys]: readonly [string, number[]],
): Promise<void> {
  const cache = createSearchCache();
  const [some, all] = [asker(sql, cache, { keys }), asker(sql, cache, { keys, rankedMax: 1_000_000 })];
  let [same, first] = [0, 0];
  for (const query of queries) {
    const [ours, full] = [await some(query), await all(query)].map((hits) =>
      hits.slice(0, 5).map(({ row }) => row.row),
    );
    if (ours?.join() === full?.join()) same += 1;
    if (ours?.[0] === full?.[0]) first += 1;
  }
  const share = (count: number): string => `${((100 * count) / queries.length).toFixed(1)} %`;
  process.stdout.write(
    `top five as with every memory that has a word ranked, ${name}: ${share(same)}; the first ${share(first)}\n\n`,
  );
}

/** Asks whether or not it was answered, as many clients do. */
async function openLoop(sql: Sql, queries: readonly string[], keys: readonly number[]): Promise<void> {
  const cache = createSearchCache();
  const tokens = Array.from({ length: TOKENS }, (_, token) =>
    Array.from({ length: ROOTS_OF_TOKEN }, (_, at) => keys[(token * 37 + at * 11) % keys.length] ?? 0),
  );
  for (const some of tokens) await asker(sql, cache, { keys: some })(queries[0] ?? "");
  const rows = [["open loop, 200 tokens of 30 roots", "p50", "p95", "p99", "unanswered"]];
  for (const perSecond of [2, 5, 10, 20, 40, 60, 80, 120, 160]) {
    const took: number[] = [];
    let [asked, isOver] = [0, false];
    const began = performance.now();
    const running: Promise<unknown>[] = [];
    for (; asked < perSecond * 15; asked += 1) {
      const due = began + (asked * 1_000) / perSecond;
      await wait(Math.max(0, due - performance.now()));
      const ask = asker(sql, cache, { keys: tokens[(asked * 7) % TOKENS] ?? [] });
      running.push(
        ask(queries[asked % queries.length] ?? "").then(() =>
          isOver ? 0 : took.push(performance.now() - due),
        ),
      );
    }
    await Promise.race([Promise.all(running), wait(3_000)]);
    isOver = true;
    await Promise.all(running);
    took.sort((a, b) => a - b);
    const at = (share: number): string =>
      `${(took[Math.floor(took.length * share)] ?? Number.NaN).toFixed(0)} ms`;
    rows.push([`${perSecond} a second`, at(0.5), at(0.95), at(0.99), String(asked - took.length)]);
    process.stderr.write(`${rows.at(-1)?.join("  ")}\n`);
    if (took.length < asked * 0.9 || (took[Math.floor(took.length * 0.95)] ?? 0) > 2_000) break;
  }
  process.stdout.write(`${renderTable(rows)}\n`);
}

/** One machine with as many roots as a token: its processor time is all there is. */
function measureLocal(queries: readonly string[], roots: number): void {
  const notes = readNotes();
  const indexes = Array.from({ length: roots }, (_, root) => {
    const index = openMemoryIndex();
    writeRows(index, ({ put }) => {
      for (const { text, textHash: _, born: __, ...row } of inventMemories(notes, root, Number(values.each)))
        put({
          ...{
            ...row,
            text,
            directory: "memories",
            cause: "",
            mark: null,
            line: null,
            waits: null,
            doubt: false,
            fault: null,
          },
          ...{ identities: { file: "", attest: "", young: false }, cites: { paths: [], since: 0 } },
        });
    });
    return index;
  });
  const began = process.cpuUsage();
  for (const prompt of queries)
    findHits({ strategy: "credence", indexes, prompt, filter: {}, now: NOW, abstains: false });
  const { user, system } = process.cpuUsage(began);
  const ms = (user + system) / 1_000 / queries.length;
  process.stdout.write(
    `the index of one machine, ${roots} roots: ${ms.toFixed(2)} ms a query, all of it in the process\n\n`,
  );
}

const directory = values.store ?? mkdtempSync(join(tmpdir(), "credence-bench-hub-"));
const isNew = !existsSync(join(directory, "data"));
const cluster = startCluster({ directory, programs: findPostgres(process.env), settings: SETTINGS });
try {
  const url = cluster.urlOf("bench");
  if (isNew) {
    const admin = connect(cluster.urlOf("postgres"), { connectionsMax: 1 });
    await admin.unsafe("CREATE DATABASE bench");
    await admin.end();
    await makeStore(url, { roots: Number(values.roots), perRoot: Number(values.each) });
    await finishStore(url);
  }
  const sql = connect(url, { connectionsMax: 1 });
  const queries = readQueries();
  const keys = [...(await inOrganisation(sql, ORGANISATION, (tx) => listKeys(tx, "*"))).keys()];
  const picked = Array.from({ length: ROOTS_OF_TOKEN }, (_, at) => keys[(at * 31) % keys.length] ?? 0);
  const some = [...new Set(picked)];
  const scopes = [
    ["one root", keys.slice(0, 1)],
    ["30 roots", some],
    [`all ${keys.length} roots`, keys],
  ] as const;
  if (values.only === "growth")
    console.log(
      JSON.stringify(
        await measureGrowth(sql, queries, [
          ["30 roots", some],
          ["all roots", keys],
        ]),
      ),
    );
  const wants = (part: string): boolean => values.only === undefined || values.only === part;
  if (wants("cost"))
    await compareSearch(
      sql,
      queries,
      scopes.filter(([name]) => name.startsWith(values.scope ?? "")).map(([name, of]) => [name, [...of]]),
    );
  if (wants("ranking")) await compareRanking(sql, queries, ["30 roots", some]);
  await sql.end();
  const pool = connect(url, { connectionsMax: 10 });
  if (wants("loop")) await openLoop(pool, queries, keys);
  await pool.end();
  if (wants("sync")) await compareWithGit();
  if (wants("local")) measureLocal(queries, ROOTS_OF_TOKEN);
} finally {
  cluster.stop();
  if (values.store === undefined) rmSync(directory, { recursive: true, force: true });
}
