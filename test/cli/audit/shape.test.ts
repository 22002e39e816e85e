// The JSON of an audit and of its parts, frozen: scripts read it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { auditProject, plantFailing } from "../../fixture/audit-project.ts";

/** The keys of an object, of the first of a list, and of everything below; a number, a text or a truth by its name. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== "object" || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]));
}

const REPORT: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "report-shape.json"), "utf8"));

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
