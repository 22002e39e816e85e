// A block's input for tests: one ordinary entry, to be changed field by field.

import type { BlockInput } from "../../../src/memory/block/block.ts";
import type { BlockEntry } from "../../../src/memory/block/entry.ts";

const SAMPLE_ENTRY: BlockEntry = {
  label: "decision",
  name: "Use Postgres",
  path: ".claude/memory/memories/project_db.md",
  tags: ["storage", "db"],
  inferred: true,
  confidence: "high",
  date: "2026-05-01",
  excerpt: "We chose Postgres.\n\nWhy: it was there.",
  scope: "project",
};

export function inputOf(...entries: readonly Partial<BlockEntry>[]): BlockInput {
  return {
    source: ".claude/memory/memories/",
    descriptions: {},
    entries: entries.map((entry) => ({ ...SAMPLE_ENTRY, ...entry })),
    budgetChars: 100_000,
  };
}
