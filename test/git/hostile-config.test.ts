// A repository's own configuration names programs for git to run. Through Credence it runs none of them.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listCommits, readBlobs, readChanges } from "../../src/git/read-history.ts";
import { recordRename } from "../../src/git/record-rename.ts";
import { git } from "../fixture/git-repository.ts";
import { type InitProject, initProject } from "../fixture/init-project.ts";
import { tablesOf } from "../fixture/rows.ts";
import { giveTo, NOBODY } from "../fixture/scratch-project.ts";

const { rows } = tablesOf(import.meta.filename);

/** A program that leaves a trace, and passes on what it is given, as a filter has to. */
function plantCanary(project: InitProject, path: string, name: string): void {
  mkdirSync(join(project.base, "traces"), { recursive: true });
  const trace = join(project.base, "traces", name);
  writeFileSync(path, `#!/bin/sh\ntouch '${trace}'\ncat\n`, { mode: 0o755 });
}

function traces(project: InitProject): string[] {
  return readdirSync(join(project.base, "traces"));
}

async function useEverything(project: InitProject): Promise<void> {
  await project.done(["init", "--private"]);
  await project.done(["list"]);
  await project.done(["demote", "project_alpha", "--reason", "doubt"]);
  await project.done(["retire", "project_beta"]);
  await project.done(["doctor"]);
  const { stdout } = await project.done(["index", "--cited"]);
  assert.match(stdout, /1 changed and 0 are gone/, "git was asked, or the test proves nothing");
}

const SETTINGS = Object.fromEntries(rows<[string, string]>("settings"));

function plantSettings(project: InitProject): void {
  for (const [name, key] of Object.entries(SETTINGS)) {
    const program = join(project.base, `program-${name}`);
    plantCanary(project, program, name);
    git(project.top, "config", key, program);
  }
  git(project.top, "config", "log.showSignature", "true");
  for (const word of ["ls-files", "update-index", "check-ignore", "config", ...ASKS_OBJECTS]) {
    const program = join(project.base, `alias-${word}`);
    plantCanary(project, program, `alias-${word}`);
    git(project.top, "config", `alias.${word}`, `!${program}`);
  }
  writeFileSync(join(project.top, ".gitattributes"), "* filter=evil diff=evil\n*.json filter=other\n");
}

/** What the look at cited files asks for. */
const ASKS_OBJECTS = ["rev-list", "diff-tree", "cat-file"];

function plantHooks(project: InitProject): void {
  const hooks = join(project.base, "hooks");
  mkdirSync(hooks);
  for (const directory of [hooks, join(project.top, ".git/hooks")]) {
    for (const hook of ["post-index-change", "pre-commit", "post-checkout", "reference-transaction"]) {
      plantCanary(project, join(directory, hook), `hook-${hook}`);
    }
  }
  git(project.top, "config", "core.hooksPath", hooks);
}

test("programs that a hostile repository configures are not run", async (t) => {
  const project = await initProject(t);
  for (const id of ["project_alpha", "project_beta"]) await project.save(id);
  const cites = { more: ["--related-files", "src/db.ts", "--as-test-person"], now: "2026-05-01T12:00:00Z" };
  await project.save("project_gamma", cites);
  mkdirSync(join(project.top, "src"));
  for (const text of ["one\n", "two\n"]) {
    writeFileSync(join(project.top, "src/db.ts"), text);
    project.git("add", "--all");
    project.git("commit", "--quiet", "--message=Remember");
  }
  plantSettings(project);
  plantHooks(project);
  // To git an index this old means that every file may have changed since, and has to be read again.
  utimesSync(join(project.top, ".git/index"), 1, 1);
  await useEverything(project);
  assert.deepEqual(traces(project), []);
  // The same programs do run for anybody who asks git itself.
  writeFileSync(join(project.top, "control.json"), "{}");
  git(project.top, "add", "--all");
  for (const name of ["fsmonitor", "other-clean", "process"]) assert.ok(traces(project).includes(name), name);
});

test("objects that are missing are not fetched, with whatever program the repository names", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  project.git("add", "--all");
  project.git("commit", "--quiet", "--message=Remember");
  const program = join(project.base, "upload-pack");
  plantCanary(project, program, "upload-pack");
  git(project.top, "sparse-checkout", "set", "--cone", "--sparse-index", "none");
  mkdirSync(join(project.top, ".claude"), { recursive: true });
  for (const [key, value] of [
    ["remote.origin.url", project.base],
    ["remote.origin.promisor", "true"],
    ["remote.origin.uploadpack", program],
    ["extensions.partialClone", "origin"],
    ["protocol.file.allow", "always"],
    ["protocol.allow", "always"],
  ] as const) {
    git(project.top, "config", key, value);
  }
  rmSync(join(project.top, ".git/objects"), { recursive: true });
  for (const name of ["objects/info", "objects/pack"])
    mkdirSync(join(project.top, ".git", name), { recursive: true });
  recordRename({ top: project.top, from: ".claude/memory/memories/project_alpha.md", to: "x.md" });
  const head = readFileSync(join(project.top, ".git/refs/heads/main"), "utf8").trim();
  assert.equal(listCommits(project.top, head), null);
  const commits = [head, head].map((id) => ({ id, at: 0 }));
  assert.deepEqual(readChanges(project.top, commits, { count: 2, paths: new Set(["x.md"]) }), []);
  assert.equal(readBlobs(project.top, [head]).size, 0);
  assert.deepEqual(traces(project), []);
});

test("where git itself refuses a repository, memories move all the same", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  project.git("add", "--all");
  project.git("commit", "--quiet", "--message=Remember");
  // Git does not work in the repository of another account.
  giveTo(NOBODY, project.base);
  giveTo(0, join(project.top, ".git"));
  const { exit, stderr } = project.run(["demote", "project_alpha", "--reason", "doubt"], { uid: NOBODY });
  assert.equal(exit, 0, stderr);
  assert.equal(existsSync(join(project.root, "quarantine/project_alpha.md")), true);
});
