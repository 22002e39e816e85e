// One file of a pull request takes a whole root out of use. What a person approved in it is missed on every surface.

import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isNowhere, startSession } from "../../../src/app/session/start-session.ts";
import { findGuarded } from "../../../src/app/workspace/guarded-places.ts";
import { type InProcess, inProcess } from "../../fixture/command-in-process.ts";
import { type OpenProject, openProject, savedProject } from "../../fixture/open-project.ts";

const GONE =
  "the memory root that was in .claude/memory/ is gone, and its memories are not recalled: restore .claude/memory from git, or start anew with credence init";
const HIDDEN =
  "a memory root in a directory below hides the one in .claude/memory/, and its memories are not recalled: remove the .claude/memory that nobody here made, or work from the directory above";
const OTHER = `${JSON.stringify({ format: "credence/1", root: "0123456789abcdef".repeat(2) })}\n`;
const PERSON = { person: true };

async function told(project: OpenProject, cwd = project.top): Promise<unknown> {
  const workspace = await project.open({ cwd });
  const session = String(Math.random());
  const tellsPerson = (): boolean => false;
  assert.equal(isNowhere(workspace), false);
  const { lines } = await startSession(workspace, { session, continues: false, tells: true, tellsPerson });
  const call = inProcess(project);
  const [status, doctor] = [await call(["status"], { cwd }), await call(["doctor"], { cwd })];
  const { home, state } = project;
  const { roots } = findGuarded({ cwd, homes: [home], claude: null, env: {}, state });
  const guarded = roots.some(({ path }) => path === project.root);
  return { lines, exits: [status.exit, doctor.exit], guarded };
}

const LOST = { lines: [GONE], exits: [2, 2], guarded: true };

for (const [does, harm] of [
  ["root.json is deleted", ({ root }) => rmSync(join(root, "root.json"))],
  ["the root is deleted", ({ root }) => rmSync(root, { recursive: true })],
  [".claude is renamed", ({ top }) => renameSync(join(top, ".claude"), join(top, ".clod"))],
  ["root.json has another id", ({ root }) => writeFileSync(join(root, "root.json"), OTHER)],
] as readonly (readonly [string, (project: OpenProject) => void])[]) {
  test(`where ${does}, the person is told, and the guard keeps the place`, async (t) => {
    const project = await savedProject(t, {}, PERSON);
    harm(project);
    assert.deepEqual(await told(project), LOST);
    mkdirSync(join(project.top, "src"));
    assert.deepEqual(await told(project, join(project.top, "src")), LOST);
  });
}

async function exitsOf(call: InProcess): Promise<number[]> {
  return [(await call(["status"])).exit, (await call(["doctor"])).exit];
}

test("a person who makes a new root in its place is told no more; a machine that does is", async (t) => {
  const project = openProject(t);
  const call = inProcess(project);
  await project.save({}, PERSON);
  rmSync(project.root, { recursive: true });
  assert.equal((await call(["init"])).exit, 0);
  assert.deepEqual(await exitsOf(call), [2, 2]);
  assert.equal((await call(["init", "--as-test-person"])).exit, 0);
  assert.deepEqual(await exitsOf(call), [0, 0]);
});

test("a root that nobody here used is not missed", async (t) => {
  const project = openProject(t);
  rmSync(join(project.root, "root.json"));
  assert.deepEqual(await exitsOf(inProcess(project)), [0, 0]);
});

test("the person's own root is missed everywhere", async (t) => {
  const project = openProject(t);
  const { exit } = await inProcess(project)([
    ..."save --scope user --as-test-person --type user --name Tabs --description d --body".split(" "),
    "Tabs are wider than spaces in every file of mine.",
  ]);
  assert.equal(exit, 0);
  rmSync(join(project.userRoot, "root.json"));
  const [line = ""] = ((await told(project)) as { readonly lines: string[] }).lines;
  assert.match(
    line,
    /^the memory root that was in ~\/\.claude\/claude-memory\/ is gone, .* credence init --scope user$/,
  );
});

test("a root below that came with a commit hides the project's, and says so until a person uses it", async (t) => {
  const project = await savedProject(t, {}, PERSON);
  const web = join(project.top, "packages", "web");
  mkdirSync(join(web, ".claude", "memory"), { recursive: true });
  writeFileSync(join(web, ".claude", "memory", "root.json"), OTHER);
  assert.deepEqual(await told(project, web), { lines: [HIDDEN], exits: [2, 1], guarded: true });
  assert.deepEqual(await told(project), { lines: [], exits: [0, 0], guarded: true });
  const save = [..."save --type reference --name Wiki --description d --body".split(" "), "x".repeat(40)];
  const call = inProcess(project);
  assert.equal((await call(save, { cwd: web })).exit, 0);
  assert.equal((await call(["status"], { cwd: web })).exit, 2, "a machine chooses no root");
  assert.equal((await call([...save.with(4, "Other"), "--as-test-person"], { cwd: web })).exit, 0);
  assert.equal((await call(["doctor"], { cwd: web })).exit, 0);
});
