// The JSON of an audit and of its parts, frozen: scripts read it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { auditProject, plantFailing } from "../../fixture/audit-project.ts";

/** The keys of an object, of the first of a list, and of everything below; a number, a text or a truth by its name. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== "object" || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]));
}

const ITEM = {
  id: "string",
  scope: "string",
  name: null,
  standing: "string",
  reason: "string",
  createdAt: "string",
} as const;
const NAMED = { ...ITEM, name: "string" } as const;

const FOUND = {
  id: "string",
  scope: "string",
  rule: "string",
  severity: "string",
  line: "number",
  column: "number",
};
const FAILED = {
  tool: "string",
  label: "string",
  rule: "string",
  line: "number",
  outcome: "string",
  code: null,
};
const REPORT = {
  v: "number",
  ruleSet: "number",
  kind: "string",
  at: "string",
  since: null,
  dryRun: "boolean",
  person: "boolean",
  exit: "number",
  failures: [{ ...ITEM, ...FAILED }],
  findings: [
    { family: "string", tool: "string", findings: [{ ...FOUND, preview: null, acknowledged: "boolean" }] },
  ],
  stale: [NAMED],
  waiting: [{ ...NAMED, kind: "string", why: "string" }],
  foreign: [ITEM],
  quarantine: [
    { ...ITEM, window: "string", since: "string", days: "number", why: "string", isNew: "boolean" },
  ],
  duplicates: [{ memories: [NAMED], shared: ["string"] }],
  references: [{ id: "string", scope: "string", kind: "string", target: null }],
  moved: [],
  unused: { receiptsFrom: "string", memories: [NAMED] },
  drift: [],
  recalls: {
    prompts: "number",
    shown: "number",
    silent: "number",
    weeks: [{ week: "string", shown: "number", silent: "number" }],
    top: [{ id: "string", scope: "string", count: "number" }],
  },
  observer: { provider: "string", calls: "number", tokens: null },
  operations: [{ command: "string", actor: "string", count: "number" }],
  settings: [
    { at: "string", key: "string", scope: null, actor: "string", before: "number", after: "number" },
  ],
  approvals: [
    { id: "string", act: "string", digest: "string", time: "string", by: "string", scope: "string" },
  ],
  keptOut: [],
  history: [
    { day: "string", verified: "number", inferred: "number", quarantined: "number", retired: "number" },
  ],
};

test("each entry of a report keeps its shape", async (t) => {
  const project = auditProject(t);
  await plantFailing(project, 0, 1);
  const description = "Staging database cluster restarts nightly";
  await project.plant("project_old", { by: "person", description, extra: ["supersedes: project_gone"] });
  await project.plant("project_same", { description });
  await project.plant("project_alien", { by: "nobody" });
  await project.call(["recall", "--prompt", "what about the staging database cluster?"]);
  await project.call(["config", "set", "retrieval.max_inject", "4", "--as-test-person"]);
  const report = await project.audit(["--now", "2026-08-20T12:00:00Z"]);
  const { signers, summary, roots, ...rest } = report;
  const own = { kind: "string", fingerprint: "string", sealed: "boolean" };
  assert.deepEqual(shapeOf(roots), [{ scope: "string", path: "string", memories: "number" }]);
  assert.deepEqual(shapeOf(summary.ages), [{ age: "string", count: "number" }]);
  assert.deepEqual(shapeOf(signers), { own: [own], signers: [], unknown: [] });
  assert.deepEqual(shapeOf(rest), REPORT);
});
