// A person's own root about a project: nothing that git does to the work tree reaches it, every work tree of the repository
// has it, and no other repository gets it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findMovedRoots } from "../../../src/app/workspace/moved-root.ts";
import { findWorkTree } from "../../../src/store/work-tree.ts";
import { COMPILED } from "../../built.ts";
import { git, makeRepository } from "../../fixture/git-repository.ts";
import { type HomeProject, homeProject } from "../../fixture/home-project.ts";
import { assertFails } from "../../fixture/refusal.ts";
import { CLI, giveTo, NOBODY } from "../../fixture/scratch-project.ts";
import { readTree } from "../../fixture/tree.ts";
import type { Owner } from "../../temp-dir.ts";

const HERE = ["project_tea"];

/** With a personal root that has a memory. */
async function teaProject(owner: Owner, setting?: { readonly testState: boolean }): Promise<HomeProject> {
  const project = homeProject(owner, setting);
  await project.done(["init"]);
  assert.equal((await project.save("Tea")).exit, 0);
  return project;
}

test("a checkout, a clean and a stash of everything leave a personal root as it is", async (t) => {
  const project = await teaProject(t);
  const { shop } = project;
  const [name = ""] = project.personal();
  const root = join(project.userRoot, "projects", name);
  const before = readTree(root);
  // A colleague's branch has a shared root in the place where private ones used to lie.
  git(shop, "checkout", "--quiet", "-b", "team");
  mkdirSync(join(shop, ".claude/memory/memories"), { recursive: true });
  writeFileSync(
    join(shop, ".claude/memory/root.json"),
    `{"format":"credence/1","root":"${"a".repeat(32)}"}\n`,
  );
  writeFileSync(join(shop, ".claude/memory/memories/project_coffee.md"), "not a memory\n");
  git(shop, "add", "--all");
  git(shop, "commit", "--quiet", "--message=Share");
  assert.deepEqual(await project.ids(shop), ["project_coffee", "project_tea"]);
  git(shop, "checkout", "--quiet", "main");
  writeFileSync(join(shop, ".gitignore"), "*.log\n");
  writeFileSync(join(shop, "a.log"), "x");
  git(shop, "stash", "--all");
  writeFileSync(join(shop, "b"), "x");
  git(shop, "clean", "-fdx", "--quiet");
  assert.deepEqual(readTree(root), before);
  assert.deepEqual(await project.ids(shop), HERE);
  assert.equal(git(shop, "status", "--porcelain"), "");
});

test("all work trees of a repository share one, a bare repository's too, and a second clone has its own", async (t) => {
  const project = homeProject(t);
  const linked = join(project.base, "elsewhere");
  git(project.shop, "worktree", "add", "--quiet", linked, "-b", "topic");
  await project.done(["init"], { cwd: linked });
  assert.equal((await project.save("Tea")).exit, 0);
  assert.deepEqual(await project.ids(linked), HERE);
  const clone = join(project.home, "clone");
  git(project.home, "clone", "--quiet", project.shop, clone);
  assert.deepEqual(await project.ids(clone), []);
  const bare = join(project.home, "bare.git");
  git(project.home, "clone", "--quiet", "--bare", project.shop, bare);
  for (const name of ["one", "two"])
    git(bare, "worktree", "add", "--quiet", join(project.home, name), "-b", name);
  await project.done(["init"], { cwd: join(project.home, "one") });
  assert.equal((await project.save("Cocoa", { cwd: join(project.home, "one") })).exit, 0);
  assert.deepEqual(await project.ids(join(project.home, "two")), ["project_cocoa"]);
  assert.equal(project.personal().length, 2);
});

