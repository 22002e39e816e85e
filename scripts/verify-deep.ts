// What is proved every night and before a release, because it takes up to an hour: `npm run verify:deep -- [PART…]`.
// Everything is required here. The last line counts tests and steps together.

import { globSync, readFileSync } from "node:fs";
import { fetchClients } from "./verify/fetch-clients.ts";
import { fetchNodes } from "./verify/fetch-nodes.ts";
import { missingHubTools } from "./verify/install-tools.ts";
import { runSteps, type Stage, type Surroundings } from "./verify/run-steps.ts";
import { runTests } from "./verify/run-tests.ts";
import { type Step, stepOfCommand, stepOfProblems } from "./verify/step.ts";
import { CONCURRENCY, clientStep, runTestsDeeply, verifySteps } from "./verify/verify-steps.ts";

const FAULTS = "test/faults/**/*.test.ts";
const REPLAY = "test/faults/replay.test.ts";

const PARTS: Readonly<Record<string, (given: Surroundings) => readonly Stage[]>> = {
  verify: (given) => verifySteps(given, "deep"),
  crash: () => [deepTests("crash", () => globSync(FAULTS).filter((path) => path !== REPLAY))],
  replay: () => [deepTests("replay", () => globSync(REPLAY))],
  clients: ({ callersEnv }) => [
    clientStep(() => fetchClients(callersEnv), "deep", []),
    deepTests("clients", () => globSync("test/clients/**/*.test.ts")),
  ],
  nodes: ({ callersEnv }) => [
    clientStep(() => fetchNodes(callersEnv, "deep"), "deep", []),
    deepTests("nodes", () => globSync("test/nodes/**/*.test.ts")),
  ],
  hub: () => [
    stepOfProblems("tools of the hub", missingHubTools),
    deepTests("hub", () => globSync("hub/test/**/*.test.ts")),
  ],
  properties: () => [{ name: "properties", run: runProperties }],
  mutants: () => [stepOfCommand("mutants", ["node", "test/mutants/run.ts"])],
};

function deepTests(name: string, listFiles: () => string[]): Step {
  return { name, run: () => runTestsDeeply(listFiles()) };
}

/** Only those that read how often to try: the others prove the same each time. */
async function runProperties(): ReturnType<Step["run"]> {
  const files = globSync("test/**/*.test.ts").filter((path) =>
    /CREDENCE_TEST_RUNS|\bLAW_RUNS\b/.test(readFileSync(path, "utf8")),
  );
  process.env["CREDENCE_TEST_RUNS"] = "10000";
  try {
    return await runTests(files, CONCURRENCY, "one-process-per-file");
  } finally {
    delete process.env["CREDENCE_TEST_RUNS"];
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`error: there is no part ${unknown.join(", ")}\nhint: ${Object.keys(PARTS).join(", ")}`);
  process.exitCode = 64;
} else {
  const parts = asked.length === 0 ? Object.keys(PARTS) : asked;
  const { passed, failed, skipped } = await runSteps((given) =>
    parts.flatMap((name) => PARTS[name]?.(given) ?? []),
  );
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed + skipped === 0 ? 0 : 1;
}
