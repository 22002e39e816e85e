import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
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

/** A home that is a work tree with some files in it, and the usual place of machine state there. */
function homeInGit(home: string, ...options: string[]): { readonly home: string; readonly state: string } {
  mkdirSync(join(home, ".config"), { recursive: true });
  git(home, "init", "--quiet", ...options);
  for (const name of [".bashrc", ".local-notes", ".config/git", ".zshrc"])
    writeFileSync(join(home, name), "x\n");
  git(home, "add", ".");
  return { home, state: join(home, ".local/state/credence") };
}

function track(home: string, ...names: string[]): void {
  for (const name of names) {
    mkdirSync(join(home, name, ".."), { recursive: true });
    writeFileSync(join(home, name), "{}\n");
  }
  git(home, "add", "--force", ...names);
}

test("in a home under git, or below such a tree, the usual places are free while git tracks nothing in them", (t) => {
  const base = freshDir(t);
  const above = join(base, "above");
  homeInGit(above);
  const homes = [
    homeInGit(join(base, "plain")),
    homeInGit(join(base, "sha256"), "--object-format=sha256"),
    homeInGit(join(base, "apart"), `--separate-git-dir=${join(base, "apart.git")}`),
    { home: join(above, "user"), state: join(above, "user/.local/state/credence") },
  ];
  const fresh = join(base, "fresh");
  mkdirSync(fresh);
  git(fresh, "init", "--quiet");
  for (const { home, state } of [...homes, { home: fresh, state: join(fresh, ".cache/credence") }]) {
    assert.equal(openStateDirectory(state, home).path, state);
    assert.equal(statSync(state).mode & 0o777, 0o700);
    for (const other of [".local/state/other", "credence/state", ".credence", ".local/state/credence/deeper"])
      assert.throws(
        () => openStateDirectory(join(home, other), home),
        refusal(/is inside a work tree$/),
        other,
      );
    // The same place while the account's home is another.
    assert.throws(() => openStateDirectory(state, base), refusal(/is inside a work tree$/));
    chmodSync(state, 0o750);
    assert.throws(() => openStateDirectory(state, home), refusal(/is open to other users$/));
  }
});

test("a home under git that brings a state along is refused it, however git keeps its index", (t) => {
  const base = freshDir(t);
  const names = [".local/state/credence/keys/machine.json", ".local/state/credence/signers.json"];
  const ways: Readonly<Record<string, (home: string) => void>> = {
    version2: () => undefined,
    version3: (home) => void git(home, "update-index", "--skip-worktree", ".bashrc"),
    version4: (home) => void git(home, "update-index", "--index-version", "4"),
    split: (home) => void git(home, "update-index", "--split-index"),
    damaged: (home) => writeFileSync(join(home, ".git/index"), "DIRC noise"),
    cut: (home) => {
      const index = join(home, ".git/index");
      writeFileSync(index, readFileSync(index).subarray(0, -40));
    },
  };
  for (const [way, change] of Object.entries(ways)) {
    const { home, state } = homeInGit(join(base, way));
    track(home, ...names);
    change(home);
    chmodSync(state, 0o700);
    assert.throws(() => openStateDirectory(state, home), refusal(/is inside a work tree$/), way);
  }
  const linked = homeInGit(join(base, "linked"));
  symlinkSync("state", join(linked.home, ".local"));
  git(linked.home, "add", ".local");
  git(linked.home, "rm", "--quiet", "--cached", ".bashrc");
  symlinkSync(join(base, "elsewhere"), join(linked.home, "state"));
  assert.throws(
    () => openStateDirectory(linked.state, linked.home),
    refusal(/is not a directory|inside a work tree/),
  );
});

test("a clone in a home under git offers no state, by force or by claiming to begin at home", (t) => {
  const { home, state } = homeInGit(join(freshDir(t), "home"));
  const clone = makeRepository(join(home, "src/clone"));
  writeFileSync(join(clone, ".gitignore"), "hidden/\n");
  const names = ["hidden/.local/state/credence/config.json", ".local/state/credence/config.json"];
  track(clone, ...names);
  git(clone, "config", "core.worktree", home);
  for (const name of names) {
    const offered = join(clone, name, "..");
    chmodSync(offered, 0o700);
    assert.throws(() => openStateDirectory(offered, home), refusal(/is inside a work tree$/));
  }
  assert.equal(openStateDirectory(state, home).path, state);
  // A repository between home and the state is not the home's.
  makeRepository(join(home, ".local"));
  assert.throws(() => openStateDirectory(state, home), refusal(/is inside a work tree$/));
});

test("a path that is too long for the database is refused by its length, and nothing is made", (t) => {
  const base = freshDir(t);
  const path = join(base, ...Array.from({ length: 4 }, () => "x".repeat(150)));
  assert.throws(() => openStateDirectory(path), refusal(/has a path of \d{3} bytes, more than 480$/));
  assert.deepEqual(readdirSync(base), []);
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
