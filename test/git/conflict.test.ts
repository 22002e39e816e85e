// A merge that stopped half-way: nothing is moved, and a file that says two things is withheld.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { keptOutView } from "../../src/app/page/kept-out-view.ts";
import { listPersonLines } from "../../src/app/session/start-notices.ts";
import { openWorkspace } from "../../src/app/workspace/workspace.ts";
import { openPage } from "../app/page/open-page.ts";
import { commitAll, listStandings } from "../fixture/branches.ts";
import { git } from "../fixture/git-repository.ts";
import { type InitProject, initProject } from "../fixture/init-project.ts";
import type { Owner } from "../temp-dir.ts";

function sayMarkers(text: string): string {
  const line = text.split("\n").findIndex((each) => each.startsWith("<<<<<<< ")) + 1;
  return `conflict markers of git in line ${line}: credence review asks which text holds; then commit it`;
}

/** Whoever looks is told what is wrong and what to do, in the same words. */
async function expectTold(owner: Owner, project: InitProject, reason: string): Promise<void> {
  const wide = { columns: 400 };
  const shown = (await project.call(["show", "project_alpha"], wide)).stdout;
  assert.ok(shown.includes(`\nthe text is withheld: ${reason}\n`), shown);
  const examined = (await project.call(["doctor"], wide)).stdout;
  assert.ok(examined.includes(`[E] broken: project_alpha: ${reason}\n`), examined);
  const [waiting] = JSON.parse((await project.call(["review", "--json"])).stdout);
  assert.match(JSON.stringify(waiting), new RegExp(reason), "review");
  const status = (await project.call(["status"], wide)).stdout;
  const files =
    "1 file in .claude/memory/ with conflict markers of git: credence review asks which text holds; then commit it";
  assert.ok(status.includes(files), status);
  await expectTellsOfIt(owner, project, reason);
}

/** So does what looks at many memories at once. */
async function expectTellsOfIt(owner: Owner, project: InitProject, reason: string): Promise<void> {
  const wide = { columns: 400 };
  const listed = (await project.call(["list"], wide)).stdout;
  assert.ok(listed.includes(reason), listed);
  const withheld =
    "1 memory withheld, with conflict markers of git: credence review asks which text holds; then commit it";
  assert.equal((await project.call(["search", "zebra"], wide)).stderr, `note: ${withheld}\n`);
  const workspace = openWorkspace({
    ...{
      cwd: project.top,
      home: project.home,
      env: project.env,
      state: null,
      cache: null,
      root: null,
      scope: null,
    },
    presence: { kind: "nobody", why: "there is no terminal" },
    now: Date.parse("2026-05-01T12:00:00Z"),
  });
  const lines = listPersonLines(workspace);
  workspace.close();
  assert.ok(lines.includes(withheld), lines.join("\n"));
  const { workspace: opened, cache } = await openPage(owner, project);
  const { memories } = await keptOutView(opened, cache);
  const remedy = "credence review asks which text holds; then commit it";
  assert.deepEqual(
    memories.map((each) => each.remedy),
    [remedy],
  );
}

test("in a merge that stopped with conflicts nothing is moved and the file with both sides is withheld", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  await project.save("project_beta");
  commitAll(project);
  git(project.top, "checkout", "--quiet", "-b", "topic");
  await project.done(["update", "project_alpha", "--body", `The topic's own words. ${"x".repeat(40)}`]);
  commitAll(project);
  git(project.top, "checkout", "--quiet", "main");
  await project.done(["update", "project_alpha", "--body", `The words at home. ${"x".repeat(40)}`]);
  commitAll(project);
  assert.throws(() => git(project.top, "merge", "--quiet", "--no-edit", "topic"));
  const file = join(project.root, "memories/project_alpha.md");
  const before = readFileSync(file, "utf8");
  assert.match(before, /^<<<<<<< /m);
  assert.deepEqual(await listStandings(project), [
    `project_alpha quarantined: ${sayMarkers(before)}`,
    "project_beta inferred: written here",
  ]);
  await expectTold(t, project, sayMarkers(before));
  for (const id of ["project_alpha", "project_beta"]) {
    const { exit, stderr } = await project.call(["demote", id, "--reason", "doubt"]);
    assert.equal(exit, 1);
    assert.match(stderr, /^error: MID_MERGE: .*\nhint: finish or abort the merge/);
    assert.equal(existsSync(join(project.root, `quarantine/${id}.md`)), false);
  }
  await project.call(["doctor", "--repair"]);
  assert.equal(readFileSync(file, "utf8"), before);
  git(project.top, "checkout", "--quiet", "--theirs", file);
  commitAll(project);
  assert.deepEqual(await listStandings(project), [
    "project_alpha inferred: written here",
    "project_beta inferred: written here",
  ]);
});

test("a conflict in the frontmatter, and one in a rebase or a cherry-pick, withholds the same", async (t) => {
  for (const verb of ["merge", "rebase", "cherry-pick"]) {
    const project = await initProject(t);
    await project.save("project_alpha");
    commitAll(project);
    git(project.top, "checkout", "--quiet", "-b", "topic");
    await project.done(["update", "project_alpha", "--description", "As the topic says"]);
    commitAll(project);
    git(project.top, "checkout", "--quiet", "main");
    await project.done(["update", "project_alpha", "--description", "As we say at home"]);
    commitAll(project);
    assert.throws(() => git(project.top, verb, "topic"), verb);
    const [standing] = await listStandings(project);
    const text = readFileSync(join(project.root, "memories/project_alpha.md"), "utf8");
    assert.equal(standing, `project_alpha quarantined: ${sayMarkers(text)}`, verb);
    const { stderr } = await project.call(["demote", "project_alpha", "--reason", "doubt"]);
    assert.match(stderr, /^error: MID_MERGE: /, verb);
    git(project.top, verb, "--abort");
    assert.deepEqual(await listStandings(project), ["project_alpha inferred: written here"], verb);
  }
});
