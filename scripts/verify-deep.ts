// What is proved every night and before a release, because it takes up to an hour: `npm run verify:deep -- [PART…]`.
// Everything is required here. The last line counts tests and steps together.

import { globSync, readFileSync } from "node:fs";
import { runSteps, type Surroundings } from "./verify/run-steps.ts";
import { runTests } from "./verify/run-tests.ts";
import type { Step } from "./verify/step.ts";
import { CONCURRENCY, verifySteps } from "./verify/verify-steps.ts";

const REPLAY = "test/faults/replay.test.ts";

const PARTS: Readonly<Record<string, (given: Surroundings) => readonly Step[]>> = {
  verify: (given) => verifySteps(given, "every-client"),
  crash: () => [
    deepTests("crash", { CREDENCE_TEST_DEEP: "1" }, () =>
      globSync("test/faults/**/*.test.ts").filter((path) => path !== REPLAY),
    ),
  ],
  replay: () => [deepTests("replay", { CREDENCE_TEST_DEEP: "1" }, () => globSync(REPLAY))],
  properties: () => [deepTests("properties", { CREDENCE_TEST_RUNS: "10000" }, listPropertyTests)],
};

/** Only those that read how often to try: the others prove the same each time. */
function listPropertyTests(): string[] {
  return globSync("test/**/*.test.ts").filter((path) =>
    /CREDENCE_TEST_RUNS|\bLAW_RUNS\b/.test(readFileSync(path, "utf8")),
  );
}

function deepTests(name: string, env: Readonly<Record<string, string>>, listFiles: () => string[]): Step {
  const run = async (): ReturnType<Step["run"]> => {
    Object.assign(process.env, env);
    try {
      return await runTests(listFiles(), CONCURRENCY);
    } finally {
      for (const variable of Object.keys(env)) delete process.env[variable];
    }
  };
  return { name, run };
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
