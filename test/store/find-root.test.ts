import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findProjectRoot, placeProjectRoot, placeUserRoot } from "../../src/store/find-root.ts";
import { git, makeRepository } from "../fixture/git-repository.ts";
import { freshDir } from "../temp-dir.ts";
import { makeRootIn } from "./root-in.ts";

/** Makes a project root in a directory, as init does. */
function foundFrom(cwd: string): string | null {
  return findProjectRoot(cwd)?.path ?? null;
}

test("a project root is found from every directory of its work tree", (t) => {
  const top = makeRepository(join(freshDir(t), "repo"));
  const root = makeRootIn(top);
  mkdirSync(join(top, "src/deep"), { recursive: true });
  for (const cwd of [top, join(top, "src/deep"), join(top, ".claude"), join(root, "memories")]) {
    assert.equal(foundFrom(cwd), root, cwd);
  }
});

test("the root nearest to the directory is the one that is meant", (t) => {
  const top = makeRepository(join(freshDir(t), "repo"));
  makeRootIn(top);
  const nearest = makeRootIn(join(top, "packages/a"));
  mkdirSync(join(top, "packages/a/src"));
  assert.equal(foundFrom(join(top, "packages/a/src")), nearest);
  assert.equal(foundFrom(join(top, "packages")), join(top, ".claude/memory"));
});

test("the search ends at the top of the work tree, so a nested repository does not borrow", (t) => {
  const outer = makeRepository(join(freshDir(t), "outer"));
  makeRootIn(outer);
  const inner = makeRepository(join(outer, "inner"));
  assert.equal(foundFrom(inner), null);
  assert.equal(placeProjectRoot(inner).path, join(inner, ".claude/memory"));
});

test("outside of git a root counts only in the directory itself", (t) => {
  const directory = freshDir(t);
  const root = makeRootIn(directory);
  mkdirSync(join(directory, "below"));
  assert.equal(foundFrom(directory), root);
  assert.equal(foundFrom(join(directory, "below")), null);
  assert.equal(findProjectRoot(directory)?.workTree, null);
});

test("a directory without root.json is no root", (t) => {
  const top = makeRepository(join(freshDir(t), "repo"));
  mkdirSync(join(top, ".claude/memory/memories"), { recursive: true });
  assert.equal(foundFrom(top), null);
});

test("a linked work tree uses its own root where it has one, else the main one's", (t) => {
  const base = freshDir(t);
  const main = makeRepository(join(base, "main"));
  const linked = join(base, "linked");
  git(main, "worktree", "add", "--quiet", linked, "-b", "topic");
  assert.equal(foundFrom(linked), null);
  const root = makeRootIn(main);
  assert.equal(foundFrom(linked), root);
  assert.equal(findProjectRoot(linked)?.workTree?.top, main);
  const own = makeRootIn(linked);
  assert.equal(foundFrom(linked), own);
});

test("in a bare repository the first work tree that has a root lends it to the others", (t) => {
  const base = freshDir(t);
  git(base, "clone", "--quiet", "--bare", makeRepository(join(base, "seed")), "bare.git");
  for (const name of ["a", "b", "c"]) {
    git(join(base, "bare.git"), "worktree", "add", "--quiet", join(base, name), "-b", name);
  }
  assert.equal(foundFrom(join(base, "a")), null);
  makeRootIn(join(base, "c"));
  assert.equal(foundFrom(join(base, "a")), join(base, "c/.claude/memory"));
  makeRootIn(join(base, "b"));
  assert.equal(foundFrom(join(base, "a")), join(base, "b/.claude/memory"));
  assert.equal(foundFrom(join(base, "c")), join(base, "c/.claude/memory"));
});

test("a submodule has a root of its own or none", (t) => {
  const base = freshDir(t);
  const outer = makeRepository(join(base, "outer"));
  makeRootIn(outer);
  git(outer, "submodule", "--quiet", "add", makeRepository(join(base, "library")), "lib");
  assert.equal(foundFrom(join(outer, "lib")), null);
  const own = makeRootIn(join(outer, "lib"));
  assert.equal(foundFrom(join(outer, "lib")), own);
});

test("a directory with a `.git` file that lies does not borrow the memories of the repository it names", (t) => {
  const base = freshDir(t);
  const victim = makeRepository(join(base, "victim"));
  makeRootIn(victim);
  mkdirSync(join(base, "liar"));
  writeFileSync(join(base, "liar/.git"), `gitdir: ${join(victim, ".git")}\n`);
  assert.equal(foundFrom(join(base, "liar")), null);
});

test("a working directory reached through a link is the directory it leads to", (t) => {
  const base = freshDir(t);
  const top = makeRepository(join(base, "repo"));
  const root = makeRootIn(top);
  mkdirSync(join(top, "src"));
  symlinkSync(join(top, "src"), join(base, "shortcut"));
  symlinkSync(top, join(base, "tree"));
  assert.equal(foundFrom(join(base, "shortcut")), root);
  assert.equal(foundFrom(join(base, "tree/src")), root);
});

test("the user root is in the client's directory, which may be a link", (t) => {
  const base = freshDir(t);
  mkdirSync(join(base, "dotfiles/claude-memory"), { recursive: true });
  symlinkSync(join(base, "dotfiles"), join(base, ".claude"));
  assert.deepEqual(placeUserRoot(join(base, ".claude")), {
    kind: "user",
    scope: "user",
    path: join(base, "dotfiles/claude-memory"),
    shown: "~/.claude/claude-memory/",
    workTree: null,
    project: null,
  });
  assert.equal(placeUserRoot(join(base, "none")).path, join(base, "none/claude-memory"));
});
