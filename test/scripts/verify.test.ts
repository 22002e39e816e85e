import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fetchClients } from "../../scripts/verify/fetch-clients.ts";
import { fetchNodes, listNodes } from "../../scripts/verify/fetch-nodes.ts";
import type { MissingProgram } from "../../scripts/verify/fetch-packages.ts";
import { longFirst, quickFiles, runTests } from "../../scripts/verify/run-tests.ts";
import { clientStep } from "../../scripts/verify/verify-steps.ts";
import { freshDir } from "../temp-dir.ts";

const ROOT = join(import.meta.dirname, "../..");
const ABSENT: MissingProgram = { tests: ["test/x/*.test.ts"], why: "npm could not fetch x@1.0.0: offline" };

test("in verify a client that cannot be fetched is a named skip, and its tests are known", async () => {
  const missing: MissingProgram[] = [];
  const result = await clientStep(async () => [ABSENT], "quick", missing).run();
  assert.deepEqual(
    [result.failed, result.skips],
    [0, ["test/x/*.test.ts: npm could not fetch x@1.0.0: offline"]],
  );
  assert.deepEqual(missing, [ABSENT]);
});

test("where every client is required, one that cannot be fetched is a failure", async () => {
  const result = await clientStep(async () => [ABSENT], "deep", []).run();
  assert.deepEqual([result.passed, result.failed, result.skips], [0, 1, undefined]);
  assert.match(result.output, /npm could not fetch x@1\.0\.0: offline/);
});

test("every program that is fetched is there, or names test files that exist", async () => {
  const missing = [await fetchClients({ PATH: "" }), await fetchNodes({ PATH: "" }, "deep")].flat();
  for (const { tests } of missing)
    for (const pattern of tests) assert.notDeepEqual(globSync(pattern, { cwd: ROOT }), [], pattern);
});

test("verify walks on the oldest promised Node, and the deep one on the newest too", () => {
  const [oldest, ...others] = listNodes("deep").map(({ version }) => version);
  assert.deepEqual(
    listNodes("quick").map(({ version }) => version),
    [oldest],
  );
  assert.match(oldest ?? "", /^22\./);
  assert.match(others.at(-1) ?? "", /^26\./);
});

test("verify walks through each client that most people have once, asks the model's own client, and runs no other program", () => {
  const all = globSync("test/**/*.test.ts", { cwd: ROOT });
  const quick = quickFiles(all);
  const walked = quick.filter((path) => path.startsWith("test/clients/")).sort();
  const names = ["ask", "claude-code", "codex", "gemini", "opencode"];
  assert.deepEqual(
    walked,
    names.map((name) => `test/clients/${name}.test.ts`),
  );
  assert.equal(quick.includes("test/mcp/inspector.test.ts"), false);
  assert.ok(quick.includes("test/scripts/verify.test.ts"));
  const left = all.filter((path) => !quick.includes(path) && !/^test\/(?:clients|mcp)\//.test(path));
  assert.equal(left.length, 15, "each story that is named is there");
});

test("a run of no test files is a failure", async () => {
  const { passed, failed } = await runTests([], 1, "one-process-per-file");
  assert.deepEqual([passed, failed], [0, 1]);
});

test("whatever is not a pass is a failure, and says why", async (t) => {
  const directory = freshDir(t);
  const sources = {
    passes: 'test("one", () => {}); test("two", () => {});',
    fails: 'test("one", () => { throw new Error("not so"); }); test("two", () => {});',
    skips: 'test("left out", { skip: true }, () => {});',
    waits: 'test("later", { todo: true }, () => {});',
    "does not load": 'throw new Error("at once");',
    ends: 'test("one", () => process.exit(0)); test("never", () => {});',
    "rejects aside": 'test("one", () => { Promise.reject(new Error("not awaited")); });',
    "throws aside": 'test("one", () => { setTimeout(() => { throw new Error("not caught"); }, 1); });',
  };
  const said: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(sources)) {
    const file = join(directory, `${name.replaceAll(" ", "-")}.test.mjs`);
    writeFileSync(file, `import { test } from "node:test"; ${source}`);
    const { passed, failed, output } = await runTests([file], 1, "shared-processes");
    const why =
      /not so|skipped|at once|ended with exit code 0|not awaited|not caught/.exec(output)?.[0] ?? "";
    said[name] = [failed > 0 ? "failed" : `${passed} passed`, why];
  }
  assert.deepEqual(said, {
    passes: ["2 passed", ""],
    fails: ["failed", "not so"],
    skips: ["failed", "skipped"],
    waits: ["failed", "skipped"],
    "does not load": ["failed", "at once"],
    ends: ["failed", "ended with exit code 0"],
    "rejects aside": ["failed", "not awaited"],
    "throws aside": ["failed", "not caught"],
  });
});

test("a process that ends early costs the file that ended it, and no other", async (t) => {
  const directory = freshDir(t);
  const files = ["a", "b", "ends", "c", "d"].map((name) => {
    const file = join(directory, `${name}.test.mjs`);
    const body = name === "ends" ? "process.exit(0)" : `console.error("${name}")`;
    writeFileSync(file, `import { test } from "node:test"; test("one", () => { ${body}; });`);
    return file;
  });
  for (const sharing of ["shared-processes", "one-process-per-file"] as const) {
    const { passed, failed, output } = await runTests(files, 2, sharing);
    assert.deepEqual([passed, failed], [4, 1], output);
    assert.match(output, /^✗ \S+\/ends\.test\.mjs ended with exit code 0/);
  }
});

test("a process that fails after its last test is a failure", async (t) => {
  const file = join(freshDir(t), "late.test.mjs");
  const late = 'process.on("exit", () => { console.error("too late"); process.exitCode = 3; });';
  writeFileSync(file, `import { test } from "node:test"; ${late} test("one", () => {});`);
  const { passed, failed, output } = await runTests([file], 1, "shared-processes");
  assert.deepEqual([passed, failed], [1, 1]);
  assert.equal(output, "✗ a process ended with exit code 3\ntoo late");
});

test("files that take long start first, and the longest of these before the others", () => {
  const files = ["app/a", "mcp/b", "web/terminal", "cli/connect/install-over", "faults/e"].map(
    (name) => `test/${name}.test.ts`,
  );
  const [app, mcp, terminal, install, faults] = files;
  assert.deepEqual(longFirst(files), [install, terminal, faults, mcp, app]);
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
  assert.match(
    stderr,
    /^error: there is no part all\nhint: verify, crash, replay, clients, nodes, hub, properties, mutants$/m,
  );
});
