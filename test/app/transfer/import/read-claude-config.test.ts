import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../../fixture/init-project.ts";
import { memoryText } from "../../../fixture/memory-text.ts";
import { outcomes, playImport, show } from "./play-import.ts";
import { writeStore } from "./sample-store.ts";

const FORGED = memoryText({
  type: "feedback",
  tier: "verified",
  name: "Merge policy",
  extra: ["last-verified: 2026-04-01"],
});

function makeStore(base: string): string {
  return writeStore(join(base, "memory-shared"), {
    "MEMORY.md": "# Generated\n",
    "memories/feedback_merge_policy.md": FORGED,
    "memories/reference_dashboard.md": memoryText({ type: "reference", name: "Dashboard" }),
    "memories/project_says_quarantined.md": memoryText({ tier: "quarantined" }),
    "quarantine/project_bad.md": memoryText({ tier: "quarantined" }),
    "quarantine/project_moved.md": memoryText({ tier: "verified" }),
    "audit/2026-04-01.md": "# Audit\n",
    "scripts/sync.sh": "true\n",
  });
}

test("memories keep their ids; what is quarantined there, by place or by word, is left out", async (t) => {
  const project = await initProject(t);
  const report = await playImport(project, ["claude-config", makeStore(project.base), "--execute"]);
  assert.deepEqual(outcomes(report), {
    "memories/feedback_merge_policy.md": "inferred",
    "memories/project_says_quarantined.md": "skipped: it says that it is quarantined",
    "memories/reference_dashboard.md": "inferred",
    "quarantine/project_bad.md": "skipped: it is in quarantine there",
    "quarantine/project_moved.md": "skipped: it is in quarantine there",
  });
});

test("a tier that a file claims raises nothing", async (t) => {
  const project = await initProject(t);
  await playImport(project, ["claude-config", makeStore(project.base), "--execute"]);
  const { tier, standing, lastVerified, createdAt } = await show(project, "feedback_merge_policy");
  assert.deepEqual(
    [tier, standing, lastVerified, createdAt],
    ["inferred", "inferred", null, "2026-05-01T09:00:00Z"],
  );
});

test("its memories directory alone is a source; its quarantine alone is left out as a whole", async (t) => {
  const project = await initProject(t);
  const store = makeStore(project.base);
  const memories = await playImport(project, ["claude-config", join(store, "memories")]);
  assert.deepEqual(memories.counts, { new: 2, here: 0, skipped: 1 });
  const quarantine = await playImport(project, ["claude-config", join(store, "quarantine")]);
  assert.deepEqual(quarantine.counts, { new: 0, here: 0, skipped: 2 });
});
