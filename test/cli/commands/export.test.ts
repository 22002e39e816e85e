import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { playImport } from "../../app/transfer/import/play-import.ts";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { findText, readTree } from "../../fixture/tree.ts";
import { MARKER, NAME_MARKER, plantWithheld } from "../../redteam/withheld-samples.ts";

async function sampleProject(t: Parameters<typeof initProject>[0]): Promise<InitProject> {
  const project = await initProject(t, { user: true });
  await project.save("project_a");
  await project.save("user_b", { more: ["--as-test-person"] });
  await project.save("project_gone");
  await project.done(["demote", "project_gone", "--reason", "wrong"]);
  return project;
}

test("json is one array of memories in the pinned shape, of what is in use", async (t) => {
  const project = await sampleProject(t);
  const { stdout, stderr } = await project.done(["export", "--format", "json"]);
  const memories: { id: string; standing: string; body: string }[] = JSON.parse(stdout);
  assert.deepEqual(
    memories.map(({ id, standing }) => [id, standing]),
    [
      ["project_a", "inferred"],
      ["user_b", "verified"],
    ],
  );
  const shown = JSON.parse((await project.done(["show", "project_a", "--json"])).stdout);
  assert.deepEqual(memories[0], shown);
  assert.equal(stderr, "left out project_gone: it is quarantined\n");
});

test("markdown is a folder of files, one a memory, that another root can import", async (t) => {
  const project = await sampleProject(t);
  const { stdout } = await project.done(["export", "--format", "markdown", "--out", "copy"]);
  assert.equal(stdout, "exported 2 to copy\n");
  const copy = join(project.top, "copy");
  assert.deepEqual(Object.keys(readTree(copy)), ["project/project_a.md", "user/user_b.md"]);
  assert.equal(
    readFileSync(join(copy, "user/user_b.md"), "utf8"),
    "---\nname: user_b\ndescription: About user_b\ntype: user\ntrust-level: verified\nlast-verified: 2026-05-01\ncreated-at: 2026-05-01T12:00:00Z\norigin: user\n---\nWhat everybody should know about user_b.\n\nWhy: it came up.\nHow to apply: think of it.\n",
  );
  const other = await initProject(t, { user: true });
  const { items } = await playImport(other, ["markdown", copy, "--execute"]);
  assert.deepEqual(
    items.map(({ id, scope, becomes }) => [id, scope, becomes]),
    [
      ["project_a", "project", "inferred"],
      ["user_b", "user", "inferred"],
    ],
  );
});

test("claude-memory is one record a memory, in the fields that its category has", async (t) => {
  const project = await initProject(t);
  await project.save("project_kiwi", {
    body: "## Context\n\nFruit is scarce here.\n\n## Decision\n\nKiwis.\n\n## Rationale\n\n- green\n- small\n",
    more: ["--category", "decision", "--tags", "fruit"],
  });
  const [record] = JSON.parse((await project.done(["export", "--format", "claude-memory"])).stdout);
  assert.deepEqual(record, {
    schema_version: "1.0",
    category: "decision",
    id: "kiwi",
    title: "project_kiwi",
    record_status: "active",
    created_at: "2026-05-01T12:00:00Z",
    updated_at: "2026-05-01T12:00:00Z",
    tags: ["fruit"],
    related_files: null,
    confidence: null,
    content: {
      status: "accepted",
      context: "Fruit is scarce here.",
      decision: "Kiwis.",
      rationale: ["green", "small"],
    },
    changes: [],
    times_updated: 0,
  });
});

test("two memories that would be one record are two files", async (t) => {
  const project = await initProject(t);
  await project.save("project_kiwi");
  await project.save("feedback_kiwi");
  await project.done(["export", "--format", "claude-memory", "--out", "out"]);
  assert.deepEqual(Object.keys(readTree(join(project.top, "out"))), [
    "project/preferences/kiwi-2.json",
    "project/preferences/kiwi.json",
  ]);
});

test("--all is for a person, and gives what is withheld and retired, too", async (t) => {
  const project = await sampleProject(t);
  const refused = await project.call(["export", "--format", "json", "--all"]);
  assert.deepEqual([refused.exit, refused.stdout], [1, ""]);
  assert.match(refused.stderr, /^error: NEEDS_PERSON: /);
  const { stdout } = await project.done(["export", "--format", "json", "--all", "--as-test-person"]);
  assert.deepEqual(
    JSON.parse(stdout).map(({ id, standing }: { id: string; standing: string }) => [id, standing]),
    [
      ["project_a", "inferred"],
      ["project_gone", "quarantined"],
      ["user_b", "verified"],
    ],
  );
});

// What does not leave a root, and where nothing is written.

const FORMATS = ["markdown", "json", "claude-memory"];

test("without a person not one byte of a withheld text, or of a line that no signature covers, is exported", async (t) => {
  const project = await initProject(t);
  await plantWithheld(project);
  for (const format of FORMATS) {
    await project.done(["export", "--format", format, "--out", join(project.base, format)]);
    for (const marker of [MARKER, MARKER.toLowerCase(), NAME_MARKER]) {
      assert.deepEqual(
        findText(join(project.base), marker).filter((name) => name.startsWith(format)),
        [],
      );
    }
  }
});

test("a secret that got into a root is not carried on, not even by a person", async (t) => {
  const project = await initProject(t);
  await project.save("project_a");
  const text = readFileSync(join(project.root, "memories/project_a.md"), "utf8");
  const tainted = text.replace("know about", `know about ${SAMPLE_SECRET}`);
  writeFileSync(join(project.root, "memories/project_a.md"), tainted);
  const { stdout, stderr } = await project.done(["export", "--format", "json", "--all", "--as-test-person"]);
  assert.deepEqual(
    [JSON.parse(stdout), stderr],
    [[], "left out project_a: SECRET_DETECTED: it holds a secret\n"],
  );
});

test("nothing is overwritten, and nothing is written into a root or into Credence's own state", async (t) => {
  const project = await initProject(t);
  await project.save("project_a");
  mkdirSync(join(project.top, "full"));
  writeFileSync(join(project.top, "full/x"), "mine");
  symlinkSync(project.root, join(project.top, "link"));
  const before = readTree(project.base);
  for (const [out, code] of [
    ["full", "EXISTS"],
    ["full/x", "EXISTS"],
    [".claude/memory/memories", "PATH_ERROR"],
    [".claude/memory/new", "PATH_ERROR"],
    ["link/new", "PATH_ERROR"],
    [join(project.state, "new"), "PATH_ERROR"],
    [join(project.credenceHome, "cache/new"), "PATH_ERROR"],
  ] as const) {
    for (const format of FORMATS) {
      const { exit, stderr } = await project.call(["export", "--format", format, "--out", out]);
      assert.equal(exit, 1, `${format} ${out}`);
      assert.ok(stderr.startsWith(`error: ${code}: `), stderr);
    }
  }
  assert.deepEqual(readTree(project.base), before);
  for (const args of [["export"], ["export", "--format", "tea"], ["export", "--format", "markdown"]]) {
    assert.equal((await project.call(args)).exit, 64);
  }
});
