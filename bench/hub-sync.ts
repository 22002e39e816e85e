// A sync over a hub beside `git pull && git push` of the same files with the same changes, and a save by somebody who has no clone beside
// a shallow clone with a commit and a push: in the same run, on loopback. The hub's PostgreSQL waits for its disk, as git does not.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { connect } from "../hub/src/database/connect.ts";
import { findPostgres } from "../hub/src/database/find-postgres.ts";
import { migrate } from "../hub/src/database/migrate.ts";
import { startCluster } from "../hub/src/database/private-cluster.ts";
import { call, type Listening, listen, openAgent, tokenFor } from "../hub/test/agents.ts";
import { openTeam, type Saved, sayAbout, type Team } from "../hub/test/team.ts";
import { pathOf } from "../src/git/carrier/layout.ts";
import { openHubCarrier } from "../src/hub/hub-carrier.ts";
import type { ObjectName } from "../src/memory/carried.ts";
import { temporaryBeside } from "../src/store/durable.ts";
import { serve } from "../test/sync/git-daemon.ts";
import { renderMs, renderTable } from "./measure.ts";
import { sampleDraft } from "./store-samples.ts";

const [MEMORIES, CHANGES, ROUNDS, SAVES] = [2_000, 10, 5, 20];
const ROOT = "5".repeat(32);

type Held = Map<ObjectName, Uint8Array>;

let written = 0;

function memories(team: Team, count: number): Held {
  const objects = Array.from({ length: count }, () => {
    written += 1;
    const { name, body, tags } = sampleDraft(written);
    const saved = sayAbout({ root: ROOT, id: `project_case_${written}`, name, body, tags, by: team.machine });
    return [named("s", saved.hash, saved.text), named("t", textOf(saved), saved.source)];
  });
  return new Map(objects.flat());
}

function textOf({ text }: Saved): string {
  const said: { text: string } = JSON.parse(text);
  return said.text;
}

function named(kind: "s" | "t", hash: string, content: string): [ObjectName, Uint8Array] {
  return [`${kind}/${hash}`, new Uint8Array(Buffer.from(content))];
}

