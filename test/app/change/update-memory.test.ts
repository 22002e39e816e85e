import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { look, update } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_on_fridays";
const LATER = { now: "2026-05-03T08:00:00Z" } as const;

function textOf(project: OpenProject): string {
  return readFileSync(join(project.root, "memories", `${ID}.md`), "utf8");
}

test("an update rewrites what it changes, keeps comments and unknown keys, and says when", async (t) => {
  const project = openProject(t);
  await project.save({ tags: ["deploy"] });
  const commented = textOf(project).replace("type: project", "type: project # of two\nx-team: platform");
  writeFileSync(join(project.root, "memories", `${ID}.md`), commented);
  const change = { tags: ["ci", "deploy"], description: "When: weekly" };
  assert.equal((await update(project, [ID, change], LATER)).kind, "updated");
  assert.equal(
    textOf(project),
    commented
      .replace("description: When deployments happen", 'description: "When: weekly"')
      .replace("tags: [deploy]", "tags: [deploy, ci]")
      .replace("\n---\nDeploy", "\nupdated-at: 2026-05-03T08:00:00Z\n---\nDeploy"),
  );
});

test("what was updated is inferred again, and its digest is the one that was answered", async (t) => {
  const project = openProject(t);
  await project.save();
  const outcome = await update(project, [ID, { body: "Deployments happen on Mondays, after the stand-up." }]);
  const { standing, digest, memory } = await look(project, ID);
  assert.deepEqual([standing.standing, standing.reason], ["inferred", "written here"]);
  assert.equal(memory?.body, "Deployments happen on Mondays, after the stand-up.\n");
  assert.equal(outcome.kind === "updated" && outcome.digest, digest);
});

test("an update that says nothing new changes nothing, the date neither", async (t) => {
  const project = openProject(t);
  await project.save({ tags: ["deploy"] });
  const before = readTree(project.base);
  const outcome = await update(project, [ID, { tags: ["deploy"], name: "Deploy on Fridays" }], LATER);
  assert.deepEqual(outcome, { kind: "unchanged", id: ID, why: `${ID} already says this` });
  assert.deepEqual(readTree(project.base), before);
});

test("related files grow, and those that are gone from the project are dropped", async (t) => {
  const project = openProject(t);
  mkdirSync(join(project.top, "src"));
  writeFileSync(join(project.top, "src", "a.ts"), "");
  await project.save({ relatedFiles: ["src/a.ts", "src/gone.ts", "../outside.ts"] });
  await update(project, [ID, { relatedFiles: ["src/new.ts"] }]);
  assert.match(textOf(project), /^related-files: \[src\/a\.ts, "\.\.\/outside\.ts", src\/new\.ts\]$/m);
});

test("an update is cleaned like a new memory", async (t) => {
  const project = openProject(t);
  await project.save();
  const hidden = String.fromCodePoint(0xe0041, 0x200b);
  await update(project, [ID, { name: `New${hidden} name -> here`, tags: ["CI", "a,b"] }]);
  assert.match(textOf(project), /^name: New name - here$/m);
  assert.match(textOf(project), /^tags: \[ci, ab\]$/m);
});

test("a person's update is verified by being theirs", async (t) => {
  const project = openProject(t);
  await project.save();
  await update(project, [ID, { description: "Another line" }], { ...LATER, person: true });
  assert.match(textOf(project), /^trust-level: verified$/m);
  assert.match(textOf(project), /^last-verified: 2026-05-03$/m);
  assert.equal((await look(project, ID)).standing.reason, "approved by you on 2026-05-03");
});
