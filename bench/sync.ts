// `credence sync` beside plain `git pull && git push` of the same files, in the same run and over the same transport, git's own
// daemon on loopback: both sides have the same memories, statements of fifty machines, the same changes to take and as many to
// send. `--quick` leaves the largest out.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildPackage } from "../scripts/build.ts";
import { initRoot } from "../src/app/workspace/init-root.ts";
import { digestMemory } from "../src/memory/file/digest.ts";
import { renderDraft } from "../src/memory/file/draft.ts";
import type { SigningKey } from "../src/trust/key-file.ts";
import { signStatement } from "../src/trust/sign.ts";
import { renderMs, renderTable } from "./measure.ts";
import { hintsIn, sampleDraft, wroteStatement } from "./store-samples.ts";

const SIZES = process.argv.includes("--quick")
  ? [{ memories: 1_000, changes: 100 }]
  : [
      { memories: 10_000, changes: 100 },
      { memories: 100_000, changes: 10 },
    ];
const MACHINES = 50;
const ROUNDS = 3;

type Size = (typeof SIZES)[number];
type Files = readonly (readonly [path: string, text: string])[];

function git(cwd: string, args: readonly string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync("git", args, {
    cwd,
    input,
    encoding: "utf8",
    maxBuffer: 1024 * 1024 * 1024,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: cwd,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "bench",
      GIT_AUTHOR_EMAIL: "bench@example.invalid",
      GIT_COMMITTER_NAME: "bench",
      GIT_COMMITTER_EMAIL: "bench@example.invalid",
    },
  });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  return stdout;
}

/** Keys of machines that everybody here trusts. */
function makeSigners(): SigningKey[] {
  return Array.from({ length: MACHINES }, (_, number) => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const key = publicKey.export({ format: "jwk" }).x ?? "";
    const name = String(number).replaceAll(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
    return { kind: "machine", signer: `machine:${name.padEnd(32, "q")}`, key, privateKey };
  });
}

/** One memory and the statement of the machine that wrote it. */
function filesFor(number: number, root: string, signers: readonly SigningKey[]): Files {
  const draft = { ...sampleDraft(number), type: "user" as const };
  const now = Date.UTC(2026, 4, 1, 12);
  const text = renderDraft(draft, { tier: "inferred", now, machine: `m${number % MACHINES}` });
  const id = `user_case_${number}`;
  const signer = signers[number % signers.length];
  if (signer === undefined) throw new Error("there are signers");
  const about = { root, id, digest: digestMemory(draft), source: text };
  const signed = signStatement({ ...wroteStatement(about), scope: "user" }, signer);
  return [
    [`memories/${id}.md`, text],
    [`attest/${id}/${signed.hash}.json`, signed.text],
  ];
}

function writeFiles(directory: string, files: Files): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(directory, path), text, { mode: 0o600 });
  }
}

/** Somebody else's push: a commit on the tip, without a work tree. */
function pushElsewhere(remote: string, files: Files): void {
  const parts = files.map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  );
  const head = `commit refs/heads/main\ncommitter bench <bench@example.invalid> 1700000000 +0000\ndata 4\npush\n`;
  git(remote, ["fast-import", "--quiet"], `${head}from refs/heads/main^0\n${parts.join("")}`);
}

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

async function measureSize(dist: string, { memories, changes }: Size): Promise<string[]> {
  const base = mkdtempSync(join(tmpdir(), "credence-bench-"));
  const [daemon, address] = await startDaemon(base);
  try {
    const place = makePlaces(base, { memories, address });
    const [ours, plain]: [number[], number[]] = [[], []];
    for (const home of [place.other, place.home]) {
      runCredence(dist, home, ["index", "--rebuild", "--scope", "user"]);
      syncWith(dist, home, place.ourRemote);
    }
    let next = memories;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [theirs, own] = [makeFiles(place, next, changes), makeFiles(place, next + changes, changes)];
      next += 2 * changes;
      pushElsewhere(place.plainRemote, theirs);
      writeFiles(rootIn(place.other), theirs);
      catchUp(dist, place.other);
      syncWith(dist, place.other, null);
      writeFiles(rootIn(place.home), own);
      writeFiles(place.clone, own);
      git(place.clone, ["add", "--all"]);
      git(place.clone, ["commit", "--quiet", "--message=own"]);
      catchUp(dist, place.home);
      ours.push(time(() => syncWith(dist, place.home, null)));
      plain.push(
        time(() => {
          git(place.clone, ["pull", "--quiet", "--no-rebase", "--no-edit"]);
          git(place.clone, ["push", "--quiet"]);
        }),
      );
    }
    const [a, b] = [median(ours), median(plain)];
    return [String(memories), String(changes), renderMs(a), renderMs(b), (a / b).toFixed(2)];
  } finally {
    daemon.kill();
    rmSync(base, { recursive: true, force: true });
  }
}

