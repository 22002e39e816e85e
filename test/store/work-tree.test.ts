import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findWorkTree, isMidMerge, listWorkTreeTops, type WorkTree } from "../../src/store/work-tree.ts";
import { git, makeRepository } from "../fixture/git-repository.ts";
import { freshDir } from "../temp-dir.ts";

function treeOf(directory: string): WorkTree {
  const tree = findWorkTree(directory);
  assert.ok(tree !== null, `${directory} is in no work tree`);
  return tree;
}

test("a directory below a checkout is in the work tree of that checkout", (t) => {
  const repository = makeRepository(join(freshDir(t), "repo"));
  mkdirSync(join(repository, "a/b"), { recursive: true });
  assert.deepEqual(findWorkTree(join(repository, "a/b")), {
    top: repository,
    gitDirectory: join(repository, ".git"),
    commonDirectory: join(repository, ".git"),
    mainTop: repository,
    isSubmodule: false,
    owner: process.getuid?.(),
  });
});

test("outside of git there is no work tree", (t) => {
  assert.equal(findWorkTree(freshDir(t)), null);
});

test("the nearest of two nested repositories is the work tree", (t) => {
  const outer = makeRepository(join(freshDir(t), "outer"));
  const inner = makeRepository(join(outer, "vendor/inner"));
  mkdirSync(join(inner, "src"));
  assert.equal(treeOf(join(inner, "src")).top, inner);
  assert.equal(treeOf(join(outer, "vendor")).top, outer);
});

test("a linked work tree shares its repository with the main one", (t) => {
  const base = freshDir(t);
  const main = makeRepository(join(base, "main"));
  git(main, "worktree", "add", "--quiet", join(base, "linked"), "-b", "topic");
  assert.deepEqual(findWorkTree(join(base, "linked")), {
    top: join(base, "linked"),
    gitDirectory: join(main, ".git/worktrees/linked"),
    commonDirectory: join(main, ".git"),
    mainTop: main,
    isSubmodule: false,
    owner: process.getuid?.(),
  });
  assert.deepEqual(listWorkTreeTops(treeOf(main)), [main, join(base, "linked")]);
});

test("a linked work tree whose links are relative paths is found too", (t) => {
  const base = freshDir(t);
  const main = makeRepository(join(base, "main"));
  git(main, "worktree", "add", "--quiet", join(base, "linked"), "-b", "topic");
  writeFileSync(join(base, "linked/.git"), "gitdir: ../main/.git/worktrees/linked\n");
  writeFileSync(join(main, ".git/worktrees/linked/gitdir"), "../../../../linked/.git\n");
  assert.equal(treeOf(join(base, "linked")).mainTop, main);
  assert.deepEqual(listWorkTreeTops(treeOf(main)), [main, join(base, "linked")]);
});

test("the work trees of a bare repository have no main one and are listed by name", (t) => {
  const base = freshDir(t);
  git(base, "clone", "--quiet", "--bare", makeRepository(join(base, "seed")), "project/.bare");
  const bare = join(base, "project/.bare");
  git(bare, "worktree", "add", "--quiet", join(base, "project/main"), "main");
  git(bare, "worktree", "add", "--quiet", join(base, "project/fix"), "-b", "fix");
  const tree = treeOf(join(base, "project/main"));
  assert.equal(tree.commonDirectory, bare);
  assert.equal(tree.mainTop, null);
  assert.deepEqual(listWorkTreeTops(tree), [join(base, "project/fix"), join(base, "project/main")]);
});

test("a submodule is a work tree of its own, and its main one", (t) => {
  const base = freshDir(t);
  const outer = makeRepository(join(base, "outer"));
  git(outer, "submodule", "--quiet", "add", makeRepository(join(base, "library")), "lib");
  const tree = treeOf(join(outer, "lib"));
  assert.equal(tree.top, join(outer, "lib"));
  assert.equal(tree.mainTop, join(outer, "lib"));
  assert.equal(tree.commonDirectory, join(outer, ".git/modules/lib"));
});

test("a checkout that was moved away from its link is in no work tree until git repairs the link", (t) => {
  const base = freshDir(t);
  const main = makeRepository(join(base, "main"));
  git(main, "worktree", "add", "--quiet", join(base, "linked"), "-b", "topic");
  renameSync(join(base, "linked"), join(base, "moved"));
  assert.equal(findWorkTree(join(base, "moved")), null);
  assert.deepEqual(listWorkTreeTops(treeOf(main)), [main]);
  git(join(base, "moved"), "worktree", "repair");
  assert.equal(treeOf(join(base, "moved")).mainTop, main);
});

