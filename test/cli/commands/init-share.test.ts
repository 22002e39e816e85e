// Publishing is a person's act: everything that would become public is listed first, and nothing else goes.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { git } from "../../fixture/git-repository.ts";
import { type HomeProject, homeProject } from "../../fixture/home-project.ts";
import { readTree } from "../../fixture/tree.ts";

const PERSON = ["--as-test-person"];

function saving(name: string, body: string): string[] {
  return ["save", "--type", "project", "--name", name, "--description", `About ${name}`, "--body", body];
}

/** Two approved memories, one of them with something to look at, an inferred one and one in quarantine. */
async function privateProject(project: HomeProject): Promise<void> {
  await project.done(["init"]);
  const why = "Why: it came up.\nHow to apply: think of it.";
  await project.done([
    ...saving("Tea", `Tea is for the morning, and never after noon.\n\n${why}`),
    ...PERSON,
  ]);
  const address = `The cocoa machine answers at 10.20.30.40, on the second floor.\n\n${why}`;
  await project.done([...saving("Cocoa", address), ...PERSON]);
  await project.done(saving("Milk", `Milk is delivered on Mondays, before anybody is there.\n\n${why}`));
  await project.done([...saving("Beer", `Beer is for the evening of a release.\n\n${why}`), ...PERSON]);
  await project.done(["demote", "project_beer", "--reason", "no longer", ...PERSON]);
}

function sharedIds(project: HomeProject): string[] {
  const names = readdirSync(join(project.shop, ".claude/memory/memories")).sort();
  // Git keeps the directory by it when the last memory leaves.
  assert.equal(names.shift(), ".gitkeep");
  return names;
}

test("what a person approved is published with its standing, and the rest stays theirs", async (t) => {
  const project = homeProject(t);
  await privateProject(project);
  const { stdout, stderr } = await project.done(["init", "--share", ...PERSON]);
  assert.match(
    stderr,
    /^everybody who has the repository could read 2 memories:\n {2}project_cocoa \(verified\): Cocoa: About Cocoa\n {6}\[\?\] \d+:\d+ private-address: [^\n]*\n {8}\(11 characters\)\n {2}project_tea \(verified\): Tea: About Tea\nwhat stays in your personal root:\n {2}project_beer: it is quarantined\n {2}project_milk: it is inferred; --with-inferred publishes it too\n$/,
  );
  assert.match(stdout, /^published 2 memories: project_cocoa, project_tea$/m);
  assert.deepEqual(sharedIds(project), ["project_cocoa.md", "project_tea.md"]);
  const rows = JSON.parse((await project.done(["list", "--json"])).stdout);
  assert.deepEqual(
    rows.map(({ id, standing, path }: Record<string, string>) => `${id} ${standing} ${path?.slice(0, 7)}`),
    [
      "project_cocoa verified .claude",
      "project_tea verified .claude",
      "project_beer quarantined ~/.clau",
      "project_milk inferred ~/.clau",
    ],
  );
  // Again there is nothing left, and the inferred one goes only if it is told to.
  await project.done(["init", "--share", ...PERSON]);
  assert.equal(sharedIds(project).length, 2);
  await project.done(["init", "--share", "--with-inferred", ...PERSON]);
  assert.deepEqual(sharedIds(project), ["project_cocoa.md", "project_milk.md", "project_tea.md"]);
  assert.match((await project.done(["show", "project_milk"])).stdout, /standing +inferred/);
});

test("nobody at the terminal, or another word than share, publishes and makes nothing", async (t) => {
  const project = homeProject(t, { testState: false });
  await project.done(["init"]);
  const body = "Tea is for the morning, and never after noon.";
  await project.done(saving("Tea", body), { answers: ["y", "none", "none"] });
  const before = [readTree(project.shop), readTree(join(project.userRoot, "projects"))];
  const nobody = await project.call(["init", "--share"]);
  assert.match(nobody.stderr, /^error: NEEDS_PERSON: only a person can share memories/);
  const screens: string[] = [];
  const declined = await project.call(["init", "--share"], {
    answers: ["yes"],
    onAsk: (screen) => screens.push(screen),
  });
  assert.match(declined.stderr, /^error: DECLINED: nothing was published\n/);
  assert.match(
    screens[0] ?? "",
    /project_tea \(verified\): Tea: About Tea\n[\s\S]*type share to publish them: $/,
  );
  assert.deepEqual([readTree(project.shop), readTree(join(project.userRoot, "projects"))], before);
  assert.equal(existsSync(join(project.shop, ".claude")), false);
  const shared = await project.done(["init", "--share"], { answers: ["share"] });
  assert.match(shared.stdout, /^published 1 memory: project_tea$/m);
});