/** A process of its own, because whoever asks it here waits for the answer. */
async function startDaemon(base: string): Promise<[ChildProcess, address: string]> {
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const at = free.address();
  const port = at !== null && typeof at === "object" ? at.port : 0;
  free.close();
  await once(free, "close");
  const program = join(git(base, ["--exec-path"]).trim(), "git-daemon");
  const serving = ["--export-all", "--enable=receive-pack", `--base-path=${base}`];
  const place = ["--reuseaddr", "--listen=127.0.0.1", `--port=${port}`];
  const daemon = spawn(program, [...serving, ...place], { stdio: "ignore" });
  for (let tries = 0; tries < 100 && !(await answers(port)); tries += 1)
    await new Promise((resume) => setTimeout(resume, 50));
  return [daemon, `git://127.0.0.1:${port}`];
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}

type Places = {
  /** Of the machine whose sync is measured, and of the one that sends what it takes. */
  readonly home: string;
  readonly other: string;
  readonly id: string;
  readonly clone: string;
  readonly ourRemote: string;
  readonly plainRemote: string;
  readonly signers: readonly SigningKey[];
};

function rootIn(base: string): string {
  return join(base, "home/.claude/claude-memory");
}

function makeFiles({ id, signers }: Pick<Places, "id" | "signers">, first: number, count: number): Files {
  return Array.from({ length: count }, (_, at) => filesFor(first + at, id, signers)).flat();
}

type Wanted = { readonly memories: number; readonly address: string };

function makePlaces(base: string, { memories, address }: Wanted): Places {
  const [home, other] = [join(base, "a"), join(base, "b")];
  const signers = makeSigners();
  for (const each of [home, other]) {
    for (const name of ["project", "home", "credence"])
      mkdirSync(join(each, name), { recursive: true, mode: 0o700 });
    initRoot({ ...hintsIn(each), scope: null }, { kind: "user", testState: true });
    if (each !== home) cpSync(join(rootIn(home), "root.json"), join(rootIn(each), "root.json"));
    rmSync(join(each, "credence/state/roots"), { recursive: true, force: true });
  }
  const id: string = JSON.parse(readFileSync(join(rootIn(home), "root.json"), "utf8")).root;
  const known = signers.map(({ signer, key }) => ({ signer, key, root: id, petname: signer.slice(8, 12) }));
  for (const each of [home, other])
    writeFileSync(join(each, "credence/state/signers.json"), JSON.stringify({ v: 1, signers: known }), {
      mode: 0o600,
    });
  const [clone, plainRemote] = [join(base, "clone"), join(base, "plain.git")];
  for (const name of ["ours.git", "plain.git"])
    git(base, ["init", "--quiet", "--bare", "--initial-branch=main", name]);
  git(base, ["clone", "--quiet", `${address}/plain.git`, clone]);
  for (let at = 0; at < memories; at += 1_000) {
    const files = makeFiles({ id, signers }, at, Math.min(1_000, memories - at));
    for (const root of [rootIn(home), rootIn(other), clone]) writeFiles(root, files);
  }
  git(clone, ["add", "--all"]);
  git(clone, ["commit", "--quiet", "--message=all"]);
  git(clone, ["push", "--quiet", "--set-upstream", "origin", "HEAD:main"]);
  return { home, other, id, clone, ourRemote: `${address}/ours.git`, plainRemote, signers };
}

function syncWith(dist: string, base: string, remote: string | null): void {
  const naming = remote === null ? [] : ["--remote", remote, "--as-test-person"];
  runCredence(dist, base, ["sync", "--scope", "user", ...naming]);
}

/** As it is where memories were saved and not put there: the search index knows them. */
function catchUp(dist: string, base: string): void {
  runCredence(dist, base, ["search", "case", "--scope", "user", "--limit", "1"]);
}

function runCredence(dist: string, base: string, args: readonly string[]): void {
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(dist, "credence.cjs"), ...args], {
    cwd: join(base, "project"),
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: join(base, "home"),
      CREDENCE_HOME: join(base, "credence"),
    },
  });
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}: ${stderr}${stdout}`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const dist = mkdtempSync(join(tmpdir(), "credence-dist-"));
try {
  await buildPackage(dist);
  const head = ["memories", "changes each way", "credence sync", "git pull && git push", "ratio"];
  // Each as soon as it is measured: the largest takes long to make.
  for (const size of SIZES) console.log(renderTable([head, await measureSize(dist, size)]));
} finally {
  rmSync(dist, { recursive: true, force: true });
}
