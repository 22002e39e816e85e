// The roots about a project: a personal one follows its person to a second machine, and a shared one, which travels with its
// repository, is looked at where a pull has changed it.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listPersonLines } from "../../src/app/session/start-notices.ts";
import { openWorkspace } from "../../src/app/workspace/workspace.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { initRepository } from "../fixture/git-repository.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import { expectDone, scratchProject } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";
import { bareRepository, gitIn, type Machine, newMachine, PERSON, tipOf } from "./machines.ts";

/** A machine with a clone of the project, and a person's own root about it. */
async function machineWithProject(owner: Owner, name: string): Promise<Machine & { readonly own: string }> {
  const machine = newMachine(owner, name);
  initRepository(machine.top);
  await machine.done(["init", "--private"]);
  const personal = join(machine.root, "projects");
  const [directory = ""] = readdirSync(personal).filter((each) => !each.startsWith("."));
  return { ...machine, own: join(personal, directory) };
}

const saveArgs = (id: string): string[] => [
  ...["save", "--scope", "project", "--type", "project", "--id", id, "--name", id],
  ...["--description", `About ${id}`, "--body", `What everybody should know about ${id}, at some length.`],
];

const idIn = (root: string): string => JSON.parse(readFileSync(join(root, "root.json"), "utf8")).root;

test("a personal root that is empty becomes the one that the first machine has sent, and keeps its repository", async (t) => {
  const remote = bareRepository(t);
  const [first, second] = [await machineWithProject(t, "first"), await machineWithProject(t, "second")];
  await first.done(saveArgs("project_one"));
  await first.done(["sync", "--scope", "project", "--remote", remote, PERSON]);
  assert.notEqual(idIn(second.own), idIn(first.own));
  const before = JSON.parse(readFileSync(join(second.own, "root.json"), "utf8"));
  const dry = await second.done(["sync", "--scope", "project", "--dry-run", "--remote", remote, PERSON]);
  assert.match(dry.stdout, /1 taken/);
  assert.deepEqual(JSON.parse(readFileSync(join(second.own, "root.json"), "utf8")), before);
  const begun = await second.done(["sync", "--scope", "project", "--remote", remote, PERSON]);
  assert.match(begun.stdout, /1 taken/);
  assert.deepEqual(JSON.parse(readFileSync(join(second.own, "root.json"), "utf8")), {
    ...before,
    root: idIn(first.own),
  });
  assert.ok(existsSync(join(second.own, "memories/project_one.md")));
  await second.done(saveArgs("project_two"));
  assert.equal((await second.call(["sync", "--scope", "project"])).exit, 0);
  assert.equal((await first.call(["sync", "--scope", "project"])).exit, 0);
  assert.ok(existsSync(join(first.own, "memories/project_two.md")));
  assert.deepEqual(tipOf(remote), ["README.md", "root.json"]);
});

test("a personal root with memories of its own is not joined with another one", async (t) => {
  const remote = bareRepository(t);
  const [first, second] = [await machineWithProject(t, "first"), await machineWithProject(t, "second")];
  for (const machine of [first, second]) await machine.done(saveArgs(`project_${machine.name}`));
  await first.done(["sync", "--scope", "project", "--remote", remote, PERSON]);
  const id = idIn(second.own);
  const refused = await second.call(["sync", "--scope", "project", "--remote", remote, PERSON]);
  assert.equal(refused.exit, 6);
  assert.match(refused.stderr, /belongs to another root/);
  assert.equal(idIn(second.own), id);
});

test("a remote cannot give a personal root the id of another root of this machine", async (t) => {
  const remote = bareRepository(t);
  const victim = await machineWithProject(t, "victim");
  const work = join(remote, "..", "work");
  gitIn(undefined, "init", "--quiet", "--initial-branch=main", work);
  const give = (root: string): void => {
    writeFileSync(join(work, "root.json"), `{"format":"credence/1","root":"${root}"}\n`);
    gitIn(work, "add", "-A");
    gitIn(work, "commit", "--quiet", "-m", "x");
    gitIn(work, "push", "--quiet", remote, "main");
  };
  const shared = join(victim.project.base, "shared");
  const personal = join(victim.project.base, "personal");
  for (const top of [shared, personal]) initRepository(top);
  await victim.done(["init", "--share", PERSON], { cwd: shared });
  await victim.done(["init", "--private"], { cwd: personal });
  for (const cwd of [shared, personal]) await victim.done(["list"], { cwd });
  const projects = join(victim.root, "projects");
  const [name = ""] = readdirSync(projects).filter((each) => each.startsWith("personal"));
  const known = [join(shared, ".claude/memory"), join(projects, name), victim.root];
  const before = readFileSync(join(victim.own, "root.json"), "utf8");
  for (const root of known) {
    give(idIn(root));
    if (root === known[0]) rmSync(join(root, "root.json"));
    const { exit, stderr } = await victim.call(["sync", "--scope", "project", "--remote", remote, PERSON]);
    assert.equal(exit, 6, `${root} ${stderr}`);
    assert.match(stderr, /error: REMOTE_FAILED: the remote gives .* the id of another root of this machine/m);
    assert.doesNotMatch(stderr, /credence init/);
    assert.equal(readFileSync(join(victim.own, "root.json"), "utf8"), before);
  }
});