test("a tree that poses as another repository is not shown that project's memories", async (t) => {
  const project = homeProject(t);
  const { shop, base } = project;
  git(shop, "worktree", "add", "--quiet", join(base, "linked"), "-b", "topic");
  await project.done(["init"]);
  assert.equal((await project.save("Tea")).exit, 0);
  const forged: Readonly<Record<string, (top: string) => void>> = {
    "a .git file that names the repository": (top) =>
      writeFileSync(join(top, ".git"), `gitdir: ${shop}/.git\n`),
    "a .git file that names somebody else's work tree": (top) =>
      writeFileSync(join(top, ".git"), `gitdir: ${shop}/.git/worktrees/linked\n`),
    "a git directory of its own with a commondir": (top) => {
      makeRepository(top);
      writeFileSync(join(top, ".git/commondir"), `${shop}/.git\n`);
    },
    "a git directory elsewhere that names this tree and that repository": (top) => {
      const own = `${top}-git/worktrees/x`;
      cpSync(join(shop, ".git"), own, { recursive: true });
      writeFileSync(join(top, ".git"), `gitdir: ${own}\n`);
      writeFileSync(join(own, "gitdir"), `${top}/.git\n`);
      writeFileSync(join(own, "commondir"), `${shop}/.git\n`);
    },
    "a root of its own that claims the repository": (top) => {
      makeRepository(top);
      const [name = ""] = project.personal();
      cpSync(join(project.userRoot, "projects", name), join(top, ".claude/memory"), { recursive: true });
    },
  };
  for (const [how, forge] of Object.entries(forged)) {
    const top = join(base, "evil", how.replaceAll(/\W/g, "-"));
    mkdirSync(top, { recursive: true });
    forge(top);
    const { stdout } = await project.done(["recall", "--prompt", "what should I know about tea?"], {
      cwd: top,
    });
    assert.equal(stdout, "", how);
  }
  const { stdout } = await project.done(["recall", "--prompt", "what should I know about tea?"]);
  assert.match(stdout, /project_tea/);
});

test("a repository of another user in the same place is another one", async (t) => {
  const project = await teaProject(t);
  giveTo(NOBODY, project.shop);
  assert.deepEqual(await project.ids(project.shop), []);
  assertFails(await project.call(["init"]), /^error: NEEDS_PERSON: this looks like the project that was at /);
  await project.done(["init", "--as-test-person"]);
  assert.deepEqual(await project.ids(project.shop), HERE);
});

test("a moved clone is offered its root again, and only a person links it", async (t) => {
  const project = await teaProject(t);
  const moved = join(project.home, "work/store");
  mkdirSync(join(project.home, "work"));
  renameSync(project.shop, moved);
  assert.deepEqual(await project.ids(moved), []);
  const before = readTree(project.userRoot);
  assertFails(
    await project.call(["init"], { cwd: moved }),
    /^error: NEEDS_PERSON: this looks like the project that was at \S+\/home\/shop\/\.git: only a person can link its memories \(~\/\.claude\/claude-memory\/projects\/shop-[0-9a-f]{12}\/\)\nhint: run credence init yourself/,
  );
  assert.deepEqual(readTree(project.userRoot), before);
  const { stderr } = await project.done(["init", "--as-test-person"], { cwd: moved });
  assert.match(
    stderr,
    /^linked the memories of the project: ~\/\.claude\/claude-memory\/projects\/store-[0-9a-f]{12}\/\n$/,
  );
  assert.deepEqual(await project.ids(moved), HERE);
  assert.equal(project.personal().length, 1);
  // Another project that comes to the old place has nothing to do with it.
  makeRepository(project.shop);
  assert.deepEqual(await project.ids(project.shop), []);
});

test("at the terminal both paths are named, and a no makes a root of its own", async (t) => {
  const project = await teaProject(t, { testState: false });
  rmSync(project.shop, { recursive: true });
  const other = makeRepository(join(project.home, "work/shop"));
  const screens: string[] = [];
  const answers = ["none", "none", "n"];
  await project.done(["init"], { cwd: other, answers, onAsk: (screen) => screens.push(screen) });
  assert.match(
    screens[0] ?? "",
    /^this looks like the project that was at \S+\/home\/shop\/\.git\nits memories are in ~\/\.claude\/claude-memory\/projects\/shop-[0-9a-f]{12}\/\nlink them to \S+\/home\/work\/shop\? \(no: it gets a root of its own\) \[y\/N\] $/,
  );
  assert.deepEqual(await project.ids(other), []);
  assert.equal(project.personal().length, 2);
});

