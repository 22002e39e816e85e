import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isIgnored, recordRename } from "../../src/git/record-rename.ts";
import { git, makeRepository } from "../fixture/git-repository.ts";
import { freshDir } from "../temp-dir.ts";

/** A repository with one committed file, `a/one.md`. */
function repositoryWithFile(t: TestContext, name = "repo"): string {
  const top = makeRepository(join(freshDir(t), name));
  for (const directory of ["a", "b"]) mkdirSync(join(top, directory));
  writeFileSync(join(top, "a/one.md"), "first line\nsecond line\nthird line\n");
  git(top, "add", "--all");
  git(top, "commit", "--quiet", "--message=Add");
  return top;
}

function status(top: string): string {
  return git(top, "status", "--porcelain");
}

test("a tracked file that moved is a rename in the index, and nothing is committed", (t) => {
  const top = repositoryWithFile(t);
  const head = git(top, "rev-parse", "HEAD");
  renameSync(join(top, "a/one.md"), join(top, "b/one.md"));
  assert.equal(recordRename({ top, from: "a/one.md", to: "b/one.md" }), true);
  assert.equal(status(top), "R  a/one.md -> b/one.md\n");
  assert.equal(git(top, "rev-parse", "HEAD"), head);
});

test("what changed in the file on its way stays unstaged", (t) => {
  const top = repositoryWithFile(t);
  renameSync(join(top, "a/one.md"), join(top, "b/one.md"));
  writeFileSync(join(top, "b/one.md"), "first line\nsecond line\nthird line\nfourth line\n");
  recordRename({ top, from: "a/one.md", to: "b/one.md" });
  assert.equal(status(top), "RM a/one.md -> b/one.md\n");
});

test("other changes, staged or not, stay as they were", (t) => {
  const top = repositoryWithFile(t);
  writeFileSync(join(top, "staged"), "x");
  git(top, "add", "staged");
  writeFileSync(join(top, "untracked"), "x");
  renameSync(join(top, "a/one.md"), join(top, "b/one.md"));
  recordRename({ top, from: "a/one.md", to: "b/one.md" });
  assert.equal(status(top), "R  a/one.md -> b/one.md\nA  staged\n?? untracked\n");
});

test("there and back again leaves nothing to commit", (t) => {
  const top = repositoryWithFile(t);
  for (const [from, to] of [
    ["a/one.md", "b/one.md"],
    ["b/one.md", "a/one.md"],
  ] as const) {
    renameSync(join(top, from), join(top, to));
    assert.equal(recordRename({ top, from, to }), true);
  }
  assert.equal(status(top), "");
});

test("a file that was only added keeps being added, under its new name", (t) => {
  const top = repositoryWithFile(t);
  writeFileSync(join(top, "a/two.md"), "new");
  git(top, "add", "a/two.md");
  renameSync(join(top, "a/two.md"), join(top, "b/two.md"));
  recordRename({ top, from: "a/two.md", to: "b/two.md" });
  assert.equal(status(top), "A  b/two.md\n");
});

test("an untracked or ignored file is a plain rename that git learns nothing of", (t) => {
  const top = repositoryWithFile(t);
  writeFileSync(join(top, ".git/info/exclude"), "ignored.md\n");
  for (const name of ["untracked.md", "ignored.md"]) {
    writeFileSync(join(top, "a", name), "x");
    renameSync(join(top, "a", name), join(top, "b", name));
    assert.equal(recordRename({ top, from: `a/${name}`, to: `b/${name}` }), false);
  }
  assert.equal(git(top, "status", "--porcelain", "--untracked-files=all"), "?? b/untracked.md\n");
});

test("an executable bit, spaces, quotes and other scripts in a path survive", (t) => {
  const top = repositoryWithFile(t, 'a "strange" näme 日本');
  const name = 'with "quotes" and ünïcode.md';
  writeFileSync(join(top, "a", name), "x");
  chmodSync(join(top, "a", name), 0o755);
  git(top, "add", "--all");
  git(top, "commit", "--quiet", "--message=Add");
  renameSync(join(top, "a", name), join(top, "b", name));
  assert.equal(recordRename({ top, from: `a/${name}`, to: `b/${name}` }), true);
  assert.equal(git(top, "diff", "--name-status", "--cached", "-z", "-M"), `R100\0a/${name}\0b/${name}\0`);
  assert.equal(git(top, "diff", "--name-only"), "");
});

test("a busy index, a file in conflict, a missing repository or a missing git lose the convenience only", (t) => {
  const top = repositoryWithFile(t);
  writeFileSync(join(top, ".git/index.lock"), "");
  assert.equal(recordRename({ top, from: "a/one.md", to: "b/one.md" }), false);
  assert.equal(recordRename({ top: freshDir(t), from: "a/one.md", to: "b/one.md" }), false);
  // Where the directory is not there, no program can be started in it: the same failure as a missing program.
  assert.equal(recordRename({ top: join(top, "none"), from: "a/one.md", to: "b/one.md" }), false);
  assert.equal(isIgnored(join(top, "none"), "a"), false);
});

test("in a repository with a filter that cannot be switched off, the rename is not recorded", (t) => {
  const top = repositoryWithFile(t);
  const trace = join(top, ".git/trace");
  git(top, "config", "filter.a=b.clean", `touch '${trace}'; cat`);
  writeFileSync(join(top, ".git/info/attributes"), "* filter=a=b\n");
  utimesSync(join(top, ".git/index"), 1, 1);
  renameSync(join(top, "a/one.md"), join(top, "b/one.md"));
  assert.equal(recordRename({ top, from: "a/one.md", to: "b/one.md" }), false);
  assert.equal(existsSync(trace), false);
});

test("a path is ignored by the files of the repository, tracked or not", (t) => {
  const top = repositoryWithFile(t);
  assert.equal(isIgnored(top, "a"), false);
  writeFileSync(join(top, ".gitignore"), "/a/\n");
  assert.equal(isIgnored(top, "a"), true);
  assert.equal(isIgnored(top, join(top, "a")), true);
  assert.equal(isIgnored(top, "b"), false);
});
