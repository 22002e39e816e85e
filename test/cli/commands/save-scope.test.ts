import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";
import { readTree } from "../../fixture/tree.ts";

const BODY = "The staging database runs PostgreSQL 16.";
const SAVE = ["save", "--type", "reference", "--name", "Staging database", "--description", "Its version"];

test("what is about the user goes to the user root, unless the call says otherwise", async (t) => {
  const project = await initProject(t, { user: true });
  const save = (type: string, name: string, ...more: string[]) =>
    project.done(["save", "--type", type, "--name", name, "--description", "d", "--body", BODY, ...more]);
  await save("user", "Prefers tabs");
  await save("project", "Uses spaces");
  await save("user", "Here anyway", "--scope", "project");
  await save("feedback", "With me", "--scope", "user");
  await save("user", "By path", "--root", ".claude/memory");
  const ids = (root: string) => Object.keys(readTree(join(root, "memories")));
  assert.deepEqual(ids(project.userRoot), ["feedback_with_me.md", "user_prefers_tabs.md"]);
  assert.deepEqual(ids(project.root), ["project_uses_spaces.md", "user_by_path.md", "user_here_anyway.md"]);
});

test("without a user root a user memory is refused with how to make one", async (t) => {
  const project = await initProject(t);
  const args = ["save", "--type", "user", "--name", "Prefers tabs", "--description", "d", "--body", BODY];
  const { exit, stderr } = await project.call(args);
  assert.equal(exit, 1);
  assert.equal(
    stderr,
    "error: NO_ROOT: there is no user memory root\nhint: credence init --scope user creates it\n",
  );
});

test("a path that names no root is refused and never guessed", async (t) => {
  const project = await initProject(t);
  mkdirSync(join(project.top, "docs"));
  for (const root of ["docs", "/", project.top]) {
    const { exit, stderr } = await project.call([...SAVE, "--body", BODY, "--root", root]);
    assert.equal(exit, 1);
    assert.match(stderr, /^error: PATH_ERROR: /);
  }
});
