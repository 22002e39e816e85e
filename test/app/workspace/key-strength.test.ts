// What a real state makes and opens, and what it refuses.

import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { readTree } from "../../fixture/tree.ts";

const readKey = (project: InitProject, kind: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(project.state, `keys/${kind}.json`), "utf8"));

test("a real state seals its person key at full cost and marks no key, whatever the environment says", async (t) => {
  const project = await initProject(t, { state: "real" });
  const env = { CREDENCE_TEST_STATE: "1", CREDENCE_TEST: "1", NODE_ENV: "test" };
  await project.save("project_sealed", { answers: ["y", "one brown horse", "one brown horse", ""], env });
  const { secret, test: mark } = readKey(project, "person");
  const { sealed, n } = Object(secret);
  assert.deepEqual([sealed, n, mark], [true, 131_072, undefined]);
  assert.equal(readKey(project, "machine")["test"], undefined);
});

test("a test state marks its keys, and seals the person key at the cost that the mark allows", async (t) => {
  const project = await initProject(t);
  assert.deepEqual([readKey(project, "person")["test"], readKey(project, "machine")["test"]], [true, true]);
  await project.done(["key", "passphrase"], { answers: ["one brown horse", "one brown horse", ""] });
  const { secret, test: mark } = readKey(project, "person");
  assert.deepEqual([Object(secret).sealed, Object(secret).n, mark], [true, 1_024, true]);
});

for (const kind of ["machine", "person"]) {
  test(`a real state refuses the ${kind} key of a test state, and changes nothing`, async (t) => {
    const [real, throwAway] = [await initProject(t, { state: "real" }), await initProject(t)];
    cpSync(join(throwAway.state, `keys/${kind}.json`), join(real.state, `keys/${kind}.json`));
    const before = readTree(real.base);
    const { exit, stderr } = await real.call(["list"]);
    assert.equal(exit, 1);
    assert.match(
      stderr,
      new RegExp(`^error: STATE_REFUSED: the ${kind} key in machine state was made in a test`),
    );
    assert.deepEqual(readTree(real.base), before);
  });
}

test("a test state that loses its mark becomes no real state: its keys are refused", async (t) => {
  const project = await initProject(t);
  rmSync(join(project.state, "test-state.json"));
  const { exit, stderr } = await project.call(["list"]);
  assert.equal(exit, 1);
  assert.match(stderr, /^error: STATE_REFUSED: the machine key in machine state was made in a test state/);
});

test("a real state refuses a key that is sealed too cheaply, before it asks for a passphrase", async (t) => {
  const [real, throwAway] = [await initProject(t, { state: "real" }), await initProject(t)];
  await throwAway.done(["key", "passphrase"], { answers: ["one brown horse", "one brown horse", ""] });
  const { test: _, ...unmarked } = readKey(throwAway, "person");
  writeFileSync(join(real.state, "keys/person.json"), JSON.stringify(unmarked), { mode: 0o600 });
  const { exit, stderr } = await real.call(["spool", "clear"], { answers: ["one brown horse"] });
  assert.equal(exit, 1);
  assert.match(stderr, /^error: STATE_REFUSED: the person key in machine state is damaged/);
});
