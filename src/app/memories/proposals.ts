// A proposal: a text of a machine that would replace what a person approved. It waits for a person, and until they decide no
// model is shown it beside the approved one, under the same title and at once.
//
// Asked of what this machine has seen, not of the target's file: whoever deletes or spoils that brings no proposal into use.

import { findUnlifted, selectEvidence } from "../../memory/law/evidence.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { inputOfSaid } from "./known-signers.ts";
import type { LoadedMemory } from "./load-memory.ts";

/** @returns the id of the approved memory that it would replace; null when it is no proposal, or that one is out of use. */
export function findProposedFor(workspace: Workspace, loaded: LoadedMemory): string | null {
  const { standing, memory, root } = loaded;
  if (standing.standing !== "inferred" || memory === null || memory.supersedes === null) return null;
  const id = memory.supersedes;
  const input = inputOfSaid(workspace, root, { id, said: workspace.seenIn(root).recall(id) });
  const isInUse = wasEverApproved(input) && findUnlifted(selectEvidence(input), null).length === 0;
  return isInUse ? id : null;
}
