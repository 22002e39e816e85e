// The first memory of a project makes its root where the person allowed it, and only there.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { git, makeRepository } from "../../fixture/git-repository.ts";
import { type HomeProject, homeProject } from "../../fixture/home-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { giveTo, NOBODY } from "../../fixture/scratch-project.ts";
import { readTree } from "../../fixture/tree.ts";
import { freshDir } from "../../temp-dir.ts";

test("without roots.auto nothing is made, and the refusal says what makes a root", async (t) => {
  const project = homeProject(t);
  const before = readTree(project.home);
  const { exit, stderr } = await project.save("Tea");
  assert.equal(exit, 1);
  assert.equal(
    stderr,
    "error: NO_ROOT: there is no project memory root\nhint: credence init creates one here\n",
  );
  assert.deepEqual(readTree(project.home), before);
});

test("with roots.auto the first memory makes a personal root, and the next ones go there", async (t) => {
  const project = homeProject(t);
  project.allowAuto();
  const cwd = join(project.shop, "src");
  mkdirSync(cwd);
  const first = await project.save("Tea", { cwd });
  assert.match(
    first.stdout,
    /^saved project_tea: ~\/\.claude\/claude-memory\/projects\/shop-[0-9a-f]{12}\/memories\/project_tea\.md\n$/,
  );
  assert.equal((await project.save("Cocoa")).exit, 0);
  assert.deepEqual(await project.ids(project.shop), ["project_cocoa", "project_tea"]);
  const cafe = makeRepository(join(project.home, "cafe"));
  await project.done(["save", "Milk is delivered on Mondays, before noon.", "--as-test-person"], {
    cwd: cafe,
  });
  assert.match((await project.done(["list"], { cwd: cafe })).stdout, /^verified /);
  assert.deepEqual([project.personal().length, existsSync(join(project.shop, ".claude"))], [2, false]);
});

test("a text that is refused makes no root, and a memory about the person needs none", async (t) => {
  const project = homeProject(t);
  project.allowAuto();
  const draft = ["save", "--type", "project", "--name", "Key", "--description", "A key"];
  const refused = await project.call([...draft, "--body", `The key of the deployment is ${SAMPLE_SECRET}.`]);
  assert.match(refused.stderr, /^error: SECRET_DETECTED: /);
  const own = ["save", "--type", "user", "--name", "Tabs", "--description", "Likes tabs"];
  await project.done([...own, "--body", "The user likes tabs, and said so more than once."]);
  assert.deepEqual(project.personal(), []);
});

test("a project with a shared root gets no other, and both are read where both are", async (t) => {
  const project = homeProject(t);
  project.allowAuto();
  await project.done(["init", "--share", "--as-test-person"]);
  const saved = await project.save("Tea");
  assert.match(saved.stdout, /^saved project_tea: \.claude\/memory\/memories\/project_tea\.md\n/);
  assert.deepEqual(project.personal(), []);
  await project.done(["init", "--private"]);
  const [name = ""] = project.personal();
  const root = join(project.userRoot, "projects", name);
  const more = ["save", "--type", "project", "--name", "Cocoa", "--description", "Drinks", "--root", root];
  await project.done([...more, "--body", "Cocoa is for the evening, and only in the winter."]);
  assert.equal((await project.save("Milk")).stdout.includes(".claude/memory/memories/project_milk.md"), true);
  assert.deepEqual(await project.ids(project.shop), ["project_milk", "project_tea", "project_cocoa"]);
  // One id in both is named by its root.
  await project.done([...more.with(4, "Tea"), "--body", "Tea is for the morning, and never after noon."]);
  const { stderr } = await project.call(["show", "project_tea"]);
  assert.match(
    stderr,
    /^error: NOT_FOUND: project_tea is in two roots of this project\nhint: add --root \.claude\/memory\/ or --root ~\/\.claude\/claude-memory\/projects\/shop-\w+\/\n$/,
  );
  const shown = await project.done(["show", "project_tea", "--root", root]);
  assert.match(shown.stdout, /never after noon/);
});

type Elsewhere = { readonly why: string; readonly make: (project: HomeProject) => string };