test("one that cannot go is named, and the exit code says that something was left", async (t) => {
  const project = homeProject(t);
  await project.done(["init", "--share", ...PERSON]);
  assert.equal((await project.save("Tea")).exit, 0);
  await project.done(["init", "--private"]);
  const root = ["--root", join(project.userRoot, "projects", project.personal()[0] ?? "")];
  await project.done([...saving("Tea", "Tea is for the morning, never after noon."), ...root, ...PERSON]);
  const { exit, stdout } = await project.call(["init", "--share", ...PERSON]);
  assert.equal(exit, 1);
  assert.match(stdout, /^not published: project_tea: EXISTS: project_tea exists in the project scope$/m);
});

const PAPERS = ["README.md", ".gitattributes"];

test("a shared root says what it is in a file that our checks find nothing in; a person's own in its place stays to the byte", async (t) => {
  const project = homeProject(t);
  const { stdout } = await project.done(["init", "--share", ...PERSON]);
  assert.match(stdout, /^wrote README\.md and \.gitattributes for whoever reads it in the repository$/m);
  const root = join(project.shop, ".claude/memory");
  const readme = join(root, "README.md");
  for (const check of ["secret-check", "injection-check"])
    assert.match((await project.done([check, readme])).stdout, /CLEAN/);
  assert.match((await project.done(["validate", "--all", root])).stdout, /Summary: /);
  assert.equal((await project.call(["doctor"])).stdout.includes("stranger"), false);
  for (const line of readFileSync(readme, "utf8").split("\n")) assert.ok(line.length <= 100, line);
  for (const name of PAPERS) writeFileSync(join(root, name), `mine: ${name}\n`);
  const own = await project.done(["init", "--share", ...PERSON]);
  assert.match(
    own.stdout,
    /^its \.gitattributes is yours and stays: attest\/\*\* -text keeps git from changing a byte /m,
  );
  for (const name of PAPERS) assert.equal(readFileSync(join(root, name), "utf8"), `mine: ${name}\n`);
  // What is missing comes with the next one.
  rmSync(readme);
  await project.done(["init", "--share", ...PERSON]);
  assert.match(readFileSync(readme, "utf8"), /^# Memories of this project\n/);
});

test("the diff of a pull request shows memories, not statements, and line ends do not change on the way", async (t) => {
  const project = homeProject(t);
  await project.done(["init", "--share", ...PERSON]);
  const inShop = (...args: string[]): string => git(project.shop, ...args);
  inShop("add", "--all");
  inShop("commit", "--quiet", "--message=Begin");
  await project.done(saving("Tea", "Tea is for the morning, and never after noon."));
  // Whoever has git turn line ends around gets memories as they are signed.
  inShop("-c", "core.autocrlf=true", "add", "--all");
  inShop("commit", "--quiet", "--message=Remember");
  const diff = inShop("diff", "HEAD~1", "HEAD");
  assert.match(diff, /^\+Tea is for the morning, and never after noon\.$/m);
  assert.doesNotMatch(
    diff.replaceAll(/^index .*$|^Binary files .*$|^diff --git .*$/gm, ""),
    /[0-9a-f]{24}|signature/,
  );
  assert.match(diff, /^Binary files .*\/attest\/project_tea\/.* differ$/m);
  const attributes = inShop("check-attr", "eol", "linguist-generated", "--", ".claude/memory/memories/a.md");
  assert.match(attributes, /eol: lf\n.*linguist-generated: unspecified/);
  rmSync(join(project.shop, ".claude/memory"), { recursive: true });
  inShop("-c", "core.autocrlf=true", "checkout", "--quiet", "--", ".claude/memory");
  const [row] = JSON.parse((await project.done(["list", "--json"])).stdout);
  assert.deepEqual([row.id, row.standing], ["project_tea", "inferred"]);
  assert.doesNotMatch(readFileSync(join(project.shop, row.path), "utf8"), /\r/);
});
