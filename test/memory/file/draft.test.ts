import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Draft, renderDraft, sanitizeDraft } from "../../../src/memory/file/draft.ts";
import { parseMemory } from "../../../src/memory/file/parse-memory.ts";

import { hostileText, LAW_RUNS } from "../text/hostile-text.ts";

const DRAFT: Draft = {
  type: "project",
  name: "Deploy on Fridays",
  description: "When deployments happen",
  category: "decision",
  tags: ["deploy"],
  cues: [],
  contradicts: [],
  body: "Deployments happen on Fridays before noon.\n",
  origin: "user",
  relatedFiles: [],
  session: null,
  taint: [],
  confidence: null,
  supersedes: null,
};
const BIRTH = { tier: "inferred", now: Date.parse("2026-05-01T09:30:00Z"), machine: "laptop" } as const;

test("a draft becomes this file", () => {
  const draft: Draft = {
    ...DRAFT,
    cues: ["when to deploy", "before the weekend"],
    contradicts: ["project_any_day"],
    relatedFiles: ["src/a.ts"],
    session: "s-1",
    taint: ["web"],
    confidence: 0.5,
    supersedes: "project_old",
  };
  assert.equal(
    renderDraft(draft, { ...BIRTH, tier: "verified" }),
    `---
name: Deploy on Fridays
description: When deployments happen
type: project
category: decision
tags: [deploy]
cues: [when to deploy, before the weekend]
contradicts: [project_any_day]
trust-level: verified
last-verified: 2026-05-01
created-at: 2026-05-01T09:30:00Z
source-machine: laptop
origin: user
session: s-1
taint: [web]
related-files: [src/a.ts]
confidence: 0.5
supersedes: project_old
---
Deployments happen on Fridays before noon.
`,
  );
});

test("an inferred draft has no last-verified, and what is absent is left out", () => {
  assert.equal(
    renderDraft({ ...DRAFT, category: null, tags: [] }, BIRTH),
    `---
name: Deploy on Fridays
description: When deployments happen
type: project
trust-level: inferred
created-at: 2026-05-01T09:30:00Z
source-machine: laptop
origin: user
---
Deployments happen on Fridays before noon.
`,
  );
});

test("a confidence is written from 0 to 1 with at most two digits", () => {
  const written = [-1, 0, 0.004, 0.1, 0.335, 0.999, 1, 7].map((confidence) => {
    const parsed = parseMemory(renderDraft({ ...DRAFT, confidence }, BIRTH));
    return parsed.kind === "memory" ? parsed.memory.confidence : "broken";
  });
  assert.deepEqual(written, [0, 0, 0, 0.1, 0.34, 1, 1, 1]);
});

test("hidden characters, grammar and doubles are gone before anything is signed", () => {
  const hidden = String.fromCodePoint(0x200b, 0x202e, 0xe0041);
  const clean = sanitizeDraft({
    ...DRAFT,
    name: `Deploy${hidden} -> now #tags:x`,
    description: ` two\nlines\u0007 `,
    tags: ["CI", "ci", "a,b", hidden],
    cues: [`When to${hidden} deploy\n`, "When to deploy", hidden],
    body: `Text${hidden}\r\nand more\u001B[2J   \n\n\n`,
    relatedFiles: [`a${hidden}.ts`, "a.ts", ""],
    taint: ["web\n", "web"],
    session: `s${hidden}1`,
  });
  assert.deepEqual(clean, {
    ...DRAFT,
    name: "Deploy - now x",
    description: "two lines",
    tags: ["ci", "ab"],
    cues: ["When to deploy"],
    body: "Text\nand more[2J\n",
    relatedFiles: ["a.ts"],
    taint: ["web"],
    session: "s1",
  });
});

test("a text that is too long is never cut: it stays too long, for the validator to refuse", () => {
  const clean = sanitizeDraft({ ...DRAFT, name: "n".repeat(5_000), body: "b".repeat(150_000) });
  assert.equal(clean.name.length, 5_000);
  assert.equal(clean.body.length, 150_001);
});

test("a clean draft is read back as it was meant, whatever was in it", () => {
  fc.assert(
    fc.property(hostileText, hostileText, fc.array(hostileText, { maxLength: 4 }), (name, body, tags) => {
      const draft = sanitizeDraft({ ...DRAFT, name: `n${name}n`, body: `Body ${body}`, tags });
      assert.deepEqual(sanitizeDraft(draft), draft);
      const parsed = parseMemory(renderDraft(draft, BIRTH));
      if (parsed.kind === "broken") return;
      assert.equal(parsed.memory.name, draft.name);
      assert.equal(parsed.memory.body, draft.body);
      assert.deepEqual(parsed.memory.tags, draft.tags);
    }),
    LAW_RUNS,
  );
});