const ELSEWHERE: readonly Elsewhere[] = [
  {
    why: "the work tree is your home directory, or contains it",
    make: ({ home }) => makeRepository(home),
  },
  { why: "the work tree is in a temporary directory", make: ({ base }) => makeRepository(join(base, "x")) },
  {
    why: "the repository belongs to another user",
    make: ({ shop }) => {
      giveTo(NOBODY, shop);
      return shop;
    },
  },
  {
    why: "the work tree is a submodule",
    make: ({ shop, home }) => {
      git(shop, "submodule", "add", "--quiet", makeRepository(join(home, "part")), "part");
      return join(shop, "part");
    },
  },
  {
    why: "the work tree is a submodule",
    // As older versions of git made them, and `git add` of a nested repository does.
    make: ({ shop }) => {
      const part = makeRepository(join(shop, "part"));
      git(shop, "add", "part");
      return part;
    },
  },
  { why: "this is not a git work tree", make: ({ base }) => base },
];

test("no root is made by itself for a home, a temporary directory, a submodule or another user's repository", async (t) => {
  for (const { why, make } of ELSEWHERE) {
    const project = homeProject(t);
    project.allowAuto();
    const cwd = make(project);
    const { exit, stderr } = await project.save("Tea", { cwd });
    assert.equal(exit, 1, why);
    assert.equal(
      stderr,
      `error: NO_ROOT: there is no project memory root, and none is made here by itself: ${why}\nhint: credence init creates a memory root here\n`,
    );
    assert.deepEqual([project.personal(), existsSync(join(cwd, ".claude/memory"))], [[], false], why);
  }
});

test("nor for a work tree above a home, where the projects in that home still get theirs", async (t) => {
  const project = homeProject(t, { testState: false });
  const env = { CREDENCE_HOME: freshDir(t) };
  await project.done(["init", "--scope", "user", "--test-state"], { env });
  writeFileSync(join(env.CREDENCE_HOME, "state/config.json"), '{"roots":{"auto":true}}');
  const above = await project.save("Tea", { cwd: makeRepository(project.base), env });
  assert.match(above.stderr, /: the work tree is your home directory, or contains it\n/);
  assert.equal((await project.save("Tea", { env })).exit, 0);
  assert.equal(project.personal().length, 1);
});

test("a project that looks like a moved one gets no root by itself, and one that was declined gets none either", async (t) => {
  const project = homeProject(t);
  await project.done(["init"]);
  git(project.home, "clone", "--quiet", project.shop, join(project.home, "copy"));
  project.allowAuto();
  await project.done(["init", "--never"], { cwd: join(project.home, "copy") });
  const declined = await project.save("Tea", { cwd: join(project.home, "copy") });
  assert.match(declined.stderr, /: the user wants none here \(credence init --never\)\n/);
  const other = join(project.home, "work/shop");
  git(project.home, "clone", "--quiet", project.shop, other);
  assert.equal((await project.save("Tea", { cwd: other })).exit, 0);
  const moved = join(project.home, "late/shop");
  mkdirSync(join(project.home, "late"));
  renameSync(project.shop, moved);
  const refused = await project.save("Tea", { cwd: moved });
  assert.match(
    refused.stderr,
    /^error: NO_ROOT: .*: this may be a project that was moved\nhint: credence init/,
  );
  assert.equal(project.personal().length, 2);
  // With init they want one after all.
  await project.done(["init"], { cwd: join(project.home, "copy") });
  assert.equal((await project.save("Tea", { cwd: join(project.home, "copy") })).exit, 0);
});

test("an agent can neither decline a root nor share one, and roots.auto is a person's", async (t) => {
  const project = homeProject(t);
  const env = { CLAUDECODE: "1" };
  for (const args of [
    ["init", "--never"],
    ["init", "--share"],
    ["config", "set", "roots.auto", "true"],
  ]) {
    const { exit, stderr } = await project.call(args, { env, answers: [] });
    assert.equal(exit, 1, args.join(" "));
    assert.match(stderr, /^error: NEEDS_PERSON: /, args.join(" "));
  }
  assert.equal(existsSync(join(project.shop, ".claude")), false);
  assert.deepEqual((await project.call(["config", "get", "roots.auto"])).stdout.trim(), "false");
});
