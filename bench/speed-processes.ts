// Whole processes: bare `node`, ours, and the rival.

import { spawnSync } from "node:child_process";
import { join } from "node:path";

const PROCESSES = 21;
/** The rival takes so long that a few are enough. */
const RIVAL_PROCESSES = 3;

export type ProcessPlaces = {
  /** Where the package was built. */
  readonly dist: string;
  readonly base: string;
  readonly memories: string;
  readonly prompt: string;
};

/** Times in milliseconds, sorted. */
export type ProcessTimes = Readonly<Record<"bare" | "ours" | "rival", readonly number[]>>;

/** One round of each, over and over, so that whatever else the machine does happens to all of them. */
export function timeProcesses({ dist, base, memories, prompt }: ProcessPlaces): ProcessTimes {
  const env = {
    PATH: process.env["PATH"],
    HOME: join(base, "home"),
    CREDENCE_HOME: join(base, "credence"),
  };
  const run = (args: readonly string[]): number => {
    const start = performance.now();
    const options = { env, cwd: join(base, "project"), encoding: "utf8" } as const;
    const { status, stderr } = spawnSync(process.execPath, args, options);
    if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
    return performance.now() - start;
  };
  const recall = [join(dist, "credence.cjs"), "recall", "--prompt", prompt];
  // The first one compiles; the ones after it are what a person waits for.
  run(recall);
  const times = { bare: [] as number[], ours: [] as number[], rival: [] as number[] };
  for (let round = 0; round < PROCESSES; round += 1) {
    times.bare.push(run(["-e", "0"]));
    times.ours.push(run(recall));
    if (round < RIVAL_PROCESSES) times.rival.push(run([join(dist, "rival.mjs"), memories, prompt]));
  }
  for (const each of Object.values(times)) each.sort((a, b) => a - b);
  return times;
}
