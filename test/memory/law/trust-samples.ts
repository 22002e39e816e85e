// One memory file and the circumstances of an ordinary day, for the tests of transitions.

import assert from "node:assert/strict";
import { parseMemory } from "../../../src/memory/file/parse-memory.ts";
import {
  type FrontmatterChanges,
  renderFile,
  rewriteFrontmatter,
} from "../../../src/memory/file/write-frontmatter.ts";
import type { Circumstances, Subject } from "../../../src/memory/law/transitions.ts";
import type { Memory } from "../../../src/memory/memory.ts";

export const NOW = Date.UTC(2026, 4, 1, 12, 30, 45);
const BODY = "\nNever merge while a check is running.\n\n**Why:** it broke.\n**How to apply:** wait.\n";

export const FILE = renderFile(
  {
    name: "Merge policy",
    description: "Wait for every check",
    type: "feedback",
    "trust-level": "inferred",
    "created-at": "2026-04-01T09:30:00Z",
    "source-machine": "laptop",
  },
  BODY,
);

export const SUBJECT: Subject = {
  id: "feedback_merge_policy",
  tier: "inferred",
  standing: "inferred",
  cause: "written",
  everApproved: false,
};
export const VERIFIED: Subject = {
  ...SUBJECT,
  tier: "verified",
  standing: "verified",
  cause: "approved",
  everApproved: true,
};
export const QUARANTINED: Subject = {
  ...SUBJECT,
  tier: "quarantined",
  standing: "quarantined",
  cause: "lowered",
};
export const FOREIGN: Subject = { ...SUBJECT, tier: "verified", standing: "foreign", cause: "never-seen" };

/** A person, past the observation period, with every check passed. */
export const PERSON: Circumstances = {
  actor: "person",
  actorName: "a person",
  now: NOW,
  reason: "no longer true",
  opens: NOW,
  observationDays: 7,
  hardFails: false,
  flagged: false,
  acknowledged: false,
};
export const MACHINE: Circumstances = { ...PERSON, actor: "machine", actorName: "an agent" };
export const VALIDATOR: Circumstances = { ...PERSON, actor: "validator", actorName: "secret-check" };

export function applyTo(text: string, changes: FrontmatterChanges): { text: string; memory: Memory } {
  const rewritten = rewriteFrontmatter(text, changes);
  assert.ok(rewritten !== null);
  const parsed = parseMemory(rewritten);
  assert.ok(parsed.kind === "memory", JSON.stringify(parsed.problems));
  return { text: rewritten, memory: parsed.memory };
}
