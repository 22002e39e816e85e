// A record of claude-memory that is imported and exported is the same record.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { DescribedMemory } from "../../../../src/app/memories/describe-memory.ts";
import { recordOf } from "../../../../src/app/transfer/export.ts";
import { memoryOfRecord } from "../../../../src/app/transfer/import/claude-memory.ts";
import { sanitizeDraft } from "../../../../src/memory/file/draft.ts";
import { initProject } from "../../../fixture/init-project.ts";
import { arbitraryRecord } from "./arbitrary-record.ts";
import { playImport } from "./play-import.ts";
import { writeStore } from "./sample-store.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);
const NOW = Date.parse("2026-05-01T12:00:00Z");

/** The memory that the record becomes, as export sees it, without a root in between. */
function toDescribed(record: unknown): DescribedMemory {
  const memory = memoryOfRecord(record, { now: NOW, mtimeMs: NOW });
  assert.ok(memory !== null);
  const { type, name, description, category, tags, cues, contradicts, body } = sanitizeDraft(memory.draft);
  const status = memory.keys["status"];
  return {
    id: memory.id ?? "project_x",
    scope: "project",
    path: "",
    name,
    description,
    type,
    category,
    tags,
    cues,
    contradicts,
    tier: "inferred",
    standing: "inferred",
    reason: "",
    flagged: null,
    status: status === "retired" || status === "archived" ? status : "active",
    createdAt: null,
    lastVerified: null,
    origin: "import",
    taint: [],
    digest: null,
    body,
  };
}

test("every record in the documented format comes back as it was", () => {
  fc.assert(
    fc.property(arbitraryRecord, (record) => {
      assert.deepEqual(recordOf(toDescribed(record)).record, record);
    }),
    { numRuns: RUNS },
  );
});

test("through files, a root and the command line the records of a store come back as they were", async (t) => {
  const project = await initProject(t);
  const records = new Map(
    fc.sample(arbitraryRecord, { numRuns: 40, seed: 7 }).map((record) => [String(record["id"]), record]),
  );
  // Only the newest five summaries stay in use, which is a change of status.
  const kept = [...records.values()].filter(({ category }) => category !== "session_summary");
  const files = kept.map((record) => [`decisions/${String(record["id"])}.json`, JSON.stringify(record)]);
  const store = writeStore(join(project.base, "store"), Object.fromEntries(files));
  const { items } = await playImport(project, ["claude-memory", store, "--execute"]);
  const stored = items.filter(({ kind }) => kind === "new").map(({ source }) => source);
  assert.ok(stored.length >= kept.length - 5, JSON.stringify(items.filter(({ kind }) => kind !== "new")));
  const out = join(project.base, "out");
  await project.done(["export", "--format", "claude-memory", "--out", out, "--all", "--as-test-person"]);
  const back = readdirSync(out, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(out, name), "utf8")));
  const wanted = kept.filter(({ id }) => stored.includes(`decisions/${String(id)}.json`));
  const byId = (a: { id?: unknown }, b: { id?: unknown }): number => (String(a.id) < String(b.id) ? -1 : 1);
  assert.deepEqual(back.sort(byId), wanted.sort(byId));
});

test("what was changed here since is what is exported: title, a section, the status", async (t) => {
  const project = await initProject(t);
  const record = {
    schema_version: "1.0",
    category: "decision",
    id: "kiwi",
    title: "Kiwi first",
    tags: ["fruit"],
    cues: [],
    contradicts: [],
    content: {
      status: "accepted",
      context: "We like fruit very much.",
      decision: "Kiwi.",
      rationale: ["green"],
    },
  };
  const store = writeStore(join(project.base, "store"), { "decisions/kiwi.json": JSON.stringify(record) });
  await playImport(project, ["claude-memory", store, "--execute"]);
  const { body } = JSON.parse((await project.done(["show", "project_kiwi", "--json"])).stdout);
  const changed = ["--name", "Kiwi second", "--body", body.replace("Kiwi.", "Two kiwis.")];
  await project.done(["update", "project_kiwi", ...changed]);
  await project.done(["archive", "project_kiwi"]);
  const [exported] = JSON.parse((await project.done(["export", "--format", "claude-memory"])).stdout);
  assert.deepEqual(
    [exported.title, exported.content.decision, exported.record_status, exported.content.status],
    ["Kiwi second", "Two kiwis.", "archived", "accepted"],
  );
});
