// The git carrier beside plain `git pull && git push` of the same files with the same changes, in the same run and over the same
// transport: git's own daemon with its default settings, on loopback. Then what ten new memories cost in bytes, and a checkpoint.
// `--quick` leaves the largest out.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ObjectName, pathOf } from "../src/git/carrier/layout.ts";
import { renderDraft } from "../src/memory/file/draft.ts";
import { sha256Hex } from "../src/memory/file/sha256.ts";
import { type Held, type Peer, peerAt } from "../test/git/carriers.ts";
import { serve } from "../test/sync/git-daemon.ts";
import { renderMs, renderTable } from "./measure.ts";
import { sampleDraft } from "./store-samples.ts";

const SIZES = process.argv.includes("--quick")
  ? [{ memories: 1_000, changes: 100 }]
  : [
      { memories: 10_000, changes: 100 },
      { memories: 100_000, changes: 10 },
    ];
type Size = (typeof SIZES)[number];
const ROUNDS = 3;
/** As much as is composed in memory at once. */
const PIECE = 10_000;

const cleanUps: (() => void)[] = [];
const owner = { after: (cleanUp: () => void): void => void cleanUps.push(cleanUp) };

/** While the daemon of this process answers. */
async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid", "-c", "gc.auto=0"];
  const child = spawn("git", [...identity, ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const out: string[] = [];
  child.stdout.on("data", (chunk) => out.push(String(chunk)));
  const status = await new Promise((resolve) => child.on("close", resolve));
  if (status !== 0) throw new Error(`git ${args[0]} ended with ${status}`);
  return out.join("");
}

/** Two statements and a text; what is random in a real one is random here. */
function memoryOf(number: number): Held {
  const hex = (what: string, length = 64): string =>
    createHash("sha512").update(`${what} ${number}`).digest("hex").slice(0, length);
  const signature = (what: string): string =>
    createHash("sha512").update(`${what} ${number}`).digest("base64url");
  const draft = { ...sampleDraft(number), type: "user" as const };
  const now = Date.UTC(2026, 4, 1, 12) + number;
  const text = renderDraft(draft, { tier: "inferred", now, machine: `m${number % 50}` });
  const said = (act: string): string =>
    `${JSON.stringify({
      acknowledged: [],
      act,
      born: hex("born", 32),
      device: `machine:${"q".repeat(32)}`,
      digest: hex("digest"),
      follows: act === "wrote" ? [] : [hex("before")],
      id: `user_case_${number}`,
      key: signature("key").slice(0, 43),
      lifts: [],
      prev: hex(act),
      reason: null,
      root: "0".repeat(32),
      scope: "user",
      seq: number,
      signature: signature(act),
      signer: `person:${"q".repeat(32)}`,
      source: null,
      text: sha256Hex(text),
      time: new Date(now).toISOString(),
      v: 1,
    })}\n`;
  const named = (kind: "s" | "t", content: string): readonly [ObjectName, Uint8Array] => {
    const bytes = new Uint8Array(Buffer.from(content));
    return [`${kind}/${sha256Hex(bytes)}`, bytes];
  };
  return new Map([named("s", said("wrote")), named("s", said("approve")), named("t", text)]);
}

function memories(first: number, count: number): Held {
  return new Map(Array.from({ length: count }, (_, at) => [...memoryOf(first + at)]).flat());
}

type Machine = { readonly peer: Peer; readonly has: Set<ObjectName>; readonly fresh: Held };

/** What passed on the wire, in either direction. */
let passed = 0;

type Bytes = { readonly taken: number; readonly sent: number };

/** What a sync does, with a set that knows what came since it was last sent. */
async function meet({ peer, has, fresh }: Machine, isCheckpoint = false): Promise<Bytes> {
  const before = passed;
  const carrier = peer.open({ totalMs: 1_800_000, idleMs: 600_000 });
  const { missing, unsent } = await carrier.diff({
    has: (name) => has.has(name),
    list: (isAll) => (isAll ? has : fresh.keys()),
  });
  const { objects } = await carrier.get(missing);
  for (const [name, bytes] of objects) fresh.set(name, bytes);
  for (const name of fresh.keys()) has.add(name);
  await carrier.settle();
  const taken = passed - before;
  const sent = new Map([...fresh].filter(([name]) => objects.has(name) || unsent.includes(name)));
  const { kind } = await carrier.put({ add: sent, drop: [], papers: peer.papers, isCheckpoint });
  if (kind === "rejected") throw new Error("it was rejected");
  fresh.clear();
  return { taken, sent: passed - before - taken };
}

function learn(machine: Machine, held: Held): void {
  for (const [name, bytes] of held) {
    machine.fresh.set(name, bytes);
    machine.has.add(name);
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function commitPlain(clone: string, held: Held): Promise<void> {
  for (const [name, bytes] of held) {
    const path = join(clone, pathOf(name));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  await git(clone, "add", "--all");
  await git(clone, "commit", "--quiet", "--message=own");
}

type Stage = {
  readonly ana: Machine;
  readonly bo: Machine;
  /** Work trees of the same files. */
  readonly plain: readonly [theirs: string, ours: string];
};

async function setStage(base: string, count: number): Promise<Stage> {
  const [remote, plain] = [join(base, "sets.git"), join(base, "plain.git")];
  for (const path of [remote, plain])
    await git(base, "init", "--quiet", "--bare", "--initial-branch=main", path);
  const address = await serve(owner, remote, (more) => {
    passed += more;
  });
  const plainAddress = await serve(owner, plain);
  const machineOf = (name: string): Machine => {
    const directory = join(base, name);
    mkdirSync(directory, { mode: 0o700 });
    return { peer: peerAt({ name, directory, remote: address }), has: new Set(), fresh: new Map() };
  };
  const [ana, bo] = [machineOf("ana"), machineOf("bo")];
  for (let at = 0; at < count; at += PIECE) {
    learn(ana, memories(at, Math.min(PIECE, count - at)));
    await meet(ana);
  }
  await meet(bo);
  await meet(ana);
  await git(remote, "push", "--quiet", plain, `m/${ana.peer.me}:refs/heads/main`);
  const clones = [join(base, "theirs"), join(base, "ours")] as const;
  for (const clone of clones) await git(base, "clone", "--quiet", plainAddress, clone);
  return { ana, bo, plain: clones };
}

async function measureSize(size: Size): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), "credence-bench-"));
  cleanUps.push(() => rmSync(base, { recursive: true, force: true }));
  const stage = await setStage(base, size.memories);
  const head = ["memories", "changes each way", "carrier", "git pull && git push", "ratio", "nothing new"];
  console.log(renderTable([head, await measureTimes(stage, size)]));
  const bytesHead = ["10 new memories, in bytes: sent", "taken", "sent on", "taken back"];
  console.log(renderTable([[...bytesHead, "checkpoint", "its bytes"], await measureBytes(stage, size)]));
}

