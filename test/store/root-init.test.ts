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
const ALONE = "only you have it: git does not see it; credence init --share makes one for the team\n";

test("plain init makes a root in the person's home, and a second init changes nothing", async (t) => {
  const project = scratchProject(t, { state: "none" });
  const call = inProcess(project);
  const cwd = join(project.top, "src/deep");
  mkdirSync(cwd, { recursive: true });
  const first = await call(["init"], { cwd });
  assert.equal(first.exit, 0);
  const [, path = ""] =
    /^created a personal memory root at (\S+\/home\/\.claude\/claude-memory\/projects\/project-[0-9a-f]{12})\n/.exec(
      first.stdout,
    ) ?? [];
  assert.deepEqual([first.stdout.endsWith(ALONE), first.stderr], [true, ""]);
  const file = readFileSync(join(path, "root.json"), "utf8");
  assert.deepEqual(Object.keys(JSON.parse(file)), ["format", "root", "repository"]);
  assert.equal(JSON.parse(file).repository.path, join(project.top, ".git"));
  assert.equal(existsSync(join(project.top, ".claude")), false);
  const second = await call(["init"], { cwd });
  assert.equal(second.stdout, `there already is a personal memory root at ${path}\n`);
  assert.equal(readFileSync(join(path, "root.json"), "utf8"), file);
});

test("init --share makes the root at the top of the work tree, and a second init changes nothing", async (t) => {
  const project = scratchProject(t, { state: "none" });
  const call = inProcess(project);
  const cwd = join(project.top, "src/deep");
  mkdirSync(cwd, { recursive: true });
  const first = await call(["init", "--share"], { cwd, answers: [] });
  assert.deepEqual(first, {
    exit: 0,
    stdout: `created a memory root at ${project.root}\nwrote README.md and .gitattributes for whoever reads it in the repository\nnext: credence team join puts your card beside them; then commit and push .claude/memory\n`,
    stderr: "",
  });
  assert.match(
    readFileSync(join(project.root, "root.json"), "utf8"),
    /^\{"format":"credence\/1","root":"[0-9a-f]{32}"\}\n$/,
  );
  assert.equal(
    readFileSync(join(project.root, ".gitignore"), "utf8"),
    "index.md\n.index.lockdir/\narchive/\n*.tmp\n",
  );
  const before = readFileSync(join(project.root, "root.json"), "utf8");
  for (const args of [["init"], ["init", "--share"]]) {
    const second = await call(args, { cwd, answers: [] });
    assert.equal(second.stdout, `there already is a memory root at ${project.root}\n`);
  }
  assert.equal(readFileSync(join(project.root, "root.json"), "utf8"), before);
  assert.equal(existsSync(project.userRoot), false);
});

test("outside git there is nothing to publish to, and init makes the root here", async (t) => {
  const project = scratchProject(t, { state: "none", inGit: false });
  const { stdout } = await inProcess(project)(["init"]);
  assert.equal(stdout, `created a memory root at ${project.root}\n`);
});

