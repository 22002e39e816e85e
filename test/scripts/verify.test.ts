import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fetchClients, type MissingClient } from "../../scripts/verify/fetch-clients.ts";
import { runTests } from "../../scripts/verify/run-tests.ts";
import { clientStep } from "../../scripts/verify/verify-steps.ts";

const ROOT = join(import.meta.dirname, "../..");
const ABSENT: MissingClient = { tests: ["test/x/*.test.ts"], why: "npm could not fetch x@1.0.0: offline" };

test("in verify a client that cannot be fetched is a named skip, and its tests are known", async () => {
  const missing: MissingClient[] = [];
  const result = await clientStep(async () => [ABSENT], "clients-that-are-there", missing).run();
  assert.deepEqual(
    [result.failed, result.skips],
    [0, ["test/x/*.test.ts: npm could not fetch x@1.0.0: offline"]],
  );
  assert.deepEqual(missing, [ABSENT]);
});

test("where every client is required, one that cannot be fetched is a failure", async () => {
  const result = await clientStep(async () => [ABSENT], "every-client", []).run();
  assert.deepEqual([result.passed, result.failed, result.skips], [0, 1, undefined]);
  assert.match(result.output, /npm could not fetch x@1\.0\.0: offline/);
});

test("every client that is fetched is there, or names test files that exist", async () => {
  for (const { tests } of await fetchClients({ PATH: "" }))
    for (const pattern of tests) assert.notDeepEqual(globSync(pattern, { cwd: ROOT }), [], pattern);
});

test("a run of no test files is a failure", async () => {
  const { passed, failed } = await runTests([], 1);
  assert.deepEqual([passed, failed], [0, 1]);
});

test("a part that does not exist is refused, and those that do are named", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "scripts/verify-deep.ts"), "all"],
    {
      encoding: "utf8",
    },
  );
  assert.deepEqual([status, stdout], [64, ""]);
  assert.match(stderr, /^error: there is no part all\nhint: verify, crash, replay, properties$/m);
});
