// The formats on disk, frozen as literals: files like these lie in repositories we never see. A failure here does not
// mean that the literal is old; it means that such files would be read or written differently from now on.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { digestMemory } from "../../src/memory/file/digest.ts";
import { parseFrontmatter } from "../../src/memory/file/frontmatter.ts";
import { parseMemory } from "../../src/memory/file/parse-memory.ts";
import { renderFile } from "../../src/memory/file/write-frontmatter.ts";
import { parseStatement, renderStatement } from "../../src/memory/law/statement.ts";
import { makeRoot, readRootId } from "../../src/store/root-files.ts";
import { checkStructure } from "../../src/validate/check-structure.ts";
import { freshDir } from "../temp-dir.ts";

const FROZEN =
  "formats are frozen: this change breaks files that exist; a new form needs a new version (`v`) and a migration";

const MEMORY_FILE = `---
name: "Merge policy: wait for CI"
description: Never merge while a check is incomplete or failing
type: feedback
category: constraint
tags: [ci, merge, "caf\u00E9"]
cues: [which branch may be merged, git merge, "src/ci/**"]
contradicts: [feedback_merge_at_once]
trust-level: verified
last-verified: 2026-05-01
created-at: 2026-04-15T09:30:00Z
source-machine: laptop
status: archived
updated-at: 2026-04-20T00:00:00Z
archived-at: 2026-05-01T12:30:45Z
archived-reason: replaced by a rule of the server
origin: dictated
session: "1f0c-77"
taint: [web, "mcp:files"]
related-files: [src/ci.ts]
confidence: 0.75
supersedes: feedback_old_policy
---

Never merge while a check is running.

**Why:** a skipped check hid a broken migration.
**How to apply:** look at every check before merging.
**Rule:** no merge before green.
**Impact:** all branches.
`;
const MEMORY_DIGEST = "64b16b49f4722dc3de171b79c8956f2ee3c5a2c9f6d9625acc69fbda983b2968";

const STATEMENT_FILE =
  '{"acknowledged":["override","role-marker"],"act":"approve","born":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","device":"machine:cccccccccccccccccccccccccccccccc","digest":"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd","follows":["1111111111111111111111111111111111111111111111111111111111111111"],"id":"project_x","key":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","lifts":["2222222222222222222222222222222222222222222222222222222222222222"],"prev":null,"reason":"looks right","root":"00000000000000000000000000000000","scope":"project","seq":7,"signature":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","signer":"person:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","source":{"origin":"dictated","session":"1f0c-77","taint":["web"]},"text":"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee","time":"2026-05-01T09:30:00Z","v":1}\n';
const STATEMENT_NAME = "76c748f6c8bb6cb8678b8bbd7000eeb5f01e986a1631e389ae1d32cfe88fefb9";
const TOMBSTONE_FILE =
  '{"act":"forget","born":"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb","device":"machine:cccccccccccccccccccccccccccccccc","digests":["dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd"],"key":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","prev":"3333333333333333333333333333333333333333333333333333333333333333","reason":null,"root":"00000000000000000000000000000000","scope":"project","seq":8,"signature":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","signer":"person:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","source":null,"time":"2026-05-01T09:30:00Z","v":1}\n';
const TOMBSTONE_NAME = "ffef991d111e59f8d63ce0b736087e1b73715ac90186928660fb76041ef2297f";

const ROOT_FILE = '{"format":"credence/1","root":"00112233445566778899aabbccddeeff"}\n';

test("a memory file is written, byte for byte, as it always was", () => {
  const parsed = parseFrontmatter(MEMORY_FILE);
  assert.ok(parsed.kind === "frontmatter", FROZEN);
  const values = Object.fromEntries(parsed.entries.map(({ key, value }) => [key, value]));
  assert.equal(renderFile(values, MEMORY_FILE.slice(parsed.bodyStart)), MEMORY_FILE, FROZEN);
});

test("a memory file is read as it always was, passes the validator and has its digest", () => {
  const parsed = parseMemory(MEMORY_FILE);
  assert.ok(parsed.kind === "memory", FROZEN);
  assert.deepEqual(
    parsed.memory,
    {
      name: "Merge policy: wait for CI",
      description: "Never merge while a check is incomplete or failing",
      type: "feedback",
      category: "constraint",
      tags: ["ci", "merge", "caf\u00E9"],
      cues: ["which branch may be merged", "git merge", "src/ci/**"],
      contradicts: ["feedback_merge_at_once"],
      tier: "verified",
      status: "archived",
      lastVerified: "2026-05-01",
      createdAt: "2026-04-15T09:30:00Z",
      updatedAt: "2026-04-20T00:00:00Z",
      retiredAt: null,
      archivedAt: "2026-05-01T12:30:45Z",
      quarantinedAt: null,
      retiredReason: null,
      archivedReason: "replaced by a rule of the server",
      quarantineReason: null,
      quarantinedBy: null,
      sourceMachine: "laptop",
      origin: "dictated",
      session: "1f0c-77",
      taint: ["web", "mcp:files"],
      relatedFiles: ["src/ci.ts"],
      confidence: 0.75,
      supersedes: "feedback_old_policy",
      body: MEMORY_FILE.slice(MEMORY_FILE.lastIndexOf("---\n") + 4),
    },
    FROZEN,
  );
  assert.equal(digestMemory(parsed.memory), MEMORY_DIGEST, FROZEN);
  assert.equal(checkStructure("feedback_merge_policy.md", Buffer.from(MEMORY_FILE)).label, "PASS", FROZEN);
});

for (const [kind, text, name] of [
  ["statement", STATEMENT_FILE, STATEMENT_NAME],
  ["tombstone", TOMBSTONE_FILE, TOMBSTONE_NAME],
] as const)
  test(`a ${kind} is read and written, byte for byte, as it always was, and so is its name`, () => {
    const parsed = parseStatement(text, name);
    assert.ok("hash" in parsed, FROZEN);
    assert.deepEqual(renderStatement(parsed, parsed), { hash: name, text }, FROZEN);
  });

test("a root's own file is read and written as it always was", (t) => {
  const path = freshDir(t);
  const { id } = makeRoot({ kind: "shared", path, shown: ".claude/memory/" });
  const written = readFileSync(join(path, "root.json"), "utf8");
  assert.equal(written, ROOT_FILE.replace("00112233445566778899aabbccddeeff", id), FROZEN);
  writeFileSync(join(path, "root.json"), ROOT_FILE);
  assert.equal(readRootId(path), "00112233445566778899aabbccddeeff", FROZEN);
});