async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  const identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid", "-c", "gc.auto=0"];
  const env = { PATH: process.env["PATH"] ?? "", HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
  const child = spawn("git", [...identity, ...args], { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
  const status = await new Promise((resolve) => child.on("close", resolve));
  if (status !== 0) throw new Error(`git ${args[0]} ended with ${status}`);
}

async function commit(clone: string, held: Held): Promise<void> {
  for (const [name, bytes] of held) {
    mkdirSync(dirname(join(clone, pathOf(name))), { recursive: true });
    writeFileSync(join(clone, pathOf(name)), bytes);
  }
  await git(clone, "add", "--all");
  await git(clone, "commit", "--quiet", "--message=own");
}

async function pullAndPush(clone: string): Promise<void> {
  await git(clone, "pull", "--quiet", "--no-rebase", "--no-edit");
  await git(clone, "push", "--quiet");
}

/** What a sync asks of its carrier, by a machine that has what it was told. @returns how it meets the hub, with what is new here. */
function openMachine({ url, token, directory }: Record<"url" | "token" | "directory", string>, me: string) {
  mkdirSync(directory, { mode: 0o700 });
  const has = new Set<ObjectName>();
  const hub = { url, token, limits: { idleMs: 600_000, totalMs: 1_800_000 }, onWait: () => undefined };
  const papers = new Map([["root.json", new Uint8Array(Buffer.from('{"v":2}\n'))]]);
  return async (fresh: Held): Promise<void> => {
    const options = { directory, hub, me: me.repeat(32), objectsMax: 4_000_000, temporaryBeside };
    const carrier = openHubCarrier({ ...options, listHere: () => has });
    const known = { has: (name: ObjectName) => has.has(name), list: () => fresh.keys() };
    const { objects } = await carrier.get((await carrier.diff(known)).missing);
    for (const name of [...objects.keys(), ...fresh.keys()]) has.add(name);
    await carrier.settle();
    const { kind } = await carrier.put({ add: fresh, drop: [], papers, isCheckpoint: false });
    if (kind === "rejected") throw new Error("it was rejected");
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

type Stage = {
  readonly base: string;
  readonly team: Team;
  readonly hub: Listening;
  readonly address: string;
};

async function compareSync({ base, team, hub, address }: Stage): Promise<string[]> {
  const machine = async (name: string) => {
    const token = await tokenFor(team, [ROOT]);
    return openMachine({ url: `${hub.url}/${ROOT}`, token, directory: join(base, name) }, name.slice(0, 1));
  };
  const [ana, bo] = [await machine("ana"), await machine("bo")];
  const [theirs, ours] = [join(base, "theirs"), join(base, "ours")];
  const all = memories(team, MEMORIES);
  await git(base, "clone", "--quiet", address, theirs);
  await commit(theirs, all);
  await git(theirs, "push", "--quiet");
  const pushed = await time(() => ana(all));
  const pulled = await time(() => bo(new Map()));
  await git(base, "clone", "--quiet", address, ours);
  const [carried, plain, idle]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [others, own] = [memories(team, CHANGES), memories(team, CHANGES)];
    await ana(others);
    carried.push(await time(() => bo(own)));
    idle.push(await time(() => bo(new Map())));
    await commit(theirs, others);
    await pullAndPush(theirs);
    await commit(ours, own);
    plain.push(await time(() => pullAndPush(ours)));
  }
  const [hubMs, gitMs] = [median(carried), median(plain)];
  const first = [renderMs(pushed), renderMs(pulled)];
  return [renderMs(hubMs), renderMs(gitMs), (hubMs / gitMs).toFixed(2), renderMs(median(idle)), ...first];
}

async function compareSaves({ base, team, hub, address }: Stage): Promise<string[]> {
  const agent = await openAgent(hub.origin, await tokenFor(team, [ROOT]));
  const [saved, cloned]: [number[], number[]] = [[], []];
  for (let round = 0; round < SAVES; round += 1) {
    const { name, body } = sampleDraft(1_000_000 + round);
    const words = { type: "project", name: `${name} of CI ${round}`, description: name, body };
    saved.push(await time(() => call(agent, "memory_save", words)));
    if (round % 4 > 0) continue;
    const [clone, one] = [join(base, `ci-${round}`), memories(team, 1)];
    cloned.push(
      await time(async () => {
        await git(base, "clone", "--quiet", "--depth=1", address, clone);
        await commit(clone, one);
        await git(clone, "push", "--quiet");
      }),
    );
  }
  await agent.close();
  const [hubMs, gitMs] = [median(saved), median(cloned)];
  return [renderMs(hubMs), renderMs(gitMs), (hubMs / gitMs).toFixed(3)];
}

export async function compareWithGit(): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), "credence-bench-hub-sync-"));
  const cleanUps = [() => rmSync(base, { recursive: true, force: true })];
  const cluster = startCluster({ directory: `${base}-pg`, programs: findPostgres(process.env) });
  cleanUps.push(() => rmSync(`${base}-pg`, { recursive: true, force: true }), cluster.stop);
  try {
    const owner = connect(cluster.urlOf("postgres"), { connectionsMax: 2 });
    await migrate(owner);
    const shared = { url: cluster.urlOf("postgres"), owner, close: () => owner.end() };
    const team = await openTeam(shared);
    const hub = await listen(team);
    const remote = join(base, "plain.git");
    await git(base, "init", "--quiet", "--bare", "--initial-branch=main", remote);
    const address = await serve({ after: (cleanUp) => void cleanUps.push(cleanUp) }, remote);
    const stage = { base, team, hub, address };
    const sync = await compareSync(stage);
    const head = [`sync, ${MEMORIES} memories, ${CHANGES} changes each way`, "git pull && git push", "ratio"];
    const more = ["nothing new", "first push", "first pull"];
    process.stdout.write(`${renderTable([[...head, ...more], sync])}\n`);
    const saves = await compareSaves(stage);
    const shallow = "git clone --depth 1, commit, push";
    process.stdout.write(`${renderTable([["a save without a clone", shallow, "ratio"], saves])}\n`);
    await hub.close();
    await team.close();
    await owner.end();
  } finally {
    for (const cleanUp of cleanUps.toReversed()) cleanUp();
  }
}
