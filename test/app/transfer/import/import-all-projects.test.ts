// Claude Code's notes of all projects: each into its own project's root, made where the person allowed it.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { git, makeRepository } from "../../../fixture/git-repository.ts";
import { homeProject } from "../../../fixture/home-project.ts";
import { type InitProject, initProject } from "../../../fixture/init-project.ts";
import { claudeDirectory, listMemories, note, writeNotes, writeSession } from "./claude-notes.ts";

type Places = { readonly other: string; readonly rootless: string; readonly inside: string };

/** Notes of this project, of one with a root and of four that have none or are unknown. */
async function writeAll(project: InitProject): Promise<Places> {
  const other = join(project.base, "other");
  const rootless = join(project.base, "rootless");
  for (const directory of [other, rootless]) {
    mkdirSync(directory);
    git(directory, "init", "--quiet");
  }
  await project.done(["init", "--test-state"], { cwd: other });
  const inside = join(project.top, "vendor");
  mkdirSync(inside);
  for (const [directory, name] of [
    [project.top, "here"],
    [other, "other"],
    [rootless, "rootless"],
    [inside, "vendor"],
    [join(project.base, "gone"), "gone"],
  ] as const) {
    writeNotes(project, directory, { [`project_${name}.md`]: note(name) });
    writeSession(project, directory);
  }
  writeNotes(project, "/srv/unknown", { "project_unknown.md": note("unknown") });
  return { other, rootless, inside };
}

test("--all-projects sorts notes into their own roots, and names those that go nowhere", async (t) => {
  const project = await initProject(t);
  const { other, rootless, inside } = await writeAll(project);
  assert.equal((await project.call(["import", "--all-projects"])).exit, 0);
  assert.deepEqual(listMemories(project.root), []);
  const { exit, stdout } = await project.call(["import", "--all-projects", "--execute", "--json"]);
  assert.equal(exit, 1);
  const told: {
    projects: { directory: string; root: string }[];
    leftOut: { path: string; why: string; fix: string }[];
  } = JSON.parse(stdout);
  assert.deepEqual(told.projects.map(({ directory }) => directory).sort(), [other, project.top].sort());
  const byHand = "in the project that they belong to: credence import";
  assert.deepEqual(
    told.leftOut.map(({ why, fix }) => [why, fix]).sort(),
    [
      [`${inside} has no root of its own`, byHand],
      [`${join(project.base, "gone")} is gone`, byHand],
      [`${rootless}: there is no memory root`, `cd ${rootless} && credence init`],
      ["no session says which directory they are about", byHand],
    ].sort(),
  );
  assert.deepEqual(listMemories(project.root), ["project_here.md"]);
  const root = told.projects.find(({ directory }) => directory === other)?.root ?? "";
  assert.deepEqual(listMemories(root), ["project_other.md"]);
});

test("where the person allowed it, the first import of a project makes its root", async (t) => {
  const project = homeProject(t);
  const blog = makeRepository(join(project.home, "blog"));
  for (const [directory, name] of [
    [project.shop, "shop"],
    [blog, "blog"],
  ] as const) {
    writeNotes(project, directory, { [`project_${name}.md`]: note(`Notes of ${name}`) });
    writeSession(project, directory);
  }
  mkdirSync(join(claudeDirectory(project, "/srv/empty"), "memory"), { recursive: true });
  const person = ["import", "--as-test-person"];
  const refused = await project.done(person, { answers: [] });
  assert.match(
    refused.stdout,
    /\nnothing was imported: there is no memory root here yet; credence init creates one\n$/,
  );
  project.allowAuto();
  const dry = await project.call(["import", "--all-projects"]);
  assert.match(dry.stdout, /blog: there is no memory root\nto go on: --execute makes one\n/);
  assert.deepEqual(project.personal(), []);
  await project.done(person, { answers: ["y"] });
  assert.deepEqual(await project.ids(project.shop), ["project_shop"]);
  assert.equal(project.personal().length, 1);
  await project.done(["import", "--all-projects", "--execute"]);
  assert.deepEqual(await project.ids(blog), ["project_blog"]);
  assert.deepEqual(await project.ids(project.shop), ["project_shop"]);
});
