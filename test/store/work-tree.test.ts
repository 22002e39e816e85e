import assert from "node:assert/strict";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
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
