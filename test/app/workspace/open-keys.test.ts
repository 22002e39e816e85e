import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../../src/app/workspace/workspace.ts";
import { COMPILED } from "../../built.ts";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { openProject } from "../../fixture/open-project.ts";
import { assertFails } from "../../fixture/refusal.ts";
import { CLI, expectDone, scratchProject } from "../../fixture/scratch-project.ts";
import { readTree } from "../../fixture/tree.ts";

test("processes that need the machine key at once make one, and all sign with it", async (t) => {
  const project = scratchProject(t, { state: "real" });
  rmSync(project.state, { recursive: true });
  const exits = ["one", "two", "three", "four"].map((name) => {
    const fields = ["--type", "project", "--name", `Memory ${name}`, "--description", "One of four"];
    const args = [CLI, "save", ...fields, "--body", `What memory ${name} says, at some length.`];
    const child = spawn(process.execPath, args, {
      cwd: project.top,
      env: { ...COMPILED, ...project.env },
      stdio: "ignore",
    });
    return new Promise((resolve) => child.once("exit", resolve));
  });
  assert.deepEqual(await Promise.all(exits), [0, 0, 0, 0]);
  assert.deepEqual(readdirSync(join(project.state, "keys")), ["machine.json"]);
  const listed = JSON.parse(expectDone(project.run(["list", "--json"])).stdout);
  assert.deepEqual(
    listed.map((memory: { standing: string; reason: string }) => `${memory.standing}: ${memory.reason}`),
    ["inferred: written here", "inferred: written here", "inferred: written here", "inferred: written here"],
  );
});

test("keys are for their owner alone, and opening them again changes nothing", (t) => {
  const project = openProject(t);
  const directory = join(project.state, "keys");
  assert.equal(statSync(directory).mode & 0o777, 0o700);
  const before = ["machine.json", "person.json", "former.json"].map((name) =>
    readFileSync(join(directory, name), "utf8"),
  );
  openWorkspace(project.hints()).close();
  assert.deepEqual(readdirSync(directory), ["former.json", "machine.json", "person.json"]);
  for (const [index, name] of ["machine.json", "person.json", "former.json"].entries()) {
    assert.equal(statSync(join(directory, name)).mode & 0o777, 0o600);
    assert.equal(readFileSync(join(directory, name), "utf8"), before[index]);
  }
});

for (const kind of ["machine", "person"] as const) {
  test(`while the ${kind} key is damaged memories are listed and withheld, nothing is signed, and no other takes its place`, async (t) => {
    const project = await initProject(t, { state: "real" });
    await project.save("project_alpha", { answers: ["y", "none", "none"] });
    const path = join(project.state, "keys", `${kind}.json`);
    const whole = readFileSync(path, "utf8");
    const warning = `warning: keys/${kind}.json in machine state cannot be read, so every memory is withheld: credence doctor\n`;
    const refused = new RegExp(
      `^error: STATE_REFUSED: the ${kind} key in machine state is damaged\nhint: restore`,
      "m",
    );
    for (const damaged of ["", whole.slice(0, 80), whole.replace(kind, "other"), "{}"]) {
      writeFileSync(path, damaged);
      const listed = await project.call(["list"]);
      assert.deepEqual([listed.exit, listed.stderr], [0, warning]);
      assert.match(listed.stdout, /^foreign +project_alpha\n +the record of this root cannot be read\n/);
      const recalled = await project.call([
        "recall",
        "--prompt",
        "what should everybody know of project_alpha?",
      ]);
      assert.deepEqual([recalled.exit, recalled.stdout], [0, ""]);
      const { stdout } = await project.call(["doctor"]);
      assert.match(
        stdout,
        new RegExp(`^\\[E\\] state: keys/${kind}\\.json in machine state cannot be read`, "m"),
      );
      assert.doesNotMatch(stdout, /no person key yet/);
      assert.match((await project.call(["init"])).stderr, refused);
      const asked: string[] = [];
      const onAskSecret = (question: string): void => void asked.push(question);
      const cleared = await project.call(["spool", "clear"], { answers: ["none", "none"], onAskSecret });
      assert.match(cleared.stderr, refused);
      const saved = await project.call(["retire", "project_alpha"], { answers: ["y"], onAskSecret });
      assert.match(saved.stderr, /^error: STATE_REFUSED: /m);
      assert.deepEqual(asked, []);
      assert.equal(readFileSync(path, "utf8"), damaged);
    }
    writeFileSync(path, whole);
    assert.match((await project.done(["list"])).stdout, /^verified +project_alpha\n/);
  });
}

// What a real state makes and opens, and what it refuses.

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
  assertFails(
    await project.call(["list"]),
    /^error: STATE_REFUSED: the machine key in machine state was made in a test state/,
  );
});

test("a copied root waits until a person says that it is theirs", async (t) => {
  const project = await initProject(t);
  await project.save("reference_wiki");
  const copy = { cwd: join(project.base, "copy") };
  cpSync(project.top, copy.cwd, { recursive: true });
  assert.match((await project.call(["init"], copy)).stderr, /^error: NEEDS_PERSON: /);
  const list = async (place = {}): Promise<string> => (await project.done(["list"], place)).stdout;
  assert.match(await list(copy), /^foreign +reference_wiki\n +second copy of a known project/);
  await project.done(["init", "--as-test-person"], copy);
  for (const place of [copy, {}]) assert.match(await list(place), /^inferred +reference_wiki\n/);
});
