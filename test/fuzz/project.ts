// A project with honest memories, and others that nobody vouched for: those carry a marker in every field, so that a word of them is
// seen wherever it comes out.

import assert from "node:assert/strict";
import { type RecallProject, recallProject } from "../fixture/recall-project.ts";
import { MARKER, NAME_MARKER, plantWithheld } from "../redteam/withheld-samples.ts";
import type { Owner } from "../temp-dir.ts";

const HONEST: Readonly<Record<string, readonly [name: string, body: string]>> = {
  project_kiwi: [
    "Kiwi",
    "The kiwi sleeps by day, and the kiwi hunts by night.\n\nWhy: it is dark.\nHow to apply: wait.",
  ],
  project_user_id: ["Keys", "Sort by user_id and near .env, or not AND so on.\n".repeat(5)],
  feedback_pnpm: [
    "Package manager",
    "We use pnpm and nothing else here, and `pnpm install --frozen-lockfile` in CI.",
  ],
  reference_port: [
    "Port of the database",
    "PostgreSQL listens on port 5433 in development; the tests start their own.",
  ],
  feedback_tabs: ["Tabs", "Tabs are four wide in Go and two in TypeScript, whatever the editor says."],
  project_deploy: [
    "Deploy window",
    "Deployments happen on Tuesdays before noon, when the team is there to watch.",
  ],
};

/** `project_vouched` is among the withheld samples: its text is vouched for, and only what is beside the digest is not. */
export const SHOWN_IDS: ReadonlySet<string> = new Set([...Object.keys(HONEST), "project_vouched"]);

export async function fuzzedProject(owner: Owner): Promise<RecallProject> {
  const project = await recallProject(owner);
  for (const [id, [name, body]] of Object.entries(HONEST)) await project.save(id, { name, body });
  await plantWithheld(project);
  return project;
}

/** No word of what nobody vouched for, unless it was asked with that word. */
export function assertWithheld(said: string, asked: string): void {
  for (const marker of [MARKER, NAME_MARKER]) {
    if (asked.toLowerCase().includes(marker.toLowerCase())) continue;
    assert.ok(
      !said.toLowerCase().includes(marker.toLowerCase()),
      `a withheld text came out: ${said.slice(0, 500)}`,
    );
  }
}
