import assert from "node:assert/strict";
import { test } from "node:test";
import { checkInjection } from "../../../src/validate/check-injection.ts";
import { NO_CONTEXT } from "../../../src/validate/verdict.ts";
import { BENIGN_SENTENCES } from "./texts.ts";

test("sentences of everyday engineering stay clean, one by one", () => {
  assert.ok(BENIGN_SENTENCES.length >= 40);
  for (const text of BENIGN_SENTENCES) {
    const verdict = checkInjection("note.md", text, NO_CONTEXT);
    assert.deepEqual(
      verdict,
      { file: "note.md", tool: "injection-check", label: "CLEAN", exit: 0, findings: [] },
      text,
    );
  }
});

test("the same sentences stay clean as one document", () => {
  assert.equal(checkInjection("note.md", BENIGN_SENTENCES.join("\n\n"), NO_CONTEXT).label, "CLEAN");
});

test("a memory file with its frontmatter stays clean", () => {
  const file = [
    "---",
    "name: Release steps",
    "description: How a release is cut and who is told",
    "type: project",
    "category: runbook",
    "tags: [release, ci]",
    "trust-level: verified",
    "last-verified: 2026-02-03",
    "created-at: 2026-01-02T03:04:05Z",
    "source-machine: laptop",
    "---",
    "**Trigger:** the milestone is empty.",
    "**Steps:** always tag from main, never from a branch; then run `npm run release`.",
    "**Verification:** the new version is on the registry. You must see the checksum.",
  ].join("\n");
  assert.equal(checkInjection("project_release.md", file, NO_CONTEXT).label, "CLEAN");
});

test("saying always and never often is not an injection", () => {
  const text =
    "Always test. Never skip. You must always lint. You must never force. From now on always rebase.";
  assert.equal(checkInjection("note.md", text, NO_CONTEXT).label, "CLEAN");
});

test("the empty text is clean", () => {
  assert.equal(checkInjection("note.md", "", NO_CONTEXT).label, "CLEAN");
});
