// A shared root in the hands of git: what stands follows from the files and statements of the work tree, and from what this machine has
// seen; and reading changes no file.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { commitAll, listStandings } from "../fixture/branches.ts";
import { putCard } from "../fixture/card.ts";
import { git } from "../fixture/git-repository.ts";
import { type InitProject, initProject } from "../fixture/init-project.ts";
import { freshDir, type Owner } from "../temp-dir.ts";

const ID = "project_alpha";
const PERSON = "--as-test-person";
const MEMORIES = ".claude/memory/memories";
const APPROVED = `${ID} verified: approved by you on 2026-05-01`;
const SUPERSEDED = `${ID} foreign: changed back to a text that a later approval replaced`;

type Version = 1 | 3;
const VERSIONS = [1, 3] as const;

/** Whoever is alone writes statements of version 1, and a team whose cards say that they are read those of version 3. */
function eachVersion(name: string, run: (t: Owner, version: Version) => Promise<void>): void {
  for (const version of VERSIONS) test(`${name} (version ${version})`, (t) => run(t, version));
}

type Begun = { readonly version: Version; readonly more?: readonly string[] };

/** One memory, on main. */
async function begun(t: Owner, { version, more = [PERSON] }: Begun): Promise<InitProject> {
  const project = await initProject(t);
  if (version === 3) putCard(project);
  await project.save(ID, { more });
  commitAll(project);
  return project;
}

async function onBranch(project: InitProject, work: () => Promise<unknown>): Promise<void> {
  git(project.top, "checkout", "--quiet", "-b", "topic");
  await work();
  commitAll(project);
  git(project.top, "checkout", "--quiet", "main");
}

const say = (project: InitProject, words: string, ...more: readonly string[]) =>
  project.done(["update", ID, "--body", `${words}, and that at some length.`, ...more]);

/** Whoever looks, in every way there is, leaves the files as git has them. */
async function expectNoDiff(project: InitProject): Promise<void> {
  for (const command of ["list", "status", "doctor", "review"]) await project.call([command, "--json"]);
  await project.call(["recall", "--prompt", "what does alpha say at some length"]);
  assert.equal(git(project.top, "status", "--porcelain"), "");
}

eachVersion(
  "a checkout of an older branch brings no replaced text back, and the newer one stands as it stood",
  async (t, version) => {
    const project = await begun(t, { version });
    await onBranch(project, () => say(project, "Otherwise by now", PERSON));
    assert.deepEqual(await listStandings(project), [SUPERSEDED]);
    await expectNoDiff(project);
    git(project.top, "checkout", "--quiet", "topic");
    assert.deepEqual(await listStandings(project), [APPROVED]);
    await expectNoDiff(project);
  },
);

eachVersion("a text that only a machine replaced is advice on an older branch", async (t, version) => {
  const project = await begun(t, { version, more: [] });
  await onBranch(project, () => say(project, "Otherwise by now"));
  assert.deepEqual(await listStandings(project), [`${ID} inferred: written here`]);
});

eachVersion(
  "git rm of a memory leaves no memory, whatever is said of it, and git brings it back as it stood",
  async (t, version) => {
    const project = await begun(t, { version });
    git(project.top, "rm", "--quiet", `${MEMORIES}/${ID}.md`);
    assert.deepEqual(await listStandings(project), []);
    git(project.top, "reset", "--quiet", "--hard");
    assert.deepEqual(await listStandings(project), [APPROVED]);
  },
);

eachVersion("git rm of a statement ends an approval, and lifts nothing", async (t, version) => {
  const project = await begun(t, { version });
  git(project.top, "rm", "--quiet", "-r", ".claude/memory/attest");
  assert.deepEqual(await listStandings(project), [
    `${ID} foreign: history rolled back: the approval by you on 2026-05-01 is gone`,
  ]);
  git(project.top, "reset", "--quiet", "--hard");
  await project.done(["retire", ID, "--reason", "over", PERSON]);
  git(project.top, "stash", "--quiet", "--include-untracked");
  assert.deepEqual(await listStandings(project), [`${ID} retired: retired by you on 2026-05-01`]);
});

eachVersion(
  "git revert of an approval leaves what a machine wrote, and says that the approval is gone",
  async (t, version) => {
    const project = await begun(t, { version, more: [] });
    const later = { now: "2026-05-20T12:00:00Z" };
    await project.done(["promote", ID, PERSON], later);
    commitAll(project);
    assert.deepEqual(await listStandings(project), [`${ID} verified: approved by you on 2026-05-20`]);
    git(project.top, "revert", "--no-edit", "HEAD");
    assert.deepEqual(await listStandings(project), [
      `${ID} inferred: history rolled back: the approval by you on 2026-05-20 is gone`,
    ]);
    await expectNoDiff(project);
  },
);