test("a project's root is as open as its sources, a person's own is theirs alone", async (t) => {
  const project = scratchProject(t, { state: "none" });
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const call = inProcess(project);
  await call(["init", "--share"], { answers: [] });
  await call(["init", "--private"]);
  await call(["init", "--scope", "user"]);
  const modeOf = (path: string): number => statSync(path).mode & 0o777;
  assert.equal(modeOf(join(project.root, "memories")), 0o755);
  assert.equal(modeOf(join(project.root, "root.json")), 0o644);
  const projects = join(project.userRoot, "projects");
  const [name = ""] = readdirSync(projects).filter((each) => each.startsWith("project-"));
  for (const own of [project.userRoot, join(projects, name)]) {
    assert.equal(modeOf(join(own, "memories")), 0o700);
    assert.equal(modeOf(join(own, "root.json")), 0o600);
  }
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

test("a shared root that git ignores is said to be at risk, whoever ignores it", async (t) => {
  for (const pattern of [".claude/", ".claude/memory", "*"]) {
    const project = scratchProject(t, { state: "none" });
    writeFileSync(join(project.top, ".gitignore"), `${pattern}\n`);
    const { stdout } = await inProcess(project)(["init", "--share"], { answers: [] });
    assert.ok(stdout.includes(IGNORED), pattern);
    const doctor = await inProcess(project)(["doctor"]);
    assert.equal(doctor.exit, 1);
    assert.match(
      doctor.stdout,
      /^\[W\] ignored: git ignores \.claude\/memory\/, and overwrites or removes ignored files without a word: credence init --private moves it into your home$/m,
      pattern,
    );
  }
  const project = scratchProject(t, { state: "none" });
  const { stdout } = await inProcess(project)(["init", "--share"], { answers: [] });
  assert.equal(stdout.includes(IGNORED), false);
});

test("a shared root that git ignores although it tracks files of it is named, and not called at risk", async (t) => {
  const project = scratchProject(t, { state: "none" });
  const call = inProcess(project);
  await call(["init", "--share"], { answers: [] });
  project.git("add", "--all");
  writeFileSync(join(project.top, ".gitignore"), ".claude/\n");
  const { stdout } = await call(["doctor"]);
  assert.match(stdout, /^\[i\] ignored: git ignores \.claude\/memory\/: /m);
  assert.doesNotMatch(stdout, /^\[W\] ignored/m);
});

test("init in a linked work tree joins the root of the main one", async (t) => {
  const project = scratchProject(t, { state: "none", inGit: false });
  const call = inProcess(project);
  const main = makeRepository(join(project.base, "main"));
  const linked = join(project.base, "linked");
  git(main, "worktree", "add", "--quiet", linked, "-b", "topic");
  await call(["init", "--share"], { cwd: main, answers: [] });
  for (const args of [["init"], ["init", "--share"]]) {
    const { stdout } = await call(args, { cwd: linked, answers: [] });
    assert.equal(stdout, `there already is a memory root at ${join(main, ".claude/memory")}\n`);
  }
  assert.equal(existsSync(join(linked, ".claude")), false);
});

test("init --share behind a link out of the tree is refused and makes nothing", async (t) => {
  const project = scratchProject(t, { state: "none" });
  mkdirSync(join(project.base, "elsewhere"));
  symlinkSync("../elsewhere", join(project.top, ".claude"));
  const { exit, stdout, stderr } = await inProcess(project)(["init", "--share"], { answers: [] });
  assert.equal(exit, 1);
  assert.equal(stdout, "");
  assert.match(
    stderr,
    /^error: PATH_ERROR: .* leads out of its work tree\nhint: make \.claude\/memory a regular/,
  );
  assert.equal(existsSync(join(project.base, "elsewhere/memory")), false);
});

test("in a read-only checkout init makes a personal root, and in a read-only home it is refused", (t) => {
  const project = scratchProject(t, { state: "none" });
  for (const directory of [project.home, project.credenceHome]) giveTo(NOBODY, directory);
  chmodSync(project.base, 0o755);
  const made = project.run(["init"], { uid: NOBODY });
  assert.equal(made.exit, 0, made.stderr);
  assert.equal(existsSync(join(project.top, ".claude")), false);

  const other = scratchProject(t, { state: "none" });
  giveTo(NOBODY, other.credenceHome);
  chmodSync(other.base, 0o755);
  chmodSync(other.home, 0o755);
  const refused = other.run(["init"], { uid: NOBODY });
  assert.equal(refused.exit, 1);
  assert.match(refused.stderr, /^error: READ_ONLY: \S+projects cannot be written\nhint: /);
  assert.deepEqual(readdirSync(other.home), []);
});

test("contradictions are usage errors and make nothing", async (t) => {
  const project = scratchProject(t, { state: "none" });
  for (const args of [
    ["--share", "--private"],
    ["--share", "--never"],
    ["--with-inferred"],
    ["--share", "--scope", "user"],
  ]) {
    const { exit } = await inProcess(project)(["init", ...args], { answers: [] });
    assert.equal(exit, 64, args.join(" "));
  }
  assert.deepEqual([readdirSync(project.home), readdirSync(project.credenceHome)], [[], []]);
});
