import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ensurePrivate, markTestState, openStateDirectory } from "../../src/store/state-directory.ts";
import { git, makeRepository } from "../fixture/git-repository.ts";
import { NOBODY } from "../fixture/scratch-project.ts";
import { freshDir } from "../temp-dir.ts";

function refusal(why: RegExp): object {
  return { name: "CredenceError", code: "STATE_REFUSED", exit: 1, message: why };
}

test("a state directory is made private, with the ones above it, whatever the umask", (t) => {
  const base = freshDir(t);
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const path = join(base, "share/credence");
  assert.deepEqual(openStateDirectory(path), { path, isTest: false });
  assert.equal(statSync(path).mode & 0o777, 0o700);
  assert.equal(statSync(ensurePrivate(join(path, "keys"))).mode & 0o777, 0o700);
});

test("a state directory that is open to others is refused, and not silently closed", (t) => {
  const path = join(freshDir(t), "state");
  mkdirSync(path);
  for (const mode of [0o755, 0o750, 0o705, 0o770, 0o701, 0o720]) {
    chmodSync(path, mode);
    assert.throws(() => openStateDirectory(path), refusal(/is open to other users$/));
    assert.equal(statSync(path).mode & 0o777, mode);
  }
});

test("a state directory of another user is refused", (t) => {
  const path = join(freshDir(t), "state");
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, NOBODY, NOBODY);
  assert.throws(() => openStateDirectory(path), refusal(/belongs to another user$/));
});

test("a state directory that is a file, or lies below one, or leads nowhere is refused", (t) => {
  const base = freshDir(t);
  writeFileSync(join(base, "file"), "");
  symlinkSync(join(base, "nowhere/at/all"), join(base, "dangling"));
  symlinkSync("circle", join(base, "circle"));
  for (const name of ["file", "file/below", "dangling", "circle"]) {
    assert.throws(() => openStateDirectory(join(base, name)), refusal(/is not a directory$/), name);
  }
  assert.deepEqual(readdirSync(base).sort(), ["circle", "dangling", "file"]);
});

test("a link is judged by where it leads", (t) => {
  const base = freshDir(t);
  const repository = makeRepository(join(base, "repo"));
  for (const [name, mode] of [
    ["open", 0o755],
    ["private", 0o700],
    ["repo/state", 0o700],
  ] as const) {
    mkdirSync(join(base, name), { mode });
  }
  symlinkSync(join(base, "open"), join(base, "to-open"));
  symlinkSync(join(repository, "state"), join(base, "to-tree"));
  symlinkSync(join(base, "private"), join(repository, "to-private"));
  assert.throws(() => openStateDirectory(join(base, "to-open")), refusal(/open to other users/));
  assert.throws(() => openStateDirectory(join(base, "to-tree")), refusal(/inside a work tree/));
  assert.equal(openStateDirectory(join(repository, "to-private")).path, join(base, "private"));
});

test("a state directory inside a work tree is refused and not made", (t) => {
  const base = freshDir(t);
  const main = makeRepository(join(base, "main"));
  git(main, "worktree", "add", "--quiet", join(base, "linked"), "-b", "topic");
  git(main, "submodule", "--quiet", "add", makeRepository(join(base, "library")), "lib");
  git(base, "init", "--quiet", "--separate-git-dir", join(base, "apart"), join(base, "separate"));
  mkdirSync(join(base, "symbolic"));
  symlinkSync(join(main, ".git"), join(base, "symbolic/.git"));
  for (const tree of ["main", "linked", "main/lib", "separate", "symbolic"]) {
    const path = join(base, tree, "deep/er/state");
    assert.throws(() => openStateDirectory(path), refusal(/is inside a work tree$/), tree);
    assert.equal(existsSync(join(base, tree, "deep")), false, tree);
  }
});

test("a new state becomes a test state, and stays one", (t) => {
  const path = join(freshDir(t), "state");
  assert.deepEqual(markTestState(path), { path, isTest: true });
  assert.deepEqual(openStateDirectory(path), { path, isTest: true });
  ensurePrivate(join(path, "keys"));
  assert.deepEqual(markTestState(path), { path, isTest: true });
});

test("a state that holds keys cannot become a test state", (t) => {
  const path = join(freshDir(t), "state");
  ensurePrivate(join(openStateDirectory(path).path, "keys"));
  assert.throws(() => markTestState(path), refusal(/is in use/));
  assert.deepEqual(openStateDirectory(path), { path, isTest: false });
});