async function measureTimes(
  { ana, bo, plain }: Stage,
  { memories: count, changes }: Size,
): Promise<string[]> {
  const [theirs, ours] = plain;
  const [carried, pulled, idle]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = count + 2 * changes * round;
    const [others, own] = [memories(first, changes), memories(first + changes, changes)];
    learn(ana, others);
    await meet(ana);
    learn(bo, own);
    carried.push(await time(() => meet(bo)));
    idle.push(await time(() => meet(bo)));
    await commitPlain(theirs, others);
    await git(theirs, "pull", "--quiet", "--no-rebase", "--no-edit");
    await git(theirs, "push", "--quiet");
    await commitPlain(ours, own);
    pulled.push(
      await time(async () => {
        await git(ours, "pull", "--quiet", "--no-rebase", "--no-edit");
        await git(ours, "push", "--quiet");
      }),
    );
  }
  const [a, b] = [median(carried), median(pulled)];
  return [
    String(count),
    String(changes),
    renderMs(a),
    renderMs(b),
    (a / b).toFixed(2),
    renderMs(median(idle)),
  ];
}

async function measureBytes({ ana, bo }: Stage, { memories: count, changes }: Size): Promise<string[]> {
  for (const machine of [ana, bo, ana, bo]) await meet(machine);
  learn(bo, memories(count + 2 * changes * ROUNDS, 10));
  const { sent } = await meet(bo);
  const other = await meet(ana);
  const back = await meet(bo);
  const before = passed;
  const checkpoint = await time(() => meet(bo, true));
  const bytes = [sent, other.taken, other.sent, back.taken].map(String);
  return [...bytes, renderMs(checkpoint), String(passed - before)];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

try {
  // Each as soon as it is measured: the largest takes long to make.
  for (const size of SIZES) await measureSize(size);
} finally {
  for (const cleanUp of cleanUps.toReversed()) cleanUp();
}
