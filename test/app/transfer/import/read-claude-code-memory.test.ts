import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../../fixture/init-project.ts";
import { outcomes, playImport, show } from "./play-import.ts";
import { writeStore } from "./sample-store.ts";

const FEEDBACK = `---
name: testing-style
description: >-
  Integration tests run
  against a real database
metadata:
  node_type: memory
  type: feedback
  originSessionId: 6b2f
---
Integration tests hit a real database. See [[deploy]].

**Why:** mocks hid a broken migration.
**How to apply:** never mock the database.
`;

const USER = `---
name: role
description: What the user does
type: user
---

The user is a data scientist who looks after logging.
`;

const INDEX = `# Memory Index

- [Testing style](feedback_testing.md) — real database
- [Role](user-role.md) — what they do
`;

const NOTES = `# Notes

Plain words before the first section, long enough to be worth keeping.

## Build commands

Run \`make all\` first, then \`make check\`; the order matters here.
See docs/setup.md for the rest.
- feedback_testing.md: an item that only points

## Short

x
`;

test("each file of a memory directory is a memory: type, session and folded description are understood", async (t) => {
  const project = await initProject(t, { user: true });
  const source = writeStore(join(project.base, "memory"), {
    "MEMORY.md": INDEX,
    "feedback_testing.md": FEEDBACK,
    "user-role.md": USER,
  });
  const report = await playImport(project, ["claude-code-memory", source, "--execute"]);
  assert.deepEqual(outcomes(report), {
    "MEMORY.md": "skipped: an index, not a memory",
    "feedback_testing.md": "inferred",
    "user-role.md": "inferred",
  });
  const feedback = await show(project, "feedback_testing");
  assert.deepEqual(
    [feedback["name"], feedback["description"], feedback["type"], feedback["createdAt"]],
    ["testing-style", "Integration tests run against a real database", "feedback", "2026-02-03T04:05:06Z"],
  );
  assert.match(feedback.body, /^Integration tests hit a real database\. See \[\[deploy\]\]\.\n/);
  assert.equal((await show(project, "user_role"))["scope"], "user");
});

test("older notes in MEMORY.md itself become one memory a section", async (t) => {
  const project = await initProject(t);
  const source = writeStore(join(project.base, "-home-ana-shop"), { "memory/MEMORY.md": NOTES });
  const report = await playImport(project, ["claude-code-memory", source, "--execute"]);
  assert.deepEqual(
    report.items.map(({ id, type, becomes }) => [id, type, becomes]),
    [
      ["project_shop_notes", "project", "inferred"],
      ["project_shop_build_commands", "project", "inferred"],
    ],
  );
  const { name, body } = await show(project, "project_shop_build_commands");
  assert.equal(name, "Build commands");
  assert.equal(
    body,
    "## Build commands\n\nRun `make all` first, then `make check`; the order matters here.\nSee docs/setup.md for the rest.\n",
  );
});

test("one project and one memory directory are found, and the directory of all projects is refused", async (t) => {
  const project = await initProject(t);
  const projects = writeStore(join(project.base, "projects"), {
    "-home-ana-shop/memory/feedback_testing.md": FEEDBACK,
    "-home-ana-empty/session.jsonl": "{}",
  });
  const found = async (path: string): Promise<string[]> =>
    Object.keys(outcomes(await playImport(project, ["claude-code-memory", path])));
  assert.deepEqual(await found(join(projects, "-home-ana-shop")), ["memory/feedback_testing.md"]);
  assert.deepEqual(await found(join(projects, "-home-ana-shop/memory")), ["feedback_testing.md"]);
  const { exit, stderr } = await project.call(["import", "claude-code-memory", projects, "--execute"]);
  assert.equal(exit, 1);
  assert.match(stderr, /^error: PATH_ERROR: these are the notes of several projects, /);
});
