// One id in memories and in quarantine, with a text each: a restore destroys neither.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type RaiseOutcome, raiseMemory } from "../../../src/app/change/raise-memory.ts";
import type { Confirm } from "../../../src/app/change/sign/signing-preview.ts";
import { repairRoot } from "../../../src/app/health/repair-root.ts";
import { findMemory } from "../../../src/app/memories/find-memory.ts";
import { noteShown } from "../../../src/app/memories/shown-to-end.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { demote, look } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { readTree } from "../../fixture/tree.ts";
import type { Owner } from "../../temp-dir.ts";

const ID = "project_deploy_on_fridays";
const OTHER = {
  name: "Something unlike it",
  body: "Nothing here is about the other memory at all.",
} as const;

/** One text in quarantine, and another in the place where it would go. */
async function twinProject(owner: Owner): Promise<{ readonly project: OpenProject; readonly path: string }> {
  const project = openProject(owner);
  await project.save();
  await demote(project, ID);
  await project.save(OTHER);
  const path = join(project.root, "memories", `${ID}.md`);
  copyFileSync(join(project.root, "memories", "project_something_unlike_it.md"), path);
  return { project, path };
}

async function restore(project: OpenProject, confirm: Confirm): Promise<RaiseOutcome> {
  const workspace = await project.open({ person: true });
  const request = { action: "restore", acknowledge: false, ifDigest: null, confirm } as const;
  return raiseMemory(workspace, findMemory(workspace, ID), request);
}

test("a restore onto another text is refused before anybody is asked, and both stay (§6)", async (t) => {
  const { project } = await twinProject(t);
  const before = readTree(project.base);
  const nobody = async (): Promise<never> => assert.fail("a person was asked");
  await assert.rejects(restore(project, nobody), (error: unknown) => {
    assert.ok(refusal("EXISTS")(error));
    assert.match(String(error instanceof Error && "hint" in error && error.hint), /credence doctor --repair/);
    return true;
  });
  assert.deepEqual(readTree(project.base), before);
});

test("after the repair that sets the other text aside, the restore goes through", async (t) => {
  const { project, path } = await twinProject(t);
  const other = readFileSync(path, "utf8");
  const workspace = await project.open();
  repairRoot(workspace, rootOf(workspace, "project"));
  await restore(project, async (showing) => noteShown(showing));
  assert.equal((await look(project, ID)).standing.standing, "verified");
  const aside = join(project.root, "archive", "2026-05", `${ID}.md`);
  assert.equal(readFileSync(aside, "utf8"), other);
});
