// One root id at two places: which is a copy, and what a copy may do.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { git } from "../fixture/git-repository.ts";
import { type InitProject, initProject } from "../fixture/init-project.ts";

async function standingOf(project: InitProject, id: string, cwd: string): Promise<string> {
  const { stdout } = await project.done(["show", id, "--json"], { cwd });
  const { standing, reason, body } = JSON.parse(stdout);
  return `${standing}: ${reason}${body === null ? "" : " (shown)"}`;
}

function commitAll(top: string): void {
  git(top, "add", "--all");
  git(top, "commit", "--quiet", "--message=Remember");
}

const WAITS = "foreign: second copy of a known project";

test("a copied root waits: its memories are withheld and every write is refused", async (t) => {
  const project = await initProject(t, { inGit: false });
  await project.save("project_alpha");
  const copy = join(project.base, "copy");
  cpSync(project.top, copy, { recursive: true });
  assert.equal(await standingOf(project, "project_alpha", copy), WAITS);
  assert.equal(await standingOf(project, "project_alpha", project.top), "inferred: written here (shown)");
  const file = join(copy, ".claude/memory/memories/project_alpha.md");
  const before = readFileSync(file, "utf8");
  for (const args of [
    ["save", "--type", "project", "--name", "Beta", "--description", "b", "--body", "x".repeat(40)],
    ["retire", "project_alpha"],
    ["archive", "project_alpha"],
    ["demote", "project_alpha", "--reason", "doubt"],
    ["retire", "project_alpha", "--as-test-person"],
    ["config", "set", "delete.grace_period_days", "60", "--scope", "project"],
    ["doctor", "--repair"],
  ]) {
    const { exit, stderr } = await project.call(args, { cwd: copy });
    assert.equal(exit, 1, args.join(" "));
    assert.match(stderr, /^error: SECOND_LOCATION: /, args.join(" "));
  }
  assert.equal(readFileSync(file, "utf8"), before);
  const doctor = await project.call(["doctor"], { cwd: copy });
  assert.equal(doctor.exit, 1);
  assert.match(
    doctor.stdout,
    /^\[\?\] second-copy: second copy of a known project; use it here: credence init$/m,
  );
  const status = await project.call(["status"], { cwd: copy });
  assert.equal(status.exit, 1);
  assert.match(
    status.stdout,
    /^something waits for you\n[\s\S]*^question +second copy of a known project; use it here: credence init$/m,
  );
  assert.doesNotMatch(status.stdout, /broken|credence review/);
});

test("a copy becomes a root of its own by a new root.json, and then everything in it is foreign", async (t) => {
  const project = await initProject(t, { inGit: false });
  await project.save("project_alpha");
  const copy = join(project.base, "copy");
  cpSync(project.top, copy, { recursive: true });
  await project.done(["list"], { cwd: copy });
  rmSync(join(copy, ".claude/memory/root.json"));
  await project.done(["init"], { cwd: copy });
  assert.equal(await standingOf(project, "project_alpha", copy), "foreign: never seen here");
  await project.save("project_beta", { cwd: copy });
  assert.equal(await standingOf(project, "project_beta", copy), "inferred: written here (shown)");
});

test("a moved root does not wait, and the place it left counts as a copy when it comes back", async (t) => {
  const project = await initProject(t, { inGit: false });
  await project.save("project_alpha");
  const moved = join(project.base, "moved");
  renameSync(project.top, moved);
  assert.equal(await standingOf(project, "project_alpha", moved), "inferred: written here (shown)");
  cpSync(moved, project.top, { recursive: true });
  assert.equal(await standingOf(project, "project_alpha", project.top), WAITS);
});

test("a root whose recorded place is damaged waits, is listed, and is known again once a person has looked", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  const [root = ""] = readdirSync(join(project.state, "roots"));
  const path = join(project.state, "roots", root, "locations.json");
  for (const damaged of ["", "{}", '{"v":1,"locations":[{"path":4}]}']) {
    writeFileSync(path, damaged);
    assert.equal(await standingOf(project, "project_alpha", project.top), WAITS);
    assert.equal((await project.call(["doctor"])).exit, 2);
    assert.match((await project.call(["retire", "project_alpha"])).stderr, /^error: SECOND_LOCATION: /m);
    assert.equal(readFileSync(path, "utf8"), damaged);
    await project.done(["init", "--as-test-person"]);
    assert.equal(await standingOf(project, "project_alpha", project.top), "inferred: written here (shown)");
  }
});

