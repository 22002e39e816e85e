// Where imported memories go, and what is no source.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../../fixture/init-project.ts";
import { memoryText } from "../../../fixture/memory-text.ts";
import { readTree } from "../../../fixture/tree.ts";
import { outcomes, playImport } from "./play-import.ts";
import { recordFiles, sampleRecord, writeStore } from "./sample-store.ts";

const USER = memoryText({ type: "user", name: "Ana", description: "Who Ana is" });
const PROJECT = memoryText();

test("what is about the person goes to the user root, the rest to the project, unless the call says otherwise", async (t) => {
  const project = await initProject(t, { user: true });
  const source = writeStore(join(project.base, "notes"), {
    "user_ana.md": USER,
    "project_window.md": PROJECT,
  });
  const scopes = async (...more: string[]): Promise<unknown> =>
    (await playImport(project, ["markdown", source, ...more])).items.map(({ id, scope }) => [id, scope]);
  assert.deepEqual(await scopes(), [
    ["project_window", "project"],
    ["user_ana", "user"],
  ]);
  assert.deepEqual(await scopes("--scope", "project"), [
    ["project_window", "project"],
    ["user_ana", "project"],
  ]);
  assert.deepEqual(await scopes("--root", project.userRoot), [
    ["project_window", "user"],
    ["user_ana", "user"],
  ]);
});

test("without a root for it a memory is named and left out", async (t) => {
  const project = await initProject(t);
  const source = writeStore(join(project.base, "notes"), {
    "user_ana.md": USER,
    "project_window.md": PROJECT,
  });
  assert.deepEqual(outcomes(await playImport(project, ["markdown", source, "--execute"])), {
    "project_window.md": "inferred",
    "user_ana.md": "skipped: NO_ROOT: there is no user memory root",
  });
});

test("what Credence keeps itself is no source: a root, its quarantine, a backup, machine state", async (t) => {
  const project = await initProject(t, { user: true });
  await project.save("project_kiwi");
  await project.done(["demote", "project_kiwi", "--reason", "wrong"]);
  const store = writeStore(join(project.base, "store"), recordFiles(sampleRecord()));
  const { backups } = await playImport(project, ["claude-memory", store, "--execute"]);
  symlinkSync(project.root, join(project.base, "link"));
  const before = readTree(project.root);
  for (const path of [
    project.root,
    join(project.root, "quarantine"),
    join(project.root, "quarantine/project_kiwi.md"),
    project.userRoot,
    project.state,
    backups[0] ?? "",
    join(project.base, "link"),
  ]) {
    for (const source of ["markdown", "claude-config", "claude-code-memory", "mcp-memory", "claude-mem"]) {
      const { exit, stderr } = await project.call(["import", source, path, "--execute"]);
      assert.match(stderr, /^error: PATH_ERROR: the source is inside /, `${source} ${path}`);
      assert.equal(exit, 1);
    }
  }
  assert.deepEqual(readTree(project.root), before);
});

test("a root below the source is named and not read, and neither is what begins with a dot", async (t) => {
  const project = await initProject(t);
  await project.save("project_kiwi");
  await project.done(["demote", "project_kiwi", "--reason", "wrong"]);
  const notes = writeStore(join(project.base, "notes"), { "project_window.md": PROJECT });
  cpSync(project.root, join(notes, "copied"), { recursive: true });
  mkdirSync(join(notes, ".hidden"));
  writeStore(join(notes, ".hidden"), { "project_other.md": PROJECT });
  assert.deepEqual(outcomes(await playImport(project, ["markdown", notes])), {
    copied: "skipped: a memory root, which is not read",
    "project_window.md": "inferred",
  });
});

test("claude-memory's own folders beside a root of ours are a source, and nothing else there is", async (t) => {
  const project = await initProject(t);
  writeStore(project.root, recordFiles(sampleRecord()));
  const found = { "decisions/use-postgres.json": "inferred" };
  assert.deepEqual(outcomes(await playImport(project, ["claude-memory", ".claude/memory"])), found);
  assert.deepEqual(outcomes(await playImport(project, ["claude-memory", ".claude/memory/decisions"])), {
    "use-postgres.json": "inferred",
  });
  const { stderr } = await project.call(["import", "claude-memory", ".claude/memory/attest"]);
  assert.match(stderr, /^error: PATH_ERROR: /);
});

test("a person whose output is redirected is told that it makes them nobody, and by which stream", async (t) => {
  const project = await initProject(t);
  const source = writeStore(join(project.base, "notes"), { "project_window.md": PROJECT });
  for (const [redirected, name] of [
    ["out", "output"],
    ["in", "input"],
  ] as const) {
    const call = await project.call(["import", "markdown", source], { answers: [], redirected });
    assert.equal(
      call.stderr,
      `note: standard ${name} is not a terminal, so this import has no person: what it may create per day is limited\n`,
    );
  }
  const bare = await project.call(["import", "markdown", source]);
  assert.equal(bare.stderr, "");
});

test("wrong calls exit 64 or name what cannot be read", async (t) => {
  const project = await initProject(t);
  const rows: readonly (readonly [number, string, RegExp])[] = [
    [
      64,
      "import claude-code",
      /USAGE: import takes a source: [^\n]*\nhint: did you mean claude-code-memory\?/,
    ],
    [64, "import markdwon .", /hint: did you mean markdown\?/],
    [64, "import --execute", /USAGE: --execute takes a source and a path/],
    [64, "import markdown . --execute --dry-run", /USAGE: --execute and --dry-run contradict each other/],
    [
      64,
      "import --all-projects --scope user",
      /USAGE: --all-projects finds the sources and the roots itself/,
    ],
    [64, "import --all-projects --confirm", /USAGE: --confirm requires --execute/],
    [64, "import tea .", /USAGE: import takes a source/],
    [64, "import markdown", /USAGE: import markdown takes a path/],
    [64, "import markdown . --confirm", /USAGE: --confirm requires --execute/],
    [1, "import markdown absent", /NOT_READABLE: absent cannot be read \(ENOENT\)/],
    [1, "import mcp-memory .", /NOT_READABLE: the file: it is not a regular file/],
    [1, "import markdown . --execute --confirm", /NEEDS_PERSON: only a person can confirm memories/],
  ];
  for (const [exit, line, message] of rows) {
    const told = await project.call(line.split(" "));
    assert.equal(told.exit, exit, line);
    assert.match(told.stderr, message);
  }
});
