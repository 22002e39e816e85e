// What `npm run verify` runs. A program of others that cannot be fetched is a named skip of the tests that drive it, so that one
// can work offline; before a release it is a failure.

import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { buildPackage } from "../build.ts";
import { fetchClients, type MissingClient } from "./fetch-clients.ts";
import { missingTools } from "./install-tools.ts";
import { keepBuild } from "./kept-build.ts";
import { packageSteps } from "./package-steps.ts";
import type { Surroundings } from "./run-steps.ts";
import { runTests } from "./run-tests.ts";
import { type Step, stepOfCommand, stepOfProblems } from "./step.ts";

const ROOT = join(import.meta.dirname, "../..");

export type Demand = "every-client" | "clients-that-are-there";

/** One more than there are processors: tests that drive a real client mostly wait. */
export const CONCURRENCY: number = Math.max(2, availableParallelism()) + 1;

export function verifySteps({ scratch, callersEnv }: Surroundings, demand: Demand): Step[] {
  const missing: MissingClient[] = [];
  return [
    stepOfProblems("tools", missingTools),
    clientStep(() => fetchClients(callersEnv), demand, missing),
    stepOfCommand("types", ["tsc", "--noEmit"]),
    stepOfCommand("lint and format", ["biome", "check", "--error-on-warnings", "."]),
    stepOfProblems("build", async () => {
      const dist = join(ROOT, "dist");
      const kept = join(scratch, "built");
      keepBuild(kept, dist, await buildPackage(dist));
      // Read by test/built.ts.
      process.env["CREDENCE_DIST"] = kept;
      return [];
    }),
    {
      name: "tests",
      run: () => {
        const undrivable = new Set(globSync(missing.flatMap(({ tests }) => tests)));
        const files = globSync("test/**/*.test.ts").filter((path) => !undrivable.has(path));
        return runTests(files, CONCURRENCY);
      },
    },
    ...packageSteps(join(scratch, "package")),
  ];
}

/** Notes in `missing` what is not here. */
export function clientStep(
  fetchAll: () => Promise<readonly MissingClient[]>,
  demand: Demand,
  missing: MissingClient[],
): Step {
  const fetching = stepOfProblems("clients", async () => {
    missing.push(...(await fetchAll()));
    return demand === "every-client" ? missing.map(({ why }) => why) : [];
  });
  const run = async (): ReturnType<Step["run"]> => {
    const result = await fetching.run();
    if (result.failed > 0) return result;
    return { ...result, skips: missing.map(({ tests, why }) => `${tests.join(", ")}: ${why}`) };
  };
  return { name: fetching.name, run };
}
