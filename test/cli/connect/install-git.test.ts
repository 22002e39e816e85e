// What git starts for memories in a clone: installed beside whatever is there, and taken out to the byte.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { GIT_ENV, git } from "../../fixture/git-repository.ts";
import { readTree } from "../../fixture/tree.ts";
import { freshDir, type Owner } from "../../temp-dir.ts";
import { builtScript, type ConnectProject, connectProject } from "./connect-project.ts";

const ID = "project_alpha";
const MEMORY = `.claude/memory/memories/${ID}.md`;

async function clone(owner: Owner): Promise<ConnectProject> {
  const project = connectProject(owner, await builtScript());
  writeFileSync(join(project.top, "notes.txt"), "begin\n");
  await save(project, ID);
  commit(project, "Begin");
  return project;
}

async function save(project: ConnectProject, id: string): Promise<void> {
  const body = `What everybody should know about ${id}.`;
  const words = ["--name", id, "--description", "About it", "--body", body];
  const { exit, stderr } = await project.call(["save", "--type", "project", "--id", id, ...words]);
  assert.equal(exit, 0, stderr);
}

function commit({ top }: ConnectProject, message: string): void {
  git(top, "add", "--all");
  git(top, "commit", "--quiet", `--message=${message}`);
}

/** The same with what it says. */
function tryGit(
  { top }: ConnectProject,
  ...args: string[]
): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: top, encoding: "utf8", env: GIT_ENV });
  return { status, said: `${stdout}${stderr}` };
}

async function install(project: ConnectProject, cwd = project.top): Promise<string> {
  const { exit, stdout, stderr } = await project.call(["install", "git"], { cwd });
  assert.equal(exit, 0, stderr);
  return stdout;
}

/** Says how often the program was started, from then on. */
function countStarts({ state, base }: ConnectProject): () => number {
  const [launcher, log] = [join(state, "launch"), join(base, "starts")];
  const real = readFileSync(launcher, "utf8").replace("#!/bin/sh\n", `#!/bin/sh\necho x >> '${log}'\n`);
  writeFileSync(launcher, real);
  return () => (existsSync(log) ? readFileSync(log, "utf8").length / 2 : 0);
}

test("a commit is stopped by what is staged, not by what the file says, and one without memories starts nothing", async (t) => {
  const project = await clone(t);
  await install(project);
  const starts = countStarts(project);
  writeFileSync(join(project.top, "notes.txt"), "more\n");
  commit(project, "No memory");
  assert.equal(starts(), 0);
  const file = join(project.top, MEMORY);
  const good = readFileSync(file, "utf8");
  const secret = `AKIA${"QRSTUVWX".repeat(2)}`;
  writeFileSync(file, `${good}The key is ${secret}.\n`);
  git(project.top, "add", MEMORY);
  writeFileSync(file, good);
  const stopped = tryGit(project, "commit", "--quiet", "--message=Leak");
  assert.equal(stopped.status, 1, stopped.said);
  assert.match(
    stopped.said,
    new RegExp(`^credence: ${MEMORY.replaceAll(".", "\\.")}: SECRET-DETECTED: line \\d+: `, "m"),
  );
  assert.match(stopped.said, /^credence: the commit is stopped: correct these, stage them, commit again$/m);
  assert.doesNotMatch(stopped.said, new RegExp(secret));
  assert.equal(starts(), 1);
  // Staged well, it is committed, whatever the file says by now; and by an index of its own, too.
  git(project.top, "reset", "--quiet");
  writeFileSync(file, good.replace("should know", "ought to know"));
  git(project.top, "add", MEMORY);
  writeFileSync(file, "spoilt\n");
  git(project.top, "commit", "--quiet", "--message=Well");
  assert.throws(() => git(project.top, "commit", "--quiet", "--message=Spoilt", "--", MEMORY));
});

test("memories are merged by the driver, one line says what came and waits, and without the program git works as it does without it", async (t) => {
  const project = await clone(t);
  await install(project);
  const file = join(project.top, MEMORY);
  const change = (words: string): void => {
    writeFileSync(file, readFileSync(file, "utf8").replace(/^What .*$/m, `${words} about ${ID}, at length.`));
    commit(project, words);
  };
  writeFileSync(join(project.top, ".gitattributes"), "*.md merge=credence\n");
  commit(project, "Attributes");
  git(project.top, "checkout", "--quiet", "-b", "topic");
  await save(project, "project_topic");
  change("The topic speaks");
  git(project.top, "checkout", "--quiet", "main");
  change("The trunk speaks");
  const launcher = join(project.state, "launch");
  renameSync(launcher, `${launcher}-away`);
  assert.throws(() => git(project.top, "merge", "--no-edit", "topic"));
  assert.match(
    readFileSync(file, "utf8"),
    /^<<<<<<< ours\nThe trunk speaks .*\n=======\nThe topic speaks .*\n>>>>>>> theirs$/m,
  );
  git(project.top, "merge", "--abort");
  renameSync(`${launcher}-away`, launcher);
  const merged = tryGit(project, "merge", "--no-edit", "topic");
  assert.equal(merged.status, 0, merged.said);
  const both = /^credence: both sides changed the words of project_alpha, and both texts are kept$/m;
  assert.match(merged.said, both);
  assert.match(
    merged.said,
    /^credence: 2 memories wait for a look: credence review; a merge kept a second text that is not in git yet, project_alpha_other_[0-9a-f]{16}\.md: git add \.claude\/memory\/memories$/m,
  );
});

