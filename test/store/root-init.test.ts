// Where init makes a root, and what it says about it.

import assert from "node:assert/strict";
import {
  chmodSync,
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
import { inProcess } from "../fixture/command-in-process.ts";
import { git, makeRepository } from "../fixture/git-repository.ts";
import { giveTo, NOBODY, scratchProject } from "../fixture/scratch-project.ts";

const IGNORED = "git ignores it: its memories stay on this machine\n";

test("init makes the root at the top of the work tree, and a second init changes nothing", async (t) => {
  const project = scratchProject(t, { state: "none" });
  const call = inProcess(project);
  const cwd = join(project.top, "src/deep");
  mkdirSync(cwd, { recursive: true });
  const first = await call(["init"], { cwd });
  assert.deepEqual(first, {
    exit: 0,
    stdout: `created a memory root at ${project.root}\n`,
    stderr: "",
  });
  assert.match(readFileSync(join(project.root, "root.json"), "utf8"), /^\{"v":1,"root":"[0-9a-f]{32}"\}\n$/);
  assert.equal(
    readFileSync(join(project.root, ".gitignore"), "utf8"),
    "index.md\n.index.lockdir/\narchive/\n*.tmp\n",
  );
  const before = readFileSync(join(project.root, "root.json"), "utf8");
  const second = await call(["init"], { cwd });
  assert.equal(second.stdout, `there already is a memory root at ${project.root}\n`);
  assert.equal(readFileSync(join(project.root, "root.json"), "utf8"), before);
});

test("a project's root is as open as its sources, a person's own is theirs alone", async (t) => {
  const project = scratchProject(t, { state: "none" });
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const call = inProcess(project);
  await call(["init"]);
  await call(["init", "--scope", "user"]);
  const modeOf = (path: string): number => statSync(path).mode & 0o777;
  assert.equal(modeOf(join(project.root, "memories")), 0o755);
  assert.equal(modeOf(join(project.root, "root.json")), 0o644);
  assert.equal(modeOf(join(project.userRoot, "memories")), 0o700);
  assert.equal(modeOf(join(project.userRoot, "root.json")), 0o600);
});

test("CLAUDE_CONFIG_DIR moves the user root, also as a relative path", async (t) => {
  const project = scratchProject(t, { state: "none" });
  const call = inProcess(project);
  for (const given of [join(project.base, "absolute"), "../relative"]) {
    const { exit } = await call(["init", "--scope", "user"], { env: { CLAUDE_CONFIG_DIR: given } });
    assert.equal(exit, 0);
  }
  assert.ok(existsSync(join(project.base, "absolute/claude-memory/root.json")));
  assert.ok(existsSync(join(project.base, "relative/claude-memory/root.json")));
  assert.equal(existsSync(project.userRoot), false);
});

test("init says that git ignores the root, whoever ignores it", async (t) => {
  for (const pattern of [".claude/", ".claude/memory", "*"]) {
    const project = scratchProject(t, { state: "none" });
    writeFileSync(join(project.top, ".gitignore"), `${pattern}\n`);
    const { stdout } = await inProcess(project)(["init"]);
    assert.ok(stdout.endsWith(IGNORED), pattern);
    const doctor = await inProcess(project)(["doctor"]);
    assert.match(
      doctor.stdout,
      /^\[i\] person-key: [^\n]+\n\[i\] ignored: git ignores \.claude\/memory\/\n/,
      pattern,
    );
  }
  const project = scratchProject(t, { state: "none" });
  assert.equal((await inProcess(project)(["init"])).stdout.includes(IGNORED), false);
});

test("--private writes one line into the repository's own exclude file, once", async (t) => {
  const project = scratchProject(t, { state: "none" });
  const call = inProcess(project);
  const exclude = join(project.top, ".git/info/exclude");
  writeFileSync(exclude, "*.log");
  assert.ok((await call(["init", "--private"])).stdout.endsWith(IGNORED));
  await call(["init", "--private"]);
  assert.equal(readFileSync(exclude, "utf8"), "*.log\n/.claude/memory/\n");
  assert.equal(project.git("status", "--porcelain"), "");
});

test("--private in a linked work tree excludes the root in all of them", async (t) => {
  const project = scratchProject(t, { state: "none", inGit: false });
  const main = makeRepository(join(project.base, "main"));
  const linked = join(project.base, "linked");
  git(main, "worktree", "add", "--quiet", linked, "-b", "topic");
  const { stdout } = await inProcess(project)(["init", "--private"], { cwd: linked });
  assert.ok(stdout.startsWith(`created a memory root at ${join(linked, ".claude/memory")}\n`));
  assert.equal(git(linked, "status", "--porcelain"), "");
});

test("init in a linked work tree joins the root of the main one", async (t) => {
  const project = scratchProject(t, { state: "none", inGit: false });
  const call = inProcess(project);
  const main = makeRepository(join(project.base, "main"));
  const linked = join(project.base, "linked");
  git(main, "worktree", "add", "--quiet", linked, "-b", "topic");
  await call(["init"], { cwd: main });
  const { stdout } = await call(["init"], { cwd: linked });
  assert.equal(stdout, `there already is a memory root at ${join(main, ".claude/memory")}\n`);
  assert.equal(existsSync(join(linked, ".claude")), false);
});

test("init behind a link out of the tree is refused and makes nothing", async (t) => {
  const project = scratchProject(t, { state: "none" });
  mkdirSync(join(project.base, "elsewhere"));
  symlinkSync("../elsewhere", join(project.top, ".claude"));
  const { exit, stdout, stderr } = await inProcess(project)(["init"]);
  assert.equal(exit, 1);
  assert.equal(stdout, "");
  assert.match(
    stderr,
    /^error: PATH_ERROR: .* leads out of its work tree\nhint: make \.claude\/memory a regular/,
  );
  assert.equal(existsSync(join(project.base, "elsewhere/memory")), false);
});

test("in a read-only checkout init and --private are refused with READ_ONLY and make nothing", (t) => {
  const project = scratchProject(t, { state: "none" });
  for (const directory of [project.home, project.credenceHome]) giveTo(NOBODY, directory);
  chmodSync(project.base, 0o755);
  const made = project.run(["init"], { uid: NOBODY });
  assert.equal(made.exit, 1);
  assert.match(made.stderr, /^error: READ_ONLY: /);
  assert.equal(existsSync(join(project.top, ".claude")), false);

  mkdirSync(join(project.top, ".claude"));
  giveTo(NOBODY, join(project.top, ".claude"));
  const excluded = project.run(["init", "--private"], { uid: NOBODY });
  assert.equal(excluded.exit, 1);
  assert.match(excluded.stderr, /^error: READ_ONLY: .*exclude cannot be written\n/);
  assert.deepEqual(readdirSync(join(project.top, ".claude")), []);
});
