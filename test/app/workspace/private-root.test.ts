// A private root that an older version made in the work tree moves into the person's home as a whole.

import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { git } from "../../fixture/git-repository.ts";
import { type HomeProject, homeProject } from "../../fixture/home-project.ts";

/** As `init --private` left it: a root in the work tree, and a line in the repository's own exclude file. */
async function oldPrivate(project: HomeProject): Promise<string> {
  const exclude = join(project.shop, ".git/info/exclude");
  writeFileSync(exclude, "*.log\n/.claude/memory/\n");
  await project.done(["init", "--test-state"]);
  assert.equal((await project.save("Tea")).exit, 0);
  return exclude;
}

test("doctor names the command, and with it the root moves with all that was signed", async (t) => {
  const project = homeProject(t);
  const exclude = await oldPrivate(project);
  const doctor = await project.call(["doctor"]);
  assert.match(doctor.stdout, /^\[W\] ignored: .*: credence init --private moves it into your home$/m);
  const id = JSON.parse(readFileSync(join(project.shop, ".claude/memory/root.json"), "utf8")).root;
  const { stdout } = await project.done(["init", "--private"]);
  assert.match(
    stdout,
    /^moved a personal memory root to \S+\/projects\/shop-\w+\nthere git can neither overwrite nor remove it\n/,
  );
  assert.equal(existsSync(join(project.shop, ".claude/memory")), false);
  assert.equal(readFileSync(exclude, "utf8"), "*.log\n");
  const [name = ""] = project.personal();
  const root = join(project.userRoot, "projects", name);
  assert.equal(JSON.parse(readFileSync(join(root, "root.json"), "utf8")).root, id);
  assert.match((await project.done(["list"])).stdout, /^inferred +project_tea\n +Tea: written here\n$/);
  assert.equal((await project.call(["doctor"])).exit, 0);
});

test("a root that git tracks, or does not ignore, is shared and stays where it is", async (t) => {
  const project = homeProject(t);
  await project.done(["init", "--test-state"]);
  assert.match((await project.done(["init", "--private"])).stdout, /^created a personal memory root/);
  assert.ok(existsSync(join(project.shop, ".claude/memory/root.json")));

  const tracked = homeProject(t);
  await oldPrivate(tracked);
  git(tracked.shop, "add", "--force", ".claude/memory/root.json");
  assert.match((await tracked.done(["init", "--private"])).stdout, /^created a personal memory root/);
  assert.ok(existsSync(join(tracked.shop, ".claude/memory/root.json")));
});

test("a copy whose original was not removed yet is finished, and one that differs is left alone", async (t) => {
  const project = homeProject(t);
  await oldPrivate(project);
  const [old, kept] = [join(project.shop, ".claude/memory"), join(project.base, "kept")];
  cpSync(old, kept, { recursive: true });
  await project.done(["init", "--private"]);
  writeFileSync(join(project.shop, ".git/info/exclude"), "/.claude/memory/\n");
  mkdirSync(join(project.shop, ".claude"), { recursive: true });
  const [name = ""] = project.personal();
  cpSync(join(project.userRoot, "projects", name), old, { recursive: true });
  writeFileSync(join(old, "memories/project_other.md"), "something else\n");
  const refused = await project.call(["init", "--private"]);
  assert.match(
    refused.stderr,
    /^error: EXISTS: ~\S+ is there already, and \.claude\/memory\/ holds something else\n/,
  );
  assert.ok(existsSync(join(old, "memories/project_other.md")));
  writeFileSync(join(old, "memories/project_other.md"), "");
  cpSync(
    join(old, "memories/project_other.md"),
    join(project.userRoot, "projects", name, "memories/project_other.md"),
  );
  await project.done(["init", "--private"]);
  assert.equal(existsSync(old), false);
});