test("a process that was killed while it made a root, or linked one, leaves nothing in the way", async (t) => {
  const project = homeProject(t);
  await project.done(["init"]);
  const [name = ""] = project.personal();
  const root = join(project.userRoot, "projects", name);
  // Killed before root.json: the directories are there, and no root.
  rmSync(join(root, "root.json"));
  assert.match((await project.done(["init"])).stdout, /^created a personal memory root/);
  assert.equal((await project.save("Tea")).exit, 0);
  // Killed after the root said where it belongs, and before it had its new name; and there, half made, another one.
  const moved = join(project.home, "moved");
  renameSync(project.shop, moved);
  const file = join(root, "root.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("/shop/.git", "/moved/.git"));
  assert.deepEqual(await project.ids(moved), []);
  await project.done(["init", "--as-test-person"], { cwd: moved });
  assert.deepEqual(await project.ids(moved), HERE);
});

test("processes that make the same root at once make one", async (t) => {
  const project = homeProject(t);
  const inits = [1, 2, 3].map(
    () =>
      new Promise<number | null>((resolve) => {
        const child = spawn(process.execPath, [CLI, "init"], {
          cwd: project.shop,
          env: { ...COMPILED, ...project.env },
        });
        child.on("close", resolve);
      }),
  );
  assert.deepEqual(await Promise.all(inits), [0, 0, 0]);
  const [name = "", ...more] = project.personal();
  assert.deepEqual(more, []);
  // Whoever looks again right after another one made it does not take it for a moved project's.
  const tree = findWorkTree(project.shop);
  assert.ok(tree !== null);
  assert.deepEqual(findMovedRoots(tree, project.userRoot), []);
  assert.deepEqual(readdirSync(join(project.userRoot, "projects", name)).sort(), [
    ".gitignore",
    "attest",
    "memories",
    "quarantine",
    "root.json",
  ]);
});

test("without a person five roots are made per day, and then the refusal says who can", async (t) => {
  const project = homeProject(t, { testState: false });
  const tops = [1, 2, 3, 4, 5, 6].map((number) => makeRepository(join(project.home, `p${number}`)));
  for (const cwd of tops.slice(0, 5)) await project.done(["init"], { cwd });
  const cwd = tops[5] ?? "";
  const { exit, stderr } = await project.call(["init"], { cwd });
  assert.equal(exit, 1);
  assert.equal(
    stderr,
    "error: DAILY_LIMIT: 5 memory roots were created today without a person\nhint: a person can create one: credence init in a terminal outside the agent\n",
  );
  assert.equal(project.personal().length, 5);
  // One that is there already is no new one.
  await project.done(["init"], { cwd: tops[0] ?? "" });
  await project.done(["init"], { cwd, answers: [] });
  await project.done(["init"], { now: "2026-05-02T12:00:00Z" });
  assert.equal(project.personal().length, 7);
});

test("a submodule has none of its superproject's memories, and its own survive a new checkout", async (t) => {
  const project = homeProject(t);
  const { shop } = project;
  const library = makeRepository(join(project.home, "library"));
  git(shop, "submodule", "add", "--quiet", library, "part");
  git(shop, "commit", "--quiet", "--message=Use it");
  const part = join(shop, "part");
  await project.done(["init"]);
  assert.equal((await project.save("Tea")).exit, 0);
  assert.deepEqual(await project.ids(part), []);
  await project.done(["init"], { cwd: part });
  assert.equal((await project.save("Cocoa", { cwd: part })).exit, 0);
  git(shop, "submodule", "--quiet", "deinit", "--force", "part");
  git(shop, "submodule", "--quiet", "update", "--init", "part");
  assert.deepEqual(await project.ids(part), ["project_cocoa"]);
  assert.deepEqual(await project.ids(shop), HERE);
  assert.equal(project.personal().length, 2);
  assert.equal(git(shop, "status", "--porcelain"), "");
});

test("where git cleaned or stashed a whole home, the project says that its memories are gone", async (t) => {
  const project = homeProject(t);
  git(project.home, "init", "--quiet");
  await project.done(["init"]);
  assert.equal((await project.save("Tea")).exit, 0);
  const [name = ""] = project.personal();
  const roots = join(project.userRoot, "projects");
  // What git adds to the index it leaves in place; what it ignores goes with -x and comes back with the stash.
  git(project.home, "add", "--all");
  git(project.home, "commit", "--quiet", "--message=Home");
  git(project.home, "clean", "-fd", "--quiet");
  assert.deepEqual(await project.ids(project.shop), HERE);
  git(project.home, "stash", "--all");
  assert.equal(existsSync(join(roots, name)), false);
  const { exit, stdout } = await project.call(["status"]);
  assert.equal(exit, 2);
  assert.match(
    stdout,
    /the memory root that was in ~\/\.claude\/claude-memory\/projects\/shop-\w+\/ is gone/,
  );
  git(project.home, "stash", "pop");
  assert.deepEqual(await project.ids(project.shop), HERE);
});

test("a home under git does not publish personal roots by adding everything", async (t) => {
  const project = homeProject(t);
  git(project.home, "init", "--quiet");
  await project.done(["init"]);
  assert.equal((await project.save("Tea")).exit, 0);
  git(project.home, "add", "--all");
  const added = git(project.home, "ls-files");
  assert.ok(added.includes(".claude/claude-memory/root.json"));
  assert.equal(added.includes("projects/"), false);
  assert.equal(existsSync(join(project.home, ".claude/memory")), false);
});
