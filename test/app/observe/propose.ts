// A session whose model proposes what a test says.

import type { ObserverProject } from "../../fixture/observer-project.ts";
import { type Proposed, scriptedProvider } from "../../fixture/scripted-provider.ts";

export const OTHER_BODY =
  "Releases leave on Fridays only after the smoke run is green.\n\nWhy: a red one went out.\n\nHow to apply: wait.";

/** One session that proposes this, and what came of it. */
export async function propose(project: ObserverProject, ...candidates: readonly Proposed[]) {
  project.say("something that the person said about deployments on Fridays");
  const { created, updated, retired, requested, unchanged, refused } = await project.observe(
    scriptedProvider(() => ({ candidates })),
  );
  return { created, updated, retired, requested, unchanged, refused };
}

export const NONE = { created: 0, updated: 0, retired: 0, requested: 0, unchanged: 0, refused: 0 };
