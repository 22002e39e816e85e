// Roots that lead out of their tree: PATH_ERROR, and nothing is made behind a link.

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findProjectRoot, placeProjectRoot } from "../../src/store/find-root.ts";
import { makeRoot } from "../../src/store/root-files.ts";
import { makeRepository } from "../fixture/git-repository.ts";
import { freshDir } from "../temp-dir.ts";
import { makeRootIn } from "./root-in.ts";

const PATH_ERROR = { name: "CredenceError", code: "PATH_ERROR", exit: 1 };

for (const inGit of [true, false]) {
  const where = inGit ? "work tree" : "directory outside of git";
  test(`a \`.claude\` or \`.claude/memory\` that leads out of its ${where} is refused`, (t) => {
    const base = freshDir(t);
    makeRootIn(join(base, "elsewhere"));
    for (const [name, link, target] of [
      ["a", ".claude", "elsewhere/.claude"],
      ["b", ".claude/memory", "elsewhere/.claude/memory"],
    ] as const) {
      const top = inGit ? makeRepository(join(base, name)) : join(base, name);
      mkdirSync(join(top, link, ".."), { recursive: true });
      symlinkSync(join(base, target), join(top, link));
      assert.throws(() => findProjectRoot(top), PATH_ERROR);
      assert.throws(() => placeProjectRoot(top), PATH_ERROR);
    }
  });

  test(`init makes no root behind a link that leads out of a ${where}`, (t) => {
    const base = freshDir(t);
    mkdirSync(join(base, "elsewhere"));
    for (const [name, link] of [
      ["a", ".claude"],
      ["b", ".claude/memory"],
    ] as const) {
      const top = inGit ? makeRepository(join(base, name)) : join(base, name);
      mkdirSync(join(top, link, ".."), { recursive: true });
      symlinkSync(join(base, "elsewhere"), join(top, link));
      assert.equal(findProjectRoot(top), null);
      assert.throws(() => placeProjectRoot(top), PATH_ERROR);
    }
    assert.deepEqual(readdirSync(join(base, "elsewhere")), []);
  });
}

test("a `.claude` that leads nowhere, in circles or to a file is refused by init", (t) => {
  const base = freshDir(t);
  for (const [name, target] of [
    ["nowhere", "absent"],
    ["circle", ".claude"],
  ] as const) {
    const top = makeRepository(join(base, name));
    symlinkSync(target, join(top, ".claude"));
    assert.equal(findProjectRoot(top), null, name);
    assert.throws(() => makeRoot(placeProjectRoot(top)), PATH_ERROR, name);
  }
  const top = makeRepository(join(base, "file"));
  writeFileSync(join(top, ".claude"), "a file\n");
  assert.equal(findProjectRoot(top), null);
  assert.throws(() => makeRoot(placeProjectRoot(top)), PATH_ERROR);
});

test("a `.claude` that is a link within its work tree is resolved", (t) => {
  const top = makeRepository(join(freshDir(t), "repo"));
  mkdirSync(join(top, "config"));
  symlinkSync("config", join(top, ".claude"));
  assert.equal(placeProjectRoot(top).path, join(top, "config/memory"));
  makeRoot(placeProjectRoot(top));
  assert.equal(findProjectRoot(top)?.path, join(top, "config/memory"));
});
