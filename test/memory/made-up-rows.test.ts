// One more row in a copy of a table, and everything that goes by the table knows it.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { DescribedMemory } from "../../src/app/memories/describe-memory.ts";
import { toFiles } from "../../src/app/transfer/export.ts";
import { renderCommandHelp } from "../../src/cli/call/help.ts";
import { draftOptions } from "../../src/cli/call/values.ts";
import { transitionCommands } from "../../src/cli/commands/standing.ts";
import { update } from "../../src/cli/commands/write.ts";
import { settableShape } from "../../src/mcp/draft-fields.ts";
import { BLANK_DRAFT, renderDraft, sanitizeValues } from "../../src/memory/file/draft.ts";
import { FIELDS, type Fields } from "../../src/memory/file/fields.ts";
import { listRaises, TRANSITION_WORDS } from "../../src/memory/law/transition-words.ts";
import { compareNames } from "../arch/documented-names.ts";
import { parsePage } from "../arch/markdown.ts";
import { readDocumentation } from "../arch/project-files.ts";
import { REGISTERS } from "../arch/registers.ts";

const PAGES = [...readDocumentation()].map(([path, text]) => parsePage(path, text));

const FIELDS_AND_ONE: Fields = {
  ...FIELDS,
  "proven-by": {
    property: "provenBy",
    kind: "line",
    charsMin: 3,
    charsMax: 20,
    rule: "one line of 3 to 20 characters",
    isGood: (value) => typeof value === "string",
    absent: "is fine",
    inDraft: true,
    update: "replaced",
    isExported: true,
  },
};

const TRANSITIONS_AND_ONE = {
  ...TRANSITION_WORDS,
  endorse: {
    summary: "Put your name to a memory",
    personOnly: true,
    question: "put your name to exactly this text?",
    done: "endorsed",
    key: "k",
    offeredTo: ["verified"],
    offer: "put your name to it",
    end: "confirmed",
  },
} as const;

test("a made-up field is cleaned, and written into a new file behind those that were there before", () => {
  const draft = {
    ...BLANK_DRAFT,
    type: "project",
    name: "Kiwi",
    description: "A bird",
    origin: "user",
    body: "It sleeps by day.\n",
    provenBy: " a\u200Bn egg ",
  } as const;
  const clean = sanitizeValues(draft, FIELDS_AND_ONE);
  const birth = { tier: "inferred", now: Date.parse("2026-05-01T09:30:00Z"), machine: "laptop" } as const;
  assert.match(renderDraft(clean, birth, FIELDS_AND_ONE), /\norigin: user\nproven-by: an egg\n---\n/);
  assert.doesNotMatch(renderDraft(clean, birth), /proven/);
});

test("a made-up field with its words is an option of save and update", () => {
  const words = { "proven-by": { value: "TEXT", help: "what proved it" } };
  const help = renderCommandHelp({ ...update, options: draftOptions(words) });
  assert.match(help, /\n {2}--proven-by TEXT +what proved it\n/);
});

test("a made-up field is an argument of the tools that write, within its limits", () => {
  const shape = settableShape(FIELDS_AND_ONE, { "proven-by": "what proved it" });
  assert.deepEqual(Object.keys(shape), [
    "category",
    "tags",
    "cues",
    "contradicts",
    "related_files",
    "proven_by",
  ]);
  const schema = shape["proven_by"];
  assert.equal(schema?.description, "what proved it");
  const accepted = ["an egg", undefined, "eg", "e".repeat(21), 7].map(
    (given) => schema?.safeParse(given).success,
  );
  assert.deepEqual(accepted, [true, true, false, false, false]);
});

test("a made-up field leaves with an exported memory", () => {
  const memory: DescribedMemory & { provenBy: string } = {
    id: "project_kiwi",
    scope: "project",
    path: ".claude/memory/memories/project_kiwi.md",
    name: "Kiwi",
    description: "A bird",
    type: "project",
    category: null,
    tags: [],
    cues: [],
    contradicts: [],
    tier: "inferred",
    standing: "inferred",
    flagged: null,
    reason: "written",
    status: "active",
    createdAt: null,
    lastVerified: null,
    origin: "user",
    taint: [],
    digest: null,
    body: "It sleeps by day.\n",
    provenBy: "an egg",
  };
  const text =
    "---\nname: Kiwi\ndescription: A bird\ntype: project\ntrust-level: inferred\norigin: user\nproven-by: an egg\n---\nIt sleeps by day.\n";
  assert.deepEqual(toFiles([memory], "markdown", FIELDS_AND_ONE), [
    { path: "project/project_kiwi.md", text },
  ]);
});

test("a made-up field has to be documented", () => {
  const faults = compareNames(PAGES, "frontmatter key", Object.keys(FIELDS_AND_ONE));
  assert.deepEqual(faults, ['no table headed "frontmatter key" lists proven-by']);
});

test("a made-up transition is a command with the words of its row", () => {
  const commands = transitionCommands(TRANSITIONS_AND_ONE);
  assert.deepEqual(
    commands.map(({ name }) => name),
    ["promote", "reaffirm", "mine", "keep", "demote", "restore", "endorse"],
  );
  const help = commands.slice(-1).map(renderCommandHelp).join("");
  assert.match(help, /^Put your name to a memory\n\nusage: credence endorse ID \[--acknowledge\]/);
});

test("a made-up transition is offered in the review of the memories that its row names", () => {
  assert.deepEqual(listRaises("verified", TRANSITIONS_AND_ONE), [
    { action: "reaffirm", key: "y" },
    { action: "endorse", key: "k" },
  ]);
  assert.deepEqual(listRaises("quarantined", TRANSITIONS_AND_ONE), [{ action: "restore", key: "y" }]);
});

test("a made-up transition has to be documented", () => {
  const names = [...REGISTERS.command, ...transitionCommands(TRANSITIONS_AND_ONE).map(({ name }) => name)];
  assert.deepEqual(compareNames(PAGES, "command", names), ['no table headed "command" lists endorse']);
});