test("an id stays with the kind of root that it was first seen in, also in a record of before kinds were written", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  await project.done(["init", "--scope", "user"]);
  await project.done(["list"]);
  const userRoot = join(project.home, ".claude/claude-memory");
  const [shared, own] = [project.root, userRoot].map((root) => readFileSync(join(root, "root.json"), "utf8"));
  const put = (root: string, text = ""): void => writeFileSync(join(root, "root.json"), text);
  const records = join(project.state, "roots");
  for (const written of ["with its kind", "before"]) {
    if (written === "before")
      for (const id of readdirSync(records)) {
        const path = join(records, id, "locations.json");
        const { v, locations } = JSON.parse(readFileSync(path, "utf8"));
        writeFileSync(path, JSON.stringify({ v, locations }));
      }
    put(userRoot, shared);
    const user = await project.call(["list", "--scope", "user"]);
    assert.match(
      user.stderr,
      /^error: PATH_ERROR: root\.json in ~.* has the id of another root of this machine/,
    );
    assert.match(
      (await project.call(["init", "--scope", "user", "--as-test-person"])).stderr,
      /^error: PATH_ERROR: /,
    );
    put(userRoot, own);
    put(project.root, own);
    const there = await project.call(["list", "--scope", "project"]);
    assert.match(
      there.stderr,
      /^error: PATH_ERROR: root\.json in \.claude\/memory\/ has the id of another root/m,
    );
    put(project.root, shared);
    assert.equal(await standingOf(project, "project_alpha", project.top), "inferred: written here (shown)");
  }
});

test("the work trees of one repository are one place", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  commitAll(project.top);
  const linked = join(project.base, "linked");
  git(project.top, "worktree", "add", "--quiet", linked, "-b", "topic");
  assert.equal(await standingOf(project, "project_alpha", linked), "inferred: written here (shown)");
  await project.save("project_beta", { cwd: linked });
  assert.equal((await project.call(["show", "project_beta"], { cwd: project.top })).exit, 1);
  commitAll(linked);
  git(project.top, "merge", "--quiet", "topic");
  assert.equal(await standingOf(project, "project_beta", project.top), "inferred: written here (shown)");
});

test("a copy in another folder of the same repository is a second place", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  const folder = join(project.top, "packages/a");
  mkdirSync(folder, { recursive: true });
  cpSync(join(project.top, ".claude"), join(folder, ".claude"), { recursive: true });
  assert.equal(await standingOf(project, "project_alpha", folder), WAITS);
  assert.equal(await standingOf(project, "project_alpha", project.top), "inferred: written here (shown)");
});

test("a clone beside its origin is a second place", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  commitAll(project.top);
  git(project.base, "clone", "--quiet", project.top, "clone");
  assert.equal(await standingOf(project, "project_alpha", join(project.base, "clone")), WAITS);
});

test("in a clone on another machine every memory is foreign, though both machines have one name", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  await project.save("project_approved", { more: ["--as-test-person"] });
  writeFileSync(join(project.root, "memories/project_planted.md"), "---\nname: Planted\n---\n");
  commitAll(project.top);
  git(project.base, "clone", "--quiet", project.top, "clone");
  const there = join(project.base, "clone");
  const machine = /source-machine: (.+)/.exec(
    readFileSync(join(there, ".claude/memory/memories/project_alpha.md"), "utf8"),
  )?.[1];
  const env = { CREDENCE_HOME: join(project.base, "other-machine") };
  await project.done(["init", "--test-state"], { cwd: there, env });
  const saved = await project.save("project_gamma", { cwd: there, env });
  assert.equal(saved.exit, 0);
  const { stdout } = await project.done(["list", "--json"], { cwd: there, env });
  const rows = JSON.parse(stdout).map(
    (each: { id: string; standing: string; reason: string }) => `${each.id} ${each.standing}: ${each.reason}`,
  );
  assert.deepEqual(rows, [
    "project_alpha foreign: unknown signer",
    "project_approved foreign: unknown signer",
    "project_gamma inferred: written here",
    "project_planted quarantined: it fails validation",
  ]);
  const text = readFileSync(join(there, ".claude/memory/memories/project_gamma.md"), "utf8");
  assert.equal(/source-machine: (.+)/.exec(text)?.[1], machine);
});