test("a conflict in a merge, a rebase and a cherry-pick is under way until it is finished or aborted", (t) => {
  const repository = makeRepository(join(freshDir(t), "repo"));
  const commit = (text: string): void => {
    writeFileSync(join(repository, "file"), text);
    git(repository, "add", "file");
    git(repository, "commit", "--quiet", "--message=Change");
  };
  git(repository, "checkout", "--quiet", "-b", "topic");
  commit("theirs\n");
  git(repository, "checkout", "--quiet", "main");
  commit("ours\n");
  for (const [verb, ...args] of [
    ["merge", "topic"],
    ["rebase", "topic"],
    ["cherry-pick", "topic"],
  ] as const) {
    assert.equal(isMidMerge(treeOf(repository)), false, `before ${verb}`);
    assert.throws(() => git(repository, verb, ...args));
    assert.equal(isMidMerge(treeOf(repository)), true, verb);
    git(repository, verb, "--abort");
  }
  assert.equal(isMidMerge(treeOf(repository)), false);
});

// A `.git` that points where nothing points back: the directory is in no work tree, and borrows nobody's memories.

test("a `.git` file that lies is ignored", (t) => {
  const base = freshDir(t);
  const victim = makeRepository(join(base, "victim"));
  git(victim, "worktree", "add", "--quiet", join(base, "linked"), "-b", "topic");
  mkdirSync(join(base, "liar/plain"), { recursive: true });
  const lies: Readonly<Record<string, string | Buffer>> = {
    "another repository": `gitdir: ${join(victim, ".git")}\n`,
    "another linked work tree": `gitdir: ${join(victim, ".git/worktrees/linked")}\n`,
    nothing: `gitdir: ${join(base, "nowhere")}\n`,
    "a directory without a back-link": "gitdir: plain\n",
    itself: "gitdir: .git\n",
    "a path below itself": "gitdir: .git/worktrees/x\n",
    "an endless device": "gitdir: /dev/zero\n",
    "a path with a NUL": `gitdir: ${victim}\0/.git\n`,
    "a path that is too long for any disk": `gitdir: ${"a".repeat(3_000)}\n`,
    "no pointer": "hello\n",
    "an empty pointer": "gitdir: \n",
    "a huge text": `gitdir: ${join(victim, ".git")}\n${"x".repeat(1_000_000)}`,
    "bytes that are no text": Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a]),
  };
  for (const [what, content] of Object.entries(lies)) {
    writeFileSync(join(base, "liar/.git"), content);
    assert.equal(findWorkTree(join(base, "liar")), null, what);
  }
});

test("a git directory of one's own making cannot claim the repository of another", (t) => {
  const base = freshDir(t);
  const victim = makeRepository(join(base, "victim"));
  const liar = join(base, "liar");
  mkdirSync(join(liar, "own"), { recursive: true });
  writeFileSync(join(liar, ".git"), "gitdir: own\n");
  writeFileSync(join(liar, "own/gitdir"), "../.git\n");
  writeFileSync(join(liar, "own/commondir"), `${join(victim, ".git")}\n`);
  assert.equal(findWorkTree(liar), null);
});

test("a `.git` that is a link, a FIFO or an empty directory is no repository", (t) => {
  const base = freshDir(t);
  const victim = makeRepository(join(base, "victim"));
  for (const name of ["linked", "piped", "empty"]) mkdirSync(join(base, name));
  symlinkSync(join(victim, ".git"), join(base, "linked/.git"));
  execFileSync("mkfifo", [join(base, "piped/.git")]);
  mkdirSync(join(base, "empty/.git"));
  for (const name of ["linked", "piped", "empty"]) assert.equal(findWorkTree(join(base, name)), null, name);
});

test("a copied submodule does not count as the one it was copied from", (t) => {
  const base = freshDir(t);
  const outer = makeRepository(join(base, "outer"));
  git(outer, "submodule", "--quiet", "add", makeRepository(join(base, "library")), "lib");
  cpSync(join(outer, "lib"), join(base, "copy"), { recursive: true });
  writeFileSync(join(base, "copy/.git"), `gitdir: ${join(outer, ".git/modules/lib")}\n`);
  assert.equal(findWorkTree(join(base, "copy")), null);
});
