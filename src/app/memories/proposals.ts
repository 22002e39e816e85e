// A proposal: a text of a machine that would replace what a person approved. It waits for a person, and until they decide no
// model is shown it beside the approved one, under the same title and at once.
//
// Asked of what this machine has seen, not of the target's file: whoever deletes or spoils that brings no proposal into use.

import { findUnlifted, selectEvidence } from "../../memory/law/evidence.ts";
import { type StandingInput, wasEverApproved } from "../../memory/law/standing.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { LoadedMemory } from "./load-memory.ts";

const NO_FILE = { digest: null, tier: null, status: "active", directory: "memories" } as const;

/** @returns the id of the approved memory that it would replace; null when it is no proposal, or that one is out of use. */
export function findProposedFor(workspace: Workspace, loaded: LoadedMemory): string | null {
  const { standing, memory, root } = loaded;
  if (standing.standing !== "inferred" || memory === null || memory.supersedes === null) return null;
  const input = inputOf(workspace, root, memory.supersedes);
  const isInUse = wasEverApproved(input) && findUnlifted(selectEvidence(input), null).length === 0;
  return isInUse ? memory.supersedes : null;
}

function inputOf(workspace: Workspace, root: OpenRoot, id: string): StandingInput {
  const remembered = workspace.seenIn(root).recall(id);
  return {
    place: { root: root.id, scope: root.scope, id },
    file: NO_FILE,
    attestations: remembered,
    remembered,
    signers: workspace.signers,
    rootWaits: false,
    testState: workspace.state.isTest,
  };
}
