import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../../src/app/workspace/workspace.ts";
import { openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { CLI, expectDone, scratchProject } from "../../fixture/scratch-project.ts";

test("processes that need the machine key at once make one, and all sign with it", async (t) => {
  const project = scratchProject(t, { state: "real" });
  rmSync(project.state, { recursive: true });
  const exits = ["one", "two", "three", "four"].map((name) => {
    const fields = ["--type", "project", "--name", `Memory ${name}`, "--description", "One of four"];
    const args = [CLI, "save", ...fields, "--body", `What memory ${name} says, at some length.`];
    const child = spawn(process.execPath, args, {
      cwd: project.top,
      env: { ...project.env },
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
  test(`a damaged ${kind} key is named, and is not replaced by a new one`, (t) => {
    const project = openProject(t);
    const path = join(project.state, "keys", `${kind}.json`);
    const whole = readFileSync(path, "utf8");
    for (const damaged of ["", whole.slice(0, 80), whole.replace(kind, "other"), "{}"]) {
      writeFileSync(path, damaged);
      assert.throws(
        () => openWorkspace(project.hints()),
        (error) => {
          assert.ok(refusal("STATE_REFUSED")(error));
          assert.match(String(error), new RegExp(`the ${kind} key in machine state is damaged`));
          return true;
        },
      );
      assert.equal(readFileSync(path, "utf8"), damaged);
    }
  });
}
