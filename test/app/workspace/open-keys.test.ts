import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../../src/app/workspace/workspace.ts";
import { COMPILED } from "../../built.ts";
import { initProject } from "../../fixture/init-project.ts";
import { openProject } from "../../fixture/open-project.ts";
import { CLI, expectDone, scratchProject } from "../../fixture/scratch-project.ts";

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
