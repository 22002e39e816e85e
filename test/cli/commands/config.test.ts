import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";

test("config get and list show what applies, set changes it", async (t) => {
  const project = await initProject(t);
  assert.equal((await project.call(["config", "get", "retrieval.max_inject"])).stdout, "5\n");
  const set = await project.call(["config", "set", "retrieval.max_inject", "3"]);
  assert.deepEqual(set, { exit: 0, stdout: "set retrieval.max_inject to 3\n", stderr: "" });
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

test("keys that send text away need a person", async (t) => {
  const project = await initProject(t);
  const pair = ["observer.provider", "anthropic"];
  const refused = await project.call(["config", "set", ...pair]);
  assert.equal(refused.exit, 1);
  assert.match(refused.stderr, /^error: NEEDS_PERSON: only a person can set /);
  assert.equal((await project.call(["config", "set", ...pair, "--as-test-person"])).exit, 0);
  assert.equal((await project.call(["config", "get", "observer.provider"])).stdout, '"anthropic"\n');
});

test("foreign memories that are to advise are refused by set, and named where a file says so", async (t) => {
  const project = await initProject(t);
  const refused = await project.call(["config", "set", "trust.foreign", "advise", "--as-test-person"]);
  const sentence = "error: USAGE: there is no key trust.foreign";
  assert.deepEqual([refused.exit, refused.stderr.split("\n")[0]], [64, sentence]);
  writeFileSync(join(project.state, "config.json"), '{"trust":{"foreign":"advise"}}');
  const read = await project.call(["config", "get", "owner.strict"]);
  assert.deepEqual(read, {
    exit: 0,
    stdout: "false\n",
    stderr: "warning: trust: is not a key of the configuration; ignored\n",
  });
});

test("wrong calls exit 64", async (t) => {
  const project = await initProject(t);
  for (const args of [[], ["get"], ["get", "no.key"], ["set", "owner.strict"], ["put", "a", "b"]]) {
    assert.equal((await project.call(["config", ...args])).exit, 64, args.join(" "));
  }
});

test("set says what applies from now on, also where a number was moved into its range", async (t) => {
  const project = await initProject(t);
  for (const [value, applies] of [
    ["99", "20"],
    ["1e308", "20"],
    ["5.7", "5"],
    ["3", "3"],
  ] as const) {
    const set = await project.call(["config", "set", "retrieval.max_inject", value]);
    assert.deepEqual(set, { exit: 0, stdout: `set retrieval.max_inject to ${applies}\n`, stderr: "" });
    assert.equal((await project.call(["config", "get", "retrieval.max_inject"])).stdout, `${applies}\n`);
  }
  const json = await project.call(["config", "set", "retrieval.max_inject", "99", "--json"]);
  assert.deepEqual(JSON.parse(json.stdout), { key: "retrieval.max_inject", value: 20 });
  const scoped = ["config", "set", "retrieval.max_inject", "2.9", "--scope", "project"];
  assert.equal((await project.call(scoped)).stdout, "set retrieval.max_inject to 2\n");
});

test("a value that set refuses is said to be wrong, and nothing is said to be used instead", async (t) => {
  const project = await initProject(t);
  await project.done(["config", "set", "retrieval.max_inject", "3"]);
  for (const [key, value, fault, more = []] of [
    ["retrieval.max_inject", "abc", '"abc" is not a whole number'],
    ["retrieval.max_inject", "1e999", "Infinity is not a whole number"],
    ["retrieval.enabled", "yes", '"yes" is not true or false'],
    ["retrieval.max_inject", "4", "a root may only lower it", ["--scope", "project"]],
  ] as const) {
    const refused = await project.call(["config", "set", key, value, ...more]);
    assert.deepEqual(refused, {
      exit: 64,
      stdout: "",
      stderr: `error: USAGE: ${key}: ${fault}\nhint: nothing was changed; credence config list shows what applies\n`,
    });
  }
  assert.equal((await project.call(["config", "get", "retrieval.max_inject"])).stdout, "3\n");
});

test("get and set name a key that there is not", async (t) => {
  const project = await initProject(t);
  for (const args of [
    ["get", "no.such.key"],
    ["set", "no.such.key", "1"],
  ]) {
    assert.deepEqual(await project.call(["config", ...args]), {
      exit: 64,
      stdout: "",
      stderr: "error: USAGE: there is no key no.such.key\nhint: credence config list shows the keys\n",
    });
  }
});