test("in a shared root sync looks at what changed since the last look, and puts what fails into quarantine", async (t) => {
  const project = scratchProject(t);
  const call = inProcess(project);
  expectDone(await call(saveArgs("project_good")));
  const sync = ["sync", "--scope", "project"];
  const clean = expectDone(await call(sync));
  assert.match(clean.stdout, /nothing fails validation/);
  // As a pull would bring them.
  const text = readFileSync(join(project.root, "memories/project_good.md"), "utf8");
  const put = (id: string, more: string): void =>
    writeFileSync(join(project.root, `memories/${id}.md`), `${text.replaceAll("project_good", id)}${more}`);
  put("project_leaky", `The token is ${SAMPLE_SECRET} here.\n`);
  put("project_stranger", "");
  const dry = await call([...sync, "--dry-run"]);
  assert.equal(dry.exit, 2);
  assert.ok(existsSync(join(project.root, "memories/project_leaky.md")));
  const { exit, stdout } = await call(sync);
  assert.equal(exit, 2, stdout);
  assert.match(stdout, /1 in quarantine: failed validation\n {4}project_leaky: SECRET-DETECTED: /);
  assert.match(stdout, /1 waits for you: credence review/);
  assert.ok(!stdout.includes(SAMPLE_SECRET));
  assert.ok(existsSync(join(project.root, "quarantine/project_leaky.md")));
  assert.ok(readdirSync(join(project.root, "attest/project_leaky")).length > 0);
  assert.equal((await call(sync)).exit, 0);
  assert.match((await call([...sync, "--remote", "/srv/x.git", PERSON])).stderr, /^error: NO_ROOT: /);
});

test("an approved memory of a shared root that a commit takes out of use is named by sync and at the start of a session", async (t) => {
  const project = scratchProject(t);
  const call = inProcess(project);
  const ids = ["project_retired", "project_moved", "project_archived", "project_gone", "project_kept"];
  for (const id of ids)
    expectDone(await call([...saveArgs(id).with(-1, `Only ${id} says what ${id.repeat(3)} is.`), PERSON]));
  const sync = ["sync", "--scope", "project"];
  assert.match(expectDone(await call(sync)).stdout, /nothing fails validation/);
  const pathOf = (id: string): string => join(project.root, `memories/${id}.md`);
  // As a pull would bring them.
  const mark = (id: string, status: string): void =>
    writeFileSync(
      pathOf(id),
      readFileSync(pathOf(id), "utf8").replace("\n---\n", `\nstatus: ${status}\n---\n`),
    );
  mark("project_retired", "retired");
  mark("project_archived", "archived");
  mkdirSync(join(project.root, "quarantine"), { recursive: true });
  renameSync(pathOf("project_moved"), join(project.root, "quarantine/project_moved.md"));
  rmSync(pathOf("project_gone"));
  for (const round of [1, 2]) {
    const { exit, stdout } = await call(sync);
    assert.equal(exit, 2, `${round}: ${stdout}`);
    assert.match(stdout, /4 approved, and taken out of use by the repository: credence review\n/);
    for (const id of ids.slice(0, 4)) assert.match(stdout, new RegExp(`^ {4}${id}: .`, "m"));
    assert.doesNotMatch(stdout, /project_kept/);
  }
  const presence = { kind: "nobody", why: "there is no terminal" } as const;
  const places = { cwd: project.top, home: project.home, env: project.env, state: null, cache: null };
  const workspace = openWorkspace({ ...places, root: null, scope: null, presence, now: Date.now() });
  const lines = listPersonLines(workspace).join("\n");
  workspace.close();
  assert.match(
    lines,
    /^3 memories approved, and taken out of use by the repository, which nobody you trust signed: project_/m,
  );
  assert.match(lines, /^1 memory approved, and no file here: project_gone/m);
});

test("where a shared root is the only one, sync says how it travels, and never to name a remote for it", async (t) => {
  const call = inProcess(scratchProject(t));
  const { exit, stderr } = await call(["sync"]);
  assert.equal(exit, 1);
  assert.match(
    stderr,
    /^error: NO_REMOTE: \S+ travels with its repository[\s\S]*\nhint: credence sync --scope project /,
  );
});