eachVersion("a pull request that is fetched and not merged changes nothing", async (t, version) => {
  const project = await begun(t, { version });
  git(project.base, "clone", "--quiet", project.top, "theirs");
  const there = {
    cwd: join(project.base, "theirs"),
    env: { CREDENCE_HOME: join(project.base, "their-machine") },
  };
  await project.done(["init", "--test-state"], there);
  await project.done(["update", ID, "--body", "Their own words, at some length.", PERSON], there);
  git(there.cwd, "add", "--all");
  git(there.cwd, "commit", "--quiet", "--message=Theirs");
  git(project.top, "fetch", "--quiet", there.cwd, "main:refs/pull/1");
  assert.deepEqual(await listStandings(project), [APPROVED]);
  await expectNoDiff(project);
});

eachVersion(
  "a sparse checkout takes approvals away like anything that is not there, and gives them back",
  async (t, version) => {
    const project = await begun(t, { version });
    const sparse = (...paths: string[]) =>
      git(project.top, "sparse-checkout", "set", "--no-cone", "/*", ...paths);
    sparse("!/.claude/memory/attest/");
    assert.match((await listStandings(project)).join(), /foreign: history rolled back/);
    sparse(`!/${MEMORIES}/`);
    assert.deepEqual(await listStandings(project), []);
    git(project.top, "sparse-checkout", "disable");
    assert.deepEqual(await listStandings(project), [APPROVED]);
    await expectNoDiff(project);
  },
);

eachVersion("what git merges line by line is a text that nobody signed", async (t, version) => {
  const project = await begun(t, { version });
  const change = ["update", ID, PERSON] as const;
  await onBranch(project, () => project.done([...change, "--description", "As the topic says"]));
  const lines = "Otherwise by now.\n\nAnd this at the very end, at some length.";
  await project.done([...change, "--body", lines]);
  commitAll(project);
  git(project.top, "merge", "--quiet", "--no-edit", "-X", "ours", "topic");
  const text = readFileSync(join(project.top, MEMORIES, `${ID}.md`), "utf8");
  assert.match(text, /^description: As the topic says$/m);
  assert.match(text, /at the very end/);
  assert.match((await listStandings(project)).join(), /^project_alpha foreign: changed since approval/);
});

/** Two approvals of two texts, by two machines of one person of which neither has seen the other's. */
async function forked(t: Owner, version: Version): Promise<InitProject> {
  const project = await begun(t, { version });
  const kept = join(freshDir(t), "state");
  execFileSync("cp", ["-a", project.state, kept]);
  await onBranch(project, () => say(project, "As the topic has it", PERSON));
  rmSync(project.state, { recursive: true });
  execFileSync("cp", ["-a", kept, project.state]);
  await say(project, "As we have it at home", PERSON);
  commitAll(project);
  return project;
}

const merge = (project: InitProject) => git(project.top, "merge", "--quiet", "--no-edit", "topic");

eachVersion(
  "a person's resolution of a conflict is a text that nobody has signed yet; one of the two stands as it stood",
  async (t, version) => {
    const project = await forked(t, version);
    assert.throws(() => merge(project));
    const file = join(project.top, MEMORIES, `${ID}.md`);
    const conflict = readFileSync(file, "utf8");
    assert.match((await listStandings(project)).join(), /^project_alpha quarantined: conflict markers/);
    writeFileSync(file, conflict.replaceAll(/^(?:<<<<<<<|=======|>>>>>>>).*\n/gm, ""));
    assert.match((await listStandings(project)).join(), /^project_alpha foreign: changed since approval/);
    git(project.top, "checkout", "--quiet", "--theirs", file);
    commitAll(project);
    assert.deepEqual(await listStandings(project), [APPROVED]);
  },
);

eachVersion("in two worktrees each has what its own files and statements say", async (t, version) => {
  const project = await begun(t, { version });
  await onBranch(project, () => project.save("project_topic", { more: [PERSON] }));
  const linked = join(project.base, "linked");
  git(project.top, "worktree", "add", "--quiet", linked, "topic");
  const there = await project.call(["list", "--json"], { cwd: linked });
  const ids = JSON.parse(there.stdout).map(({ id, standing }: Record<string, string>) => `${id} ${standing}`);
  assert.deepEqual(ids, [`${ID} verified`, "project_topic verified"]);
  assert.deepEqual(await listStandings(project), [APPROVED]);
  assert.equal(git(linked, "status", "--porcelain"), "");
});
