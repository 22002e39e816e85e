// Runs checks one after the other, some of them beside others, in an environment that the caller's shell does not decide. A step that passes is one line; a
// step that fails shows all it said, and the rest still runs.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Step } from "./step.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Variables that would let the caller's shell decide what the tests see; a seed only repeats what they saw. */
const FOREIGN_VARIABLE =
  /^(CREDENCE_(?!TEST_SEED$)|npm_|NODE_EXTRA_CA_CERTS$|NODE_OPTIONS$|NODE_TEST_CONTEXT$|FORCE_COLOR$|GIT_)/;

export type Totals = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** A file system in memory, on Linux. On a disk the tests wait for it, again and again: each write is synced. What only a disk can
 * lose, replay models. */
const MEMORY = "/dev/shm";
const ROOM_BYTES = 4 * 1024 ** 3;

export type Surroundings = {
  /** Gone when everything ran. */
  readonly scratch: string;
  /** What npm needs to reach the registry, which is none of the tests' business. */
  readonly callersEnv: NodeJS.ProcessEnv;
};

/** One step, or rows of steps that need nothing of each other: the rows run beside each other, so that no processor waits. */
export type Stage = Step | readonly (readonly Step[])[];

export async function runSteps(
  listStages: (surroundings: Surroundings) => readonly Stage[],
): Promise<Totals> {
  process.chdir(ROOT);
  const base = hasRoomInMemory() ? MEMORY : tmpdir();
  const scratch = mkdtempSync(join(base, "credence-verify-"));
  // Some tests run the built command as another user.
  chmodSync(scratch, 0o755);
  try {
    const callersEnv = { ...process.env };
    isolateEnvironment(scratch);
    const total = { passed: 0, failed: 0, skipped: 0 };
    const runRow = async (row: readonly Step[]): Promise<void> => {
      for (const step of row) {
        const { passed, failed, skips = [] } = await runStep(step);
        total.passed += passed;
        total.failed += failed;
        total.skipped += skips.length;
      }
    };
    for (const stage of listStages({ scratch, callersEnv }))
      await Promise.all(("run" in stage ? [[stage]] : stage).map(runRow));
    return total;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function runStep({ name, run }: Step): ReturnType<Step["run"]> {
  const start = performance.now();
  const result = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${result.failed === 0 ? "✓" : "✗"} ${name.padEnd(18)}${seconds.padStart(6)} s  ${result.note}`.trimEnd(),
  );
  for (const skip of result.skips ?? []) console.log(`- skipped: ${skip}`);
  if (result.failed > 0) console.log(result.output.replace(/^/gm, "    ").trimEnd());
  return result;
}

/** Programs are started from there, too, which not every system allows. */
function hasRoomInMemory(): boolean {
  let probe: string | null = null;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM_BYTES) return false;
    probe = mkdtempSync(join(MEMORY, "credence-probe-"));
    const program = join(probe, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
    return spawnSync(program).status === 0;
  } catch {
    // There is none, or not for us.
    return false;
  } finally {
    if (probe !== null) rmSync(probe, { recursive: true, force: true });
  }
}

function isolateEnvironment(scratch: string): void {
  for (const name of Object.keys(process.env)) if (FOREIGN_VARIABLE.test(name)) delete process.env[name];
  const home = join(scratch, "home");
  mkdirSync(home);
  const path = [dirname(process.execPath), join(ROOT, "node_modules/.bin"), process.env["PATH"]].join(
    delimiter,
  );
  // Hundreds of test files load much the same modules: what the engine made of one is read back by the others.
  const compiled = join(scratch, "compiled");
  const temporary = join(scratch, "tmp");
  // Open to every user, as the system's own is.
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  Object.assign(process.env, {
    HOME: home,
    PATH: path,
    TMPDIR: temporary,
    NO_COLOR: "1",
    NODE_COMPILE_CACHE: compiled,
    // The compilers are programs in Go that live for seconds; by default a third of their time collects garbage.
    GOGC: "400",
  });
}
