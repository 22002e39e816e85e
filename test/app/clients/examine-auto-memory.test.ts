import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { examineAutoMemory } from "../../../src/app/clients/auto-memory.ts";
import { openProject } from "../../fixture/open-project.ts";

test("one note is counted as one", async (t) => {
  const project = openProject(t);
  const place = { cwd: project.base, home: project.base, env: {} };
  const name = project.base.replaceAll(/[^A-Za-z0-9]/g, "-");
  const memory = join(project.base, ".claude/projects", name, "memory");
  mkdirSync(memory, { recursive: true });
  writeFileSync(join(memory, "../session.jsonl"), `${JSON.stringify({ cwd: project.base })}\n`);
  writeFileSync(join(memory, "MEMORY.md"), "The tamarin sleeps in the tree.\n");
  const [ailment] = await examineAutoMemory(await project.open(), place);
  assert.match(ailment?.message ?? "", /^Claude Code keeps 1 note of its own about this project, /);
});
