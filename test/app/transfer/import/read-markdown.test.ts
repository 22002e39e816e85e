import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { initProject } from "../../../fixture/init-project.ts";
import { memoryText } from "../../../fixture/memory-text.ts";
import { outcomes, playImport, show } from "./play-import.ts";
import { writeStore } from "./sample-store.ts";

const PLAIN = "# How we release\n\nReleases are cut on Tuesdays by whoever is on call.\n";
const BLOCK_LIST = `---
title: 'Ana''s tips'
tags:
  - Git Tips
  - shell
date: 2025-12-24
category: runbook
---

Use worktrees when two branches need to be open at once.
`;

test("a plain note gets its title from its heading, its gist from its first words and its date from the file", async (t) => {
  const project = await initProject(t);
  const notes = writeStore(join(project.base, "notes"), { "deep/How to Release.md": PLAIN });
  const report = await playImport(project, ["markdown", notes, "--execute"]);
  assert.deepEqual(outcomes(report), { "deep/How to Release.md": "inferred" });
  const memory = await show(project, "reference_how_to_release");
  assert.deepEqual(
    [memory["name"], memory["description"], memory["type"], memory["createdAt"]],
    [
      "How we release",
      "Releases are cut on Tuesdays by whoever is on call.",
      "reference",
      "2026-02-03T04:05:06Z",
    ],
  );
});

test("frontmatter of other tools is understood: quotes, lists in blocks, dates", async (t) => {
  const project = await initProject(t);
  const notes = writeStore(join(project.base, "notes"), { "tips.md": BLOCK_LIST });
  await playImport(project, ["markdown", notes, "--execute"]);
  const memory = await show(project, "reference_tips");
  assert.deepEqual(
    [memory["name"], memory["tags"], memory["createdAt"], memory["category"]],
    ["Ana's tips", ["git-tips", "shell"], "2025-12-24T00:00:00Z", "runbook"],
  );
});

test("a valid file name is the id; one that contradicts the type, or repeats, gives way to a derived id", async (t) => {
  const project = await initProject(t);
  const notes = writeStore(join(project.base, "notes"), {
    "a/project_window.md": memoryText(),
    "b/project_window.md": memoryText({ name: "Another window" }),
    "feedback_really_a_project.md": memoryText({ name: "Zebra" }),
    "Über Größe.md": PLAIN,
    "uber-gro-e.md": `${PLAIN}Again.\n`,
    "漢字.md": PLAIN,
  });
  const { items } = await playImport(project, ["markdown", notes]);
  assert.deepEqual(
    items.map(({ source, id, reason }) => [source, id, reason]),
    [
      ["a/project_window.md", "project_window", null],
      [
        "b/project_window.md",
        "project_window",
        "EXISTS: another record of this import has the id project_window",
      ],
      ["feedback_really_a_project.md", "project_really_a_project", null],
      ["uber-gro-e.md", "reference_uber_gro_e", null],
      ["Über Größe.md", "reference_uber_gro_e_edb666b9", null],
      ["漢字.md", "reference_m_c6d297713595", null],
    ],
  );
});

test("an index, a key that is there twice and a note that is too short are named with their reason", async (t) => {
  const project = await initProject(t);
  const notes = writeStore(join(project.base, "notes"), {
    "MEMORY.md": "# Index\n",
    "twice.md":
      "---\ntype: user\ntrust-level: quarantined\ntrust-level: verified\n---\n\nLong enough to be a body of a memory.\n",
    "nested-twice.md":
      "---\nmetadata:\n  type: user\n  type: project\n---\n\nLong enough to be a body of a memory.\n",
    "short.md": "# Hm\n",
  });
  assert.deepEqual(outcomes(await playImport(project, ["markdown", notes])), {
    "MEMORY.md": "skipped: an index, not a memory",
    "twice.md": "skipped: `trust-level` is already on line 3",
    "nested-twice.md": "skipped: `metadata.type` is there twice",
    "short.md": "skipped: INVALID_MEMORY: FAIL-STRUCT: the body has 4 characters, fewer than 30",
  });
});

test("what is retired or archived in a note's frontmatter is so here", async (t) => {
  const project = await initProject(t);
  const notes = writeStore(join(project.base, "notes"), {
    "project_old.md": memoryText({
      name: "Old zebra",
      extra: ["status: retired", "retired-at: 2026-03-01T00:00:00Z"],
    }),
    "project_aside.md": memoryText({ name: "Giraffe", extra: ["status: archived", "archived-at: soon"] }),
  });
  assert.deepEqual(outcomes(await playImport(project, ["markdown", notes, "--execute"])), {
    "project_aside.md": "archived",
    "project_old.md": "retired",
  });
});
