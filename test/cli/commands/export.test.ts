import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { playImport } from "../../app/transfer/import/play-import.ts";
import { playRows, readJson } from "../../fixture/command-rows.ts";
import { type InitProject, initProject } from "../../fixture/init-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { readTree } from "../../fixture/tree.ts";

async function sampleProject(t: Parameters<typeof initProject>[0]): Promise<InitProject> {
  const project = await initProject(t, { user: true });
  await project.save("project_a");
  await project.save("user_b", { more: ["--as-test-person"] });
  await project.save("project_gone");
  await project.done(["demote", "project_gone", "--reason", "wrong"]);
  return project;
}

test("json is one array of memories in the pinned shape, of what is in use; with --all, for a person, of everything", async (t) => {
  const { call, done } = await sampleProject(t);
  const { stdout, stderr } = await done(["export", "--format", "json"]);
  const named = (memories: { id: string; standing: string }[]) =>
    memories.map(({ id, standing }) => `${id} ${standing}`);
  const memories = JSON.parse(stdout);
  assert.deepEqual(named(memories), ["project_a inferred", "user_b verified"]);
  assert.deepEqual(memories[0], await readJson(call, "show project_a --json"));
  assert.equal(stderr, "left out project_gone: it is quarantined\n");
  await playRows(call, [["export --format json --all", 1, /^error: NEEDS_PERSON: /]]);
  const all = await readJson(call, "export --format json --all --as-test-person");
  assert.deepEqual(named(all), ["project_a inferred", "project_gone quarantined", "user_b verified"]);
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
  const { call, save } = await initProject(t);
  await save("project_kiwi", {
    body: "## Context\n\nFruit is scarce here.\n\n## Decision\n\nKiwis.\n\n## Rationale\n\n- green\n- small\n",
    more: ["--category", "decision", "--tags", "fruit"],
  });
  const [context, decision] = ["Fruit is scarce here.", "Kiwis."];
  assert.deepEqual(await readJson(call, "export --format claude-memory"), [
    {
      ...{
        schema_version: "1.0",
        category: "decision",
        id: "kiwi",
        title: "project_kiwi",
        record_status: "active",
      },
      ...{ created_at: "2026-05-01T12:00:00Z", updated_at: "2026-05-01T12:00:00Z", tags: ["fruit"] },
      ...{ related_files: null, confidence: null, changes: [], times_updated: 0 },
      content: { status: "accepted", context, decision, rationale: ["green", "small"] },
    },
  ]);
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
  const { call, save, top, root, base, state, credenceHome } = await initProject(t);
  await save("project_a");
  mkdirSync(join(top, "full"));
  writeFileSync(join(top, "full/x"), "mine");
  symlinkSync(root, join(top, "link"));
  const before = readTree(base);
  const taken = ["full", "full/x"].map((out) => [out, "EXISTS"] as const);
  const ours = [".claude/memory/memories", ".claude/memory/new", "link/new", join(state, "new")];
  const refused = [...ours, join(credenceHome, "cache/new")].map((out) => [out, "PATH_ERROR"] as const);
  for (const format of ["markdown", "json", "claude-memory"])
    await playRows(
      call,
      [...taken, ...refused].map(([out, code]) => [
        ["export", "--format", format, "--out", out],
        1,
        new RegExp(`^error: ${code}: `),
      ]),
    );
  await playRows(call, [
    ["export", 64],
    ["export --format tea", 64],
    ["export --format markdown", 64],
  ]);
  assert.deepEqual(readTree(base), before);
});
