// A project with a memory that is asked for, and one that nobody asks for.

import assert from "node:assert/strict";
import { type AuditProject, auditProject } from "../../fixture/audit-project.ts";
import type { Owner } from "../../temp-dir.ts";

export const GOOD = "The zebrakiwi sleeps by day, below a bush.\n\nWhy: so.\nHow to apply: so.";
export const at = (time: string): string[] => ["--now", time];
export const day = (text: string): string => `${text}T12:00:00Z`;
export const ASKED = "when does the zebrakiwi sleep by day?";

export async function recall(project: AuditProject, prompt: string, on: string): Promise<void> {
  const { exit, stderr } = await project.call(["recall", "--prompt", prompt, ...at(day(on))]);
  assert.equal(exit, 0, stderr);
}

export async function askedProject(t: Owner): Promise<AuditProject> {
  const project = auditProject(t);
  await project.plant("project_kiwi", { name: "Zebrakiwi", body: GOOD });
  await project.plant("project_idle", {
    name: "Nobody asks",
    body: "Invoices are rounded half up to cents.\n\nWhy: law.\nHow to apply: always.",
  });
  return project;
}
