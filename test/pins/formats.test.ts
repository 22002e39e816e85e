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
import { parseAttestation, renderAttestation, statementOf } from "../../src/memory/law/attestation.ts";
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
const MEMORY_DIGEST = "f0c9c3aa8e37d38a6c755d48d0a9d16a1387c19b45f457500bc622ed6103f163";

const ATTESTATION_FILE =
  '{"acknowledged":["override","role-marker"],"act":"approve","digest":"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd","id":"project_x","key":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","parents":["1111111111111111111111111111111111111111111111111111111111111111","2222222222222222222222222222222222222222222222222222222222222222"],"reason":"looks right","root":"00000000000000000000000000000000","scope":"project","signature":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","signer":"person:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","time":"2026-05-01T09:30:00Z","v":1}\n';
const ATTESTATION_NAME = "8c4e2bcaade2c1199b60fb3e71167826d9b6d765144a0d6ca08ae688c3431e74";

const ROOT_FILE = '{"v":1,"root":"00112233445566778899aabbccddeeff"}\n';

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

test("an attestation is read and written, byte for byte, as it always was, and so is its name", () => {
  const parsed = parseAttestation(ATTESTATION_FILE, ATTESTATION_NAME);
  assert.ok("hash" in parsed, FROZEN);
  assert.deepEqual(
    renderAttestation(statementOf(parsed), parsed),
    { hash: ATTESTATION_NAME, text: ATTESTATION_FILE },
    FROZEN,
  );
});

test("a root's own file is read and written as it always was", (t) => {
  const path = freshDir(t);
  const { id } = makeRoot({ kind: "shared", path, shown: ".claude/memory/" });
  const written = readFileSync(join(path, "root.json"), "utf8");
  assert.equal(written, ROOT_FILE.replace("00112233445566778899aabbccddeeff", id), FROZEN);
  writeFileSync(join(path, "root.json"), ROOT_FILE);
  assert.equal(readRootId(path), "00112233445566778899aabbccddeeff", FROZEN);
});
