import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../fixture/init-project.ts";

test("config get and list show what applies, set changes it", async (t) => {
  const project = await initProject(t);
  assert.equal((await project.call(["config", "get", "retrieval.max_inject"])).stdout, "5\n");
  const set = await project.call(["config", "set", "retrieval.max_inject", "3"]);
  assert.deepEqual(set, { exit: 0, stdout: "set retrieval.max_inject\n", stderr: "" });
  assert.equal((await project.call(["config", "get", "retrieval.max_inject"])).stdout, "3\n");
  const lines = (await project.call(["config", "list"])).stdout.split("\n");
  assert.equal(lines[0], "retrieval.enabled                        true");
  assert.ok(lines.includes("retrieval.max_inject                     3"));
  const json = JSON.parse((await project.call(["config", "list", "--json"])).stdout);
  assert.deepEqual([json["retrieval.max_inject"], json["owner.emails"]], [3, []]);
});

test("with a scope it is what the root's own file leaves of it", async (t) => {
  const project = await initProject(t);
  await project.done(["config", "set", "retrieval.max_inject", "2", "--scope", "project"]);
  assert.equal((await project.call(["config", "get", "retrieval.max_inject"])).stdout, "5\n");
  const scoped = ["config", "get", "retrieval.max_inject", "--scope", "project"];
  assert.equal((await project.call(scoped)).stdout, "2\n");
  writeFileSync(
    join(project.root, "memory-config.json"),
    '{"retrieval":{"max_inject":20},"owner":{"strict":true}}',
  );
  assert.equal((await project.call(scoped)).stdout, "5\n");
  assert.equal(
    (await project.call(["config", "get", "owner.strict", "--scope", "project"])).stdout,
    "false\n",
  );
});

test("a wrong value in the file is named on stderr, and the default applies", async (t) => {
  const project = await initProject(t);
  writeFileSync(join(project.state, "config.json"), '{"retrieval":{"max_inject":"five"}}');
  const { exit, stdout, stderr } = await project.call(["config", "get", "retrieval.max_inject"]);
  assert.deepEqual([exit, stdout], [0, "5\n"]);
  assert.equal(stderr, 'warning: retrieval.max_inject: "five" is not a whole number; using 5\n');
});

test("keys that widen trust or send text away need a person", async (t) => {
  const project = await initProject(t);
  for (const pair of [
    ["trust.foreign", "advise"],
    ["observer.provider", "anthropic"],
  ]) {
    const refused = await project.call(["config", "set", ...pair]);
    assert.equal(refused.exit, 1);
    assert.match(refused.stderr, /^error: NEEDS_PERSON: only a person can set /);
    assert.equal((await project.call(["config", "set", ...pair, "--as-test-person"])).exit, 0);
  }
  assert.equal((await project.call(["config", "get", "trust.foreign"])).stdout, '"advise"\n');
});

test("wrong calls exit 64", async (t) => {
  const project = await initProject(t);
  for (const args of [[], ["get"], ["get", "no.key"], ["set", "owner.strict"], ["put", "a", "b"]]) {
    assert.equal((await project.call(["config", ...args])).exit, 64, args.join(" "));
  }
});
