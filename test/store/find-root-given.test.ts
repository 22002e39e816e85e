// A root that a caller names: it is that root, or a PATH_ERROR with the fix, and never a guess.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { placeUserRoot, type RootPlace, resolveGivenRoot } from "../../src/store/find-root.ts";
import { makeRoot } from "../../src/store/root-files.ts";
import { makeRepository } from "../fixture/git-repository.ts";
import { freshDir } from "../temp-dir.ts";
import { makeRootIn } from "./root-in.ts";

const PATH_ERROR = { name: "CredenceError", code: "PATH_ERROR", exit: 1 };

function userRootIn(base: string): RootPlace {
  return placeUserRoot(join(base, "home/.claude"));
}

test("S1.2: a given path that names no root is refused with the fix and never guessed", (t) => {
  const base = freshDir(t);
  const top = makeRepository(join(base, "repo"));
  makeRootIn(top);
  mkdirSync(join(top, "notes/decisions"), { recursive: true });
  symlinkSync(join(top, ".claude/memory"), join(base, "shortcut"));
  for (const given of [
    "",
    ".",
    "notes/decisions/project_x.md",
    "/etc/passwd",
    "../../../etc/passwd",
    ".claude/memory/../../etc/passwd",
    ".claude/memories",
    ".claude/memory.bak",
    "x.claude/memory",
    ".claude",
    join(base, "shortcut"),
    join(base, "home/.claude/claude-memory-2"),
  ]) {
    assert.throws(
      () => resolveGivenRoot(top, given, userRootIn(base)),
      {
        ...PATH_ERROR,
        hint: "give a path inside .claude/memory/, or the directory itself: --root .claude/memory",
      },
      given,
    );
  }
  assert.equal(existsSync(join(top, "notes/root.json")), false);
});

test("S1.2: a given path with the marker but without a root is refused too", (t) => {
  const base = freshDir(t);
  const top = makeRepository(join(base, "repo"));
  for (const given of [
    ".claude/memory",
    "elsewhere/.claude/memory/memories/project_x.md",
    `${"a/".repeat(3_000)}.claude/memory`,
    `${"a".repeat(300)}/.claude/memory`,
    "with\0nul/.claude/memory",
    join(base, "home/.claude/claude-memory"),
  ]) {
    assert.throws(() => resolveGivenRoot(top, given, userRootIn(base)), PATH_ERROR, given);
  }
});

test("a given root, or a path inside it, is that root from anywhere", (t) => {
  const base = freshDir(t);
  const top = makeRepository(join(base, "repo"));
  const root = makeRootIn(top);
  for (const given of [
    root,
    `${root}/`,
    join(root, "memories/project_x.md"),
    join(root, "no/such/file.md"),
    "repo/.claude/memory",
    "repo/src/../.claude/memory",
  ]) {
    const place = resolveGivenRoot(base, given, userRootIn(base));
    assert.equal(place.path, root, given);
    assert.equal(place.workTree?.top, top, given);
  }
});

test("a given root that is a link out of its tree is refused", (t) => {
  const base = freshDir(t);
  const root = makeRootIn(makeRepository(join(base, "victim")));
  const top = makeRepository(join(base, "repo"));
  mkdirSync(join(top, ".claude"));
  symlinkSync(root, join(top, ".claude/memory"));
  assert.throws(() => resolveGivenRoot(top, ".claude/memory", userRootIn(base)), PATH_ERROR);
});

test("a root inside a tree that is reached through a link is found by either name", (t) => {
  const base = freshDir(t);
  const root = makeRootIn(makeRepository(join(base, "real")));
  symlinkSync(join(base, "real"), join(base, "alias"));
  assert.equal(resolveGivenRoot(base, "alias/.claude/memory", userRootIn(base)).path, root);
});

test("the user root is known by its own path and by one that leads through a link", (t) => {
  const base = freshDir(t);
  mkdirSync(join(base, "dotfiles"));
  mkdirSync(join(base, "home"));
  symlinkSync(join(base, "dotfiles"), join(base, "home/.claude"));
  makeRoot(userRootIn(base));
  const user = userRootIn(base);
  assert.equal(realpathSync(user.path), join(base, "dotfiles/claude-memory"));
  for (const given of [
    join(base, "home/.claude/claude-memory"),
    join(base, "dotfiles/claude-memory"),
    join(base, "home/.claude/claude-memory/memories/user_x.md"),
  ]) {
    assert.equal(resolveGivenRoot(base, given, user).scope, "user", given);
  }
});
