// A memory that moves stays one file in git, and nothing is committed on anybody's behalf.

import assert from "node:assert/strict";
import { test } from "node:test";
import { commitAll } from "../fixture/branches.ts";
import { git } from "../fixture/git-repository.ts";
import { initProject } from "../fixture/init-project.ts";

test("a demoted memory is a rename in git, its changes unstaged, and no commit is made", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  commitAll(project);
  const head = git(project.top, "rev-parse", "HEAD");
  await project.done(["demote", "project_alpha", "--reason", "doubt"]);
  const lines = git(project.top, "status", "--porcelain", "--untracked-files=all").split("\n");
  assert.equal(
    lines[0],
    "RM .claude/memory/memories/project_alpha.md -> .claude/memory/quarantine/project_alpha.md",
  );
  assert.match(lines[1] ?? "", /^\?\? \.claude\/memory\/attest\/project_alpha\/[0-9a-f]{64}\.json$/);
  assert.equal(lines.length, 3);
  assert.equal(git(project.top, "rev-parse", "HEAD"), head);
});
