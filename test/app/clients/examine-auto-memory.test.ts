import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { examineAutoMemory } from "../../../src/app/clients/auto-memory.ts";
import { openProject } from "../../fixture/open-project.ts";

test("one note is counted as one", async (t) => {
  const project = openProject(t);
  const directory = join(project.base, "claude");
  const memory = join(directory, "projects/-srv-shop/memory");
  mkdirSync(memory, { recursive: true });
  writeFileSync(join(memory, "MEMORY.md"), "The tamarin sleeps in the tree.\n");
  const [ailment] = await examineAutoMemory(await project.open(), directory);
  assert.match(ailment?.message ?? "", /^Claude Code keeps 1 note of its own, /);
});
