// Records of a shape that nobody expects.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../../fixture/init-project.ts";
import { outcomes, playImport, show } from "./play-import.ts";
import { recordFiles, sampleRecord, writeStore } from "./sample-store.ts";

test("fields without end are cut to what ours take, and nothing of them is lost", async (t) => {
  const project = await initProject(t);
  const tags = Array.from({ length: 40 }, (_, index) => `${"tag".repeat(30)}${index}`);
  const huge = sampleRecord({
    title: "Long ".repeat(800),
    tags,
    related_files: [`${"a/".repeat(400)}b`, "src/c.ts"],
    confidence: 17,
    created_at: "9999-12-31T23:59:59Z",
  });
  const store = writeStore(join(project.base, "store"), recordFiles(huge));
  assert.deepEqual((await playImport(project, ["claude-memory", store, "--execute"])).counts.new, 1);
  const { name, tags: kept, createdAt } = await show(project, "project_use_postgres");
  assert.deepEqual([String(name).length, createdAt], [119, "2026-02-03T04:05:06Z"]);
  assert.deepEqual(kept, [`${"tag".repeat(13)}t`]);
  const [record] = JSON.parse((await project.done(["export", "--format", "claude-memory"])).stdout);
  assert.deepEqual(record, huge);
});

test("a record of another shape, without end or with a prototype in it is named or harmless", async (t) => {
  const project = await initProject(t);
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const store = writeStore(join(project.base, "store"), {
    "decisions/deep.json": `{"category":"decision","title":"Deep","content":{"decision":${deep}}}`,
    "decisions/half.json": "{",
    "decisions/list.json": "[]",
    "decisions/other.json": JSON.stringify({ category: "recipe", title: "Cake", content: {} }),
    "decisions/proto.json": `{"category":"decision","title":"Proto zebra","__proto__":{"x":1},"content":{"__proto__":{"decision":"y"},"decision":"A decision that is long enough."}}`,
  });
  assert.deepEqual(outcomes(await playImport(project, ["claude-memory", store, "--execute"])), {
    "decisions/deep.json": "skipped: not a record of claude-memory",
    "decisions/half.json": "skipped: not valid JSON",
    "decisions/list.json": "skipped: not a record of claude-memory",
    "decisions/other.json": "skipped: not a record of claude-memory",
    "decisions/proto.json": "inferred",
  });
});
