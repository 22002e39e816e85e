// One meeting of a carrier in a process of its own, which is killed just before or just after the start of git that its argument
// names. What it holds lies in a file, as a machine's set does.

import programs from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

export type ChildPlan = {
  readonly name: string;
  readonly directory: string;
  readonly remote: string;
  /** The number of the start, from 1; 0 for none. */
  readonly at: number;
  readonly when: "before" | "after";
};

let starts = 0;

function die(): void {
  process.kill(process.pid, "SIGKILL");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function arm({ at, when }: ChildPlan): void {
  const { spawn, spawnSync } = programs;
  const isNow = (): boolean => {
    starts += 1;
    if (starts === at && when === "before") die();
    return starts === at;
  };
  Reflect.set(programs, "spawnSync", (...args: Parameters<typeof spawnSync>) => {
    const isLast = isNow();
    const answer = spawnSync(...args);
    if (isLast) die();
    return answer;
  });
  Reflect.set(programs, "spawn", (...args: Parameters<typeof spawn>) => {
    const isLast = isNow();
    const child = spawn(...args);
    if (isLast) child.on("exit", die);
    return child;
  });
  syncBuiltinESMExports();
}

const plan: ChildPlan = JSON.parse(process.argv[2] ?? "{}");
arm(plan);
// Only now: what it imports starts programs by the names that were just replaced.
const { holdIn, meet, peerAt } = await import("./carriers.ts");
const peer = peerAt(plan);
const path = join(plan.directory, "..", "held.json");
if (existsSync(path)) holdIn(peer, readFileSync(path, "utf8"));
await meet(peer, {
  onStored: (text) => {
    writeFileSync(`${path}.next`, text);
    renameSync(`${path}.next`, path);
  },
});
process.stdout.write(String(starts));
