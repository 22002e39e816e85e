// A `.git` that points where nothing points back: the directory is in no work tree, and borrows nobody's memories.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { findWorkTree } from "../../src/store/work-tree.ts";
import { git, makeRepository } from "../fixture/git-repository.ts";
import { freshDir } from "../temp-dir.ts";

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
