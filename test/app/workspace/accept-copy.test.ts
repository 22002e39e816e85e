import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratchProject } from "../../fixture/scratch-project.ts";

const SAVE = [
  "save",
  "--type",
  "reference",
  "--name",
  "Wiki",
  "--description",
  "Where",
  "--body",
  "x".repeat(40),
];

test("a copied root waits until a person says that it is theirs", (t) => {
  const project = scratchProject(t);
  assert.equal(project.run(SAVE).exit, 0);
  const copy = join(project.base, "copy");
  cpSync(project.top, copy, { recursive: true });

  assert.match(
    project.run(["list"], { cwd: copy }).stdout,
    /^foreign +reference_wiki\n +second copy of a known project/,
  );
  const machine = project.run(["init"], { cwd: copy });
  assert.equal(machine.exit, 1);
  assert.match(machine.stderr, /^error: NEEDS_PERSON: /);
  assert.match(project.run(["list"], { cwd: copy }).stdout, /^foreign/);

  assert.equal(project.run(["init", "--as-test-person"], { cwd: copy }).exit, 0);
  assert.match(project.run(["list"], { cwd: copy }).stdout, /^inferred +reference_wiki\n/);
  assert.match(project.run(["list"]).stdout, /^inferred +reference_wiki\n/);
});
