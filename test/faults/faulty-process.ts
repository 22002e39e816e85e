// The command line as one file, so that starting it thousands of times is affordable, with a plan for trouble.

import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { fixedValues } from "../../scripts/build/fixed-values.ts";
import type { ScratchProject } from "../fixture/scratch-project.ts";
import { freshDir, type Owner } from "../temp-dir.ts";
import type { FaultVariable } from "./faulty-cli.ts";
import type { ServedCall } from "./serve-calls.ts";
import type { Call, FaultPlan } from "./trouble.ts";

const TOP = join(import.meta.dirname, "../..");

/** Bundled CommonJS packages call `require`, which an ES module has not. */
const BANNER =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

export type Ending = {
  readonly exit: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
};

let built: Promise<string> | null = null;

/** Where the built file is, and beside it what the engine compiled of it. Within verify it is built once for all test files, else
 * once for those of a process. */
export function faultyCli(): Promise<string> {
  built ??= buildFaultyCli(process.env["CREDENCE_DIST"] ?? ownDirectory());
  return built;
}

function ownDirectory(): string {
  const directory = freshDir({ after: (cleanUp) => process.once("exit", cleanUp) });
  // Another account runs it, too.
  chmodSync(directory, 0o755);
  return directory;
}

async function buildFaultyCli(directory: string): Promise<string> {
  const file = join(directory, "faulty-cli.mjs");
  if (existsSync(file)) return file;
  // Another process may be at it, and then both make the same.
  const outfile = join(directory, `faulty-cli.${process.pid}.mjs`);
  await build({
    absWorkingDir: TOP,
    entryPoints: ["test/faults/faulty-cli.ts"],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22.16",
    mainFields: ["module", "main"],
    banner: { js: BANNER },
    // What each of these processes would compute anew, in a quarter of a second.
    plugins: [fixedValues],
    logLevel: "warning",
  });
  const table = join(directory, `words.${process.pid}.bin`);
  copyFileSync(join(TOP, "src/search/meaning/words-64x32k.bin"), table);
  renameSync(table, join(directory, "words-64x32k.bin"));
  renameSync(outfile, file);
  return file;
}

export type FaultyCall = {
  readonly cli: string;
  readonly project: ScratchProject;
  readonly args: readonly string[];
  readonly plan?: FaultPlan;
  /** A file for the calls that it made. */
  readonly calls?: string;
  readonly uid?: number;
  readonly umask?: number;
  /** Where it waits for a lock, no time goes by. */
  readonly hurries?: boolean;
};

/** Room for all that so short a process makes: nothing of it is ever collected. */
const ROOMY = "--min-semi-space-size=16";

export async function runFaulty(call: FaultyCall): Promise<Ending> {
  const { cli, project, args } = call;
  const child = spawn(process.execPath, [ROOMY, cli, ...args], {
    cwd: project.top,
    env: envOf(call),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  child.stdout.on("data", (chunk) => stdout.push(String(chunk)));
  child.stderr.on("data", (chunk) => stderr.push(String(chunk)));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exit, signal) =>
      resolve({ exit, signal, stdout: stdout.join(""), stderr: stderr.join("") }),
    );
  });
}

/** Every call to the disk under a directory that a process makes which nothing happens to. */
export async function rehearseFaulty(
  owner: Owner,
  { under, ...call }: Omit<FaultyCall, "plan"> & { readonly under: string },
): Promise<Call[]> {
  const calls = join(freshDir(owner), "calls.json");
  await runFaulty({ ...call, plan: { under, at: 0, trouble: { kind: "none" } }, calls });
  return JSON.parse(readFileSync(calls, "utf8"));
}

export type Serve = (call: Pick<FaultyCall, "project" | "args" | "umask">) => Promise<Ending>;

type Serving = Pick<FaultyCall, "cli" | "uid"> & {
  /** What the process itself is told: its language, its time zone. */
  readonly env?: Readonly<Record<string, string>>;
};

/** A process that runs one command after the other and need not start for each. It knows no plan. */
export function serveFaulty(owner: Owner, { cli, uid, env = {} }: Serving): Serve {
  const account: Partial<Record<FaultVariable, string>> = {
    FAULT_SERVES: "1",
    ...(uid === undefined ? {} : { FAULT_UID: String(uid) }),
  };
  const child = spawn(process.execPath, [ROOMY, cli], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: `${cli}.cache`, ...env, ...account },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  owner.after(() => void child.kill("SIGKILL"));
  let next: PromiseWithResolvers<Ending> | null = null;
  // Only while it has something to do does anybody wait for it.
  child.unref();
  child.channel?.unref();
  child.on("message", (message) => {
    child.channel?.unref();
    next?.resolve(JSON.parse(String(message)));
  });
  child.on("close", () => next?.reject(new Error("the process that serves has ended")));
  return ({ project, args, umask = null }) => {
    const { top, home, env } = project;
    const call: ServedCall = { place: { top, home, env }, args, umask };
    next = Promise.withResolvers<Ending>();
    child.channel?.ref();
    child.send(JSON.stringify(call));
    return next.promise;
  };
}

function envOf({ cli, project, plan, calls, uid, umask, hurries }: FaultyCall): Record<string, string> {
  const faults: Partial<Record<FaultVariable, string>> = {
    ...(plan === undefined ? {} : { FAULT_PLAN: JSON.stringify(plan) }),
    ...(calls === undefined ? {} : { FAULT_CALLS: calls }),
    ...(uid === undefined ? {} : { FAULT_UID: String(uid) }),
    ...(umask === undefined ? {} : { FAULT_UMASK: String(umask) }),
    ...(hurries === true ? { FAULT_HURRIES: "1" } : {}),
  };
  // Compiled once for all of them.
  return { ...project.env, NODE_COMPILE_CACHE: `${cli}.cache`, ...faults };
}
