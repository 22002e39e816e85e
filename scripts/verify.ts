// Everything a change must pass, in one command. A step that passes is one line; a step that fails shows all it said, and
// the rest still runs. The last line counts tests and steps together: CI reads it.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { buildPackage } from "./build.ts";
import { fetchClients } from "./verify/fetch-clients.ts";
import { missingTools } from "./verify/install-tools.ts";
import { keepBuild } from "./verify/kept-build.ts";
import { packageSteps } from "./verify/package-steps.ts";
import { runTests } from "./verify/run-tests.ts";
import { type Step, stepOfCommand, stepOfProblems } from "./verify/step.ts";

const ROOT = join(import.meta.dirname, "..");

/** Variables that would let the caller's shell decide what the tests see. */
const FOREIGN_VARIABLE =
  /^(CREDENCE_|npm_|NODE_EXTRA_CA_CERTS$|NODE_OPTIONS$|NODE_TEST_CONTEXT$|FORCE_COLOR$|GIT_)/;

function isolateEnvironment(scratch: string): void {
  for (const name of Object.keys(process.env)) if (FOREIGN_VARIABLE.test(name)) delete process.env[name];
  const home = join(scratch, "home");
  mkdirSync(home);
  const path = [dirname(process.execPath), join(ROOT, "node_modules/.bin"), process.env["PATH"]].join(
    delimiter,
  );
  // Four hundred test files load much the same modules: what the engine made of one is read back by the others.
  const compiled = join(scratch, "compiled");
  Object.assign(process.env, { HOME: home, PATH: path, NO_COLOR: "1", NODE_COMPILE_CACHE: compiled });
}

function listSteps(scratch: string, env: NodeJS.ProcessEnv): Step[] {
  return [
    stepOfProblems("tools", missingTools),
    stepOfProblems("clients", () => fetchClients(env)),
    stepOfCommand("types", ["tsc", "--noEmit"]),
    stepOfCommand("lint and format", ["biome", "check", "--error-on-warnings", "."]),
    stepOfProblems("build", async () => {
      const dist = join(ROOT, "dist");
      const kept = join(scratch, "built");
      keepBuild(kept, dist, await buildPackage(dist));
      process.env["CREDENCE_DIST"] = kept;
      return [];
    }),
    // One more than there are processors: those that drive a real client mostly wait.
    { name: "tests", run: () => runTests("test/**/*.test.ts", Math.max(2, availableParallelism()) + 1) },
    ...packageSteps(join(scratch, "package")),
  ];
}

async function verify(scratch: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const total = { passed: 0, failed: 0 };
  for (const { name, run } of listSteps(scratch, env)) {
    const start = performance.now();
    const result = await run();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(
      `${result.failed === 0 ? "✓" : "✗"} ${name.padEnd(18)}${seconds.padStart(6)} s  ${result.note}`.trimEnd(),
    );
    if (result.failed > 0) console.log(result.output.replace(/^/gm, "    ").trimEnd());
    total.passed += result.passed;
    total.failed += result.failed;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0;
}

process.chdir(ROOT);
const scratch = mkdtempSync(join(tmpdir(), "credence-verify-"));
try {
  // What npm needs to reach the registry is none of the tests' business.
  const env = { ...process.env };
  isolateEnvironment(scratch);
  process.exitCode = (await verify(scratch, env)) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
