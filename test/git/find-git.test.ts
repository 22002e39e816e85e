import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { recordGit } from "../../src/app/clients/find-program.ts";
import { gitFileIn, noteGitOf } from "../../src/app/workspace/note-git.ts";
import { findGit, noteGit } from "../../src/git/find-git.ts";
import { makeStore } from "../../src/git/object-store.ts";
import { plumb } from "../../src/git/plumbing.ts";
import { runGit } from "../../src/git/run-git.ts";
import { askHeads, type Remote } from "../../src/git/transport.ts";
import { freshDir, type Owner } from "../temp-dir.ts";

const OF_TESTS = findGit();
afterEach(() => noteGit("/nowhere"));

/** A git that leaves a mark, and does what the real one does. */
function writeGit(directory: string): { readonly path: string; readonly mark: string } {
  mkdirSync(directory, { recursive: true });
  const [path, mark] = [join(directory, "git"), join(directory, "started")];
  writeFileSync(path, `#!/bin/sh\necho "$@" >> "${mark}"\nexec ${OF_TESTS} "$@"\n`);
  chmodSync(path, 0o700);
  return { path, mark };
}

function prepare(owner: Owner) {
  const dir = freshDir(owner);
  const remote = join(dir, "remote.git");
  runGit(dir, ["init", "--bare", "--quiet", remote]);
  const limits = { bytesMax: 1e9, objectsMax: 1e6, idleMs: 20_000, totalMs: 20_000 };
  const env = { HOME: dir, PATH: `${join(dir, "repo/bin")}:/usr/bin:/bin` };
  const asked: Remote = { kind: "file", url: remote, env, limits, onWait: () => undefined };
  const note = (path: string): void => {
    writeFileSync(gitFileIn(dir), `${path}\n`);
    noteGitOf(dir);
  };
  return { dir, asked, note, store: makeStore(join(dir, "store"), join(dir, "fresh")) };
}

test("the first git of a PATH is not the one that a sync starts", async (t) => {
  const { dir, asked, store } = prepare(t);
  const { mark } = writeGit(join(dir, "repo/bin"));
  assert.equal((await askHeads(store, asked)).kind, "found");
  assert.equal(existsSync(mark), false);
});

test("every call starts the git that setup noted, also what serves a remote of this machine", async (t) => {
  const { dir, asked, note, store } = prepare(t);
  const { path, mark } = writeGit(join(dir, "it's mine"));
  note(path);
  assert.equal((await askHeads(store, asked)).kind, "found");
  plumb(store, ["rev-parse", "--git-dir"]);
  runGit(dir, ["status"]);
  const started = readFileSync(mark, "utf8");
  for (const word of ["ls-remote", "upload-pack", "rev-parse", "status"])
    assert.match(started, new RegExp(word));
});

test("where the noted git is gone, sync says which it was and what helps", async (t) => {
  const { note, asked, store } = prepare(t);
  note("/opt/gone/bin/git");
  const answer = await askHeads(store, asked);
  assert.equal(
    answer.kind === "failed" && answer.why,
    "git is gone from where setup found it: /opt/gone/bin/git",
  );
  assert.throws(() => plumb(store, ["rev-parse"]), {
    code: "NOT_READABLE",
    hint: /credence install at a terminal/,
  });
  assert.equal(runGit("/", ["status"]).ok, false);
});

test("setup notes the person's git by its whole path, and none of the work tree that it stands in", (t) => {
  const dir = freshDir(t);
  const repo = join(dir, "repo");
  runGit(dir, ["init", "--quiet", repo]);
  writeGit(join(repo, "bin"));
  const { path } = writeGit(join(dir, "own"));
  const env = { PATH: `bin:${join(repo, "bin")}:${join(dir, "own")}:/usr/bin` };
  const state = join(dir, "state");
  recordGit(state, { cwd: repo, home: dir, env });
  assert.equal(readFileSync(gitFileIn(state), "utf8"), `${path}\n`);
  noteGitOf(state);
  assert.equal(findGit(), path);
});