test("a pull that rebases says what came, too", async (t) => {
  const project = await clone(t);
  await install(project);
  git(project.top, "checkout", "--quiet", "-b", "theirs");
  const text = readFileSync(join(project.top, MEMORY), "utf8");
  writeFileSync(join(project.top, MEMORY.replace(ID, "project_beta")), text.replaceAll(ID, "project_beta"));
  commit(project, "Theirs");
  git(project.top, "checkout", "--quiet", "main");
  writeFileSync(join(project.top, "notes.txt"), "ours\n");
  commit(project, "Ours");
  const { status, said } = tryGit(project, "pull", "--rebase", ".", "theirs");
  assert.equal(status, 0, said);
  assert.match(said, /^credence: 1 memory waits for a look: credence review$/m);
});

const OWN_HOOK = "#!/usr/bin/env bash\nset -e\nexit 0";

test("uninstall leaves a clone as it was, to the byte, with hooks and settings of the person's own", async (t) => {
  const project = await clone(t);
  const directory = join(project.top, ".git");
  const config = join(directory, "config");
  // Without a line end, as some editors leave it.
  writeFileSync(config, readFileSync(config, "utf8").trimEnd());
  writeFileSync(join(directory, "hooks/pre-commit"), OWN_HOOK);
  chmodSync(join(directory, "hooks/pre-commit"), 0o700);
  const before = { config: readFileSync(config, "utf8"), hooks: readTree(join(directory, "hooks")) };
  await install(project);
  const installed = readTree(join(directory, "hooks"));
  assert.match(
    readFileSync(join(directory, "hooks/pre-commit"), "utf8"),
    /^#!\/usr\/bin\/env bash\n# >>> credence >>> [\s\S]*# <<< credence <<<\nset -e\nexit 0$/,
  );
  assert.equal(statSync(join(directory, "hooks/pre-commit")).mode & 0o777, 0o700);
  assert.equal(statSync(join(directory, "hooks/post-merge")).mode & 0o777, 0o755);
  assert.match(await install(project), /^this clone has it all already$/m);
  assert.deepEqual(readTree(join(directory, "hooks")), installed);
  await project.call(["uninstall", "git"]);
  assert.equal(readFileSync(config, "utf8"), before.config);
  assert.deepEqual(readTree(join(directory, "hooks")), before.hooks);
  // What somebody changed since stays, too.
  await install(project);
  git(project.top, "config", "user.name", "Ana");
  writeFileSync(
    join(directory, "hooks/pre-commit"),
    `${readFileSync(join(directory, "hooks/pre-commit"), "utf8")}\n# more\n`,
  );
  await project.call(["uninstall", "git"]);
  assert.equal(readFileSync(join(directory, "hooks/pre-commit"), "utf8"), `${OWN_HOOK}\n# more\n`);
  assert.doesNotMatch(readFileSync(config, "utf8"), /credence/);
  assert.equal(git(project.top, "config", "user.name"), "Ana\n");
  assert.equal(existsSync(join(directory, "hooks/post-merge")), false);
});

test("hooks that another tool writes, scripts in other languages and hooks elsewhere are left, with the line to add", async (t) => {
  const project = await clone(t);
  const hooks = join(project.top, ".git/hooks");
  const texts = {
    "pre-commit": "#!/bin/sh\n# lefthook\ncall_lefthook run pre-commit\n",
    "post-merge": "#!/usr/bin/env python3\nprint('merged')\n",
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(hooks, name), text);
  const said = await install(project);
  for (const [name, text] of Object.entries(texts)) {
    assert.equal(readFileSync(join(hooks, name), "utf8"), text);
    assert.ok(
      said.includes(
        `left ${join(hooks, name)}: it is not a shell script of your own; to have it, add: credence git-hook ${name}\n`,
      ),
      said,
    );
  }
  await project.call(["uninstall", "git"]);
  git(project.top, "config", "core.hooksPath", ".husky/_");
  const before = readTree(hooks);
  assert.match(
    await install(project),
    /^left \.husky\/_\/pre-commit: core\.hooksPath says that hooks are there; to have it, add: credence git-hook pre-commit$/m,
  );
  assert.deepEqual(readTree(hooks), before);
  assert.match(git(project.top, "config", "merge.credence.driver"), /merge-file %O %A %B %P;/);
});

test("all work trees of a clone share it, a dry run writes nothing, and outside a clone it is refused", async (t) => {
  const project = await clone(t);
  const other = join(project.base, "other");
  git(project.top, "worktree", "add", "--quiet", other);
  const before = readTree(join(project.top, ".git"));
  const dry = await project.call(["install", "git", "--dry-run"], { cwd: other });
  assert.match(dry.stdout, /^would write our part of .*\/\.git\/config$/m);
  assert.deepEqual(readTree(join(project.top, ".git")), before);
  await install(project, other);
  assert.match(git(project.top, "config", "merge.credence.name"), /memories/);
  assert.ok(existsSync(join(project.top, ".git/hooks/pre-commit")));
  const outside = await project.call(["install", "git"], { cwd: freshDir(t) });
  assert.match(outside.stderr, /^error: PATH_ERROR: this is no work tree of git\n/);
});

test("uninstall without a name takes it out of every clone", async (t) => {
  const project = await clone(t);
  const second = join(project.base, "second");
  git(project.base, "clone", "--quiet", project.top, second);
  const configs = [project.top, second].map((top) => join(top, ".git/config"));
  const before = configs.map((path) => readFileSync(path, "utf8"));
  await install(project);
  await install(project, second);
  assert.equal((await project.call(["uninstall"])).exit, 0);
  assert.deepEqual(
    configs.map((path) => readFileSync(path, "utf8")),
    before,
  );
  assert.equal(existsSync(join(project.state, "launch")), false);
});
