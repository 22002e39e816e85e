// What `npm run verify` runs. A program of others that cannot be fetched is a named skip of the tests that drive it, so that one
// can work offline; before a release it is a failure.

import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { buildPackage } from "../build.ts";
import { fetchClients } from "./fetch-clients.ts";
import { fetchNodes } from "./fetch-nodes.ts";
import type { MissingProgram } from "./fetch-packages.ts";
import { installBrowser } from "./install-browser.ts";
import { missingTools } from "./install-tools.ts";
import { keepBuild } from "./kept-build.ts";
import { packageSteps } from "./package-steps.ts";
import type { Stage, Surroundings } from "./run-steps.ts";
import { quickFiles, runTests } from "./run-tests.ts";
import { type Step, type StepResult, stepOfCommand, stepOfProblems } from "./step.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The deep one demands every client, tries everything and gives each test file a process of its own. */
export type Depth = "quick" | "deep";

/** In a deep run these are parts of their own. */
const PARTS = /^(?:hub\/)?test\/(?:faults|clients|nodes)\//;

/** Two more than there are processors: tests that drive a real client mostly wait. */
export const CONCURRENCY: number = Math.max(2, availableParallelism()) + 2;

export function verifySteps({ scratch, callersEnv }: Surroundings, depth: Depth): Stage[] {
  const missing: MissingProgram[] = [];
  return [
    stepOfProblems("tools", missingTools),
    clientStep(() => fetchAll(callersEnv, depth), depth, missing),
    stepOfProblems("build", async () => {
      const dist = join(ROOT, "dist");
      const kept = join(scratch, "built");
      keepBuild(kept, dist, await buildPackage(dist));
      // Read by test/built.ts.
      process.env["CREDENCE_DIST"] = kept;
      return [];
    }),
    [
      [
        // The processors have the tests to run meanwhile: more threads only do more work.
        stepOfCommand("types", ["tsc", "--noEmit", "--singleThreaded"]),
        // The page runs in a browser, whose names the rest of the sources must not know.
        stepOfCommand("types of the page", ["tsc", "--noEmit", "--project", "src/web/page"]),
        stepOfCommand("lint and format", ["biome", "check", "--error-on-warnings", "."]),
        ...packageSteps(join(scratch, "package")),
      ],
      [testStep(missing, depth)],
    ],
  ];
}

/** Programs of others, and ours of before. */
async function fetchAll(env: NodeJS.ProcessEnv, depth: Depth): Promise<MissingProgram[]> {
  return (await Promise.all([fetchClients(env), fetchNodes(env, depth), installBrowser()])).flat();
}

function testStep(missing: readonly MissingProgram[], depth: Depth): Step {
  return {
    name: "tests",
    run: () => {
      const undrivable = new Set(globSync(missing.flatMap(({ tests }) => tests)));
      const files = globSync(["test/**/*.test.ts", "hub/test/**/*.test.ts"]).filter(
        (path) => !undrivable.has(path),
      );
      return depth === "quick"
        ? runTestsQuickly(quickFiles(files))
        : runTestsDeeply(files.filter((path) => !PARTS.test(path)));
    },
  };
}

/** How often a property is tried. */
const QUICK_RUNS = "40";

function runTestsQuickly(files: readonly string[]): Promise<StepResult> {
  process.env["CREDENCE_TEST_RUNS"] = QUICK_RUNS;
  return runTests(files, CONCURRENCY, "shared-processes").finally(() => {
    delete process.env["CREDENCE_TEST_RUNS"];
  });
}

export function runTestsDeeply(files: readonly string[]): Promise<StepResult> {
  // Read by test/deep.ts.
  process.env["CREDENCE_TEST_DEEP"] = "1";
  return runTests(files, CONCURRENCY, "one-process-per-file").finally(() => {
    delete process.env["CREDENCE_TEST_DEEP"];
  });
}

/** Notes in `missing` what is not here. */
export function clientStep(
  fetchAll: () => Promise<readonly MissingProgram[]>,
  depth: Depth,
  missing: MissingProgram[],
): Step {
  const fetching = stepOfProblems("clients", async () => {
    missing.push(...(await fetchAll()));
    return depth === "deep" ? missing.map(({ why }) => why) : [];
  });
  const run = async (): ReturnType<Step["run"]> => {
    const result = await fetching.run();
    if (result.failed > 0) return result;
    return { ...result, skips: missing.map(({ tests, why }) => `${tests.join(", ")}: ${why}`) };
  };
  return { name: fetching.name, run };
}
