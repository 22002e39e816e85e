import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeUpdate, rewriteFile, type Update } from "../../../src/memory/file/merge-update.ts";
import { parseMemory } from "../../../src/memory/file/parse-memory.ts";
import { NO_UPDATE } from "../../fixture/no-update.ts";

const FILE = `---
# the team agreed on this
name: Deploy on Fridays
description: "When: deployments happen"   # quoted
type: project
tags: [deploy, ci]
trust-level: inferred
created-at: 2026-05-01T09:30:00Z
source-machine: laptop
x-team: platform
related-files: [a.ts, gone.ts]
---
Deployments happen on Fridays before noon.
`;

const exists = (path: string): boolean => path !== "gone.ts";

function update(changes: Partial<Update>, text: string = FILE): string {
  const parsed = parseMemory(text);
  assert.equal(parsed.kind, "memory");
  if (parsed.kind !== "memory") return "";
  const given = { ...NO_UPDATE, ...changes };
  return rewriteFile(text, mergeUpdate(parsed.memory, given, exists), given.body) ?? "broken";
}

function changedLines(text: string): string[] {
  const before = new Set(FILE.split("\n"));
  return text.split("\n").filter((line) => !before.has(line));
}

const ROWS: readonly { readonly what: string; readonly given: Partial<Update>; readonly lines: string[] }[] =
  [
    { what: "the name", given: { name: "Deploy: when" }, lines: ['name: "Deploy: when"'] },
    {
      what: "the description, and its comment stays",
      given: { description: "When" },
      lines: ["description: When   # quoted"],
    },
    { what: "a category that was absent", given: { category: "decision" }, lines: ["category: decision"] },
    {
      what: "new tags after the old ones",
      given: { tags: ["zoo", "ci"] },
      lines: ["tags: [deploy, ci, zoo]"],
    },
    { what: "the body alone", given: { body: "Another text.\n" }, lines: ["Another text."] },
  ];

for (const { what, given, lines } of ROWS) {
  test(`an update changes ${what}, and no other line but the dangling file`, () => {
    assert.deepEqual(changedLines(update(given)).sort(), [...lines, "related-files: [a.ts]"].sort());
  });
}

test("related files grow, except by those that are gone", () => {
  assert.match(update({ relatedFiles: ["b.ts", "a.ts"] }), /^related-files: \[a\.ts, b\.ts\]$/m);
});

test("when no related file is left, the key goes", () => {
  const text = FILE.replace("[a.ts, gone.ts]", "[gone.ts]");
  assert.doesNotMatch(update({}, text), /related-files/);
});

test("an update that says nothing new leaves the file as it is, byte for byte", () => {
  const text = FILE.replace(", gone.ts", "");
  assert.equal(update({}, text), text);
  assert.equal(update({ name: "Deploy on Fridays", tags: ["ci"], relatedFiles: ["a.ts"] }, text), text);
});

test("tags grow to twelve and no further, and the old ones stay", () => {
  const many = Array.from({ length: 20 }, (_, index) => `t${index}`);
  const parsed = parseMemory(update({ tags: many }));
  assert.deepEqual(parsed.kind === "memory" && parsed.memory.tags, [
    "deploy",
    "ci",
    ..."t0 t1 t2 t3 t4 t5 t6 t7 t8 t9".split(" "),
  ]);
});

test("there is no way to change the type, the creation or the tier by an update", () => {
  const parsed = parseMemory(FILE);
  assert.equal(parsed.kind, "memory");
  if (parsed.kind !== "memory") return;
  const everything = {
    ...NO_UPDATE,
    name: "N n",
    description: "d",
    category: "decision",
    tags: ["t"],
  } as const;
  const keys = Object.keys(mergeUpdate(parsed.memory, { ...everything, relatedFiles: ["x"] }, exists));
  assert.deepEqual(keys.sort(), ["category", "description", "name", "related-files", "tags"]);
});

test("an edit of the whole text can take tags, files and the category away", () => {
  const categorised = FILE.replace("type: project", "type: project\ncategory: decision");
  const text = update({ isWhole: true, tags: [], relatedFiles: ["new.ts"] }, categorised);
  assert.doesNotMatch(text, /^category:/m);
  assert.doesNotMatch(text, /^tags:/m);
  assert.match(text, /^related-files: \[new\.ts\]$/m);
  assert.match(text, /# the team agreed on this\n/);
  assert.match(text, /^x-team: platform$/m);
});

test("a file whose frontmatter is broken is not rewritten", () => {
  assert.equal(rewriteFile("no frontmatter", { name: "x" }, "body"), null);
});

test("a new body begins where the old one did, in a file with CRLF too", () => {
  const windows = FILE.replaceAll("\n", "\r\n");
  const text = rewriteFile(windows, { name: "New name" }, "New body.\n");
  assert.equal(text?.endsWith("---\r\nNew body.\n"), true);
  assert.match(text ?? "", /^name: New name\r\n/m);
});
