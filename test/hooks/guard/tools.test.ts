import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { readToolCases } from "./cases.ts";
import { guardedProject } from "./guarded-project.ts";

const { judge, judgeBash, top } = guardedProject({ after });

for (const { says, tool, input, rule } of readToolCases()) {
  test(says, () => assert.equal(judge(tool, input)?.rule ?? null, rule));
}

test("an absolute path of a tool needs no directory", () => {
  const file_path = join(top, ".claude/memory/memories/new.md");
  assert.equal(judge("Write", { file_path }, { cwd: "/" })?.rule, "write-root");
});

test("a search that names no files is free wherever the session stands", () => {
  const cwd = join(top, ".claude");
  assert.equal(judge("WebSearch", { query: "x" }, { cwd }), null);
  assert.equal(judge("mcp__credence__memory_search", { query: "x" }, { cwd }), null);
  assert.equal(judge("Grep", { pattern: "x" }, { cwd })?.rule, "read-quarantine");
});

test("judging leaves the files as they are", () => {
  const file = join(top, ".claude/memory/memories/project_a.md");
  judgeBash(`rm ${file}; echo y > ${file}; $(rm ${file})`);
  judge("Write", { file_path: file, content: "y" });
  assert.equal(readFileSync(file, "utf8"), "x\n");
});
