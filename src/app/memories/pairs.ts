// Two texts of one memory, where a merge kept both: the second has an id that names the first and its own content, so nobody
// makes a pair of two memories by a name alone. It waits until a person has vouched for the second, or has put it aside.

import { isSecondOf, stemOfSecond } from "../../memory/file/merge-memory.ts";
import { selectEvidence } from "../../memory/law/evidence.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type LoadedMemory, loadPresent } from "./load-memory.ts";

/** @returns the first, for a second that nobody has decided about; null for every other memory. */
export function findPair(workspace: Workspace, loaded: LoadedMemory): LoadedMemory | null {
  const { file, digest, root } = loaded;
  const stem = stemOfSecond(file.id);
  if (stem === null || digest === null || !isOpen(loaded)) return null;
  const first = loadPresent(workspace, root, { id: stem });
  if (first === null || !isOpen(first) || !isSecondOf(stem, { id: file.id, digest })) return null;
  return isDecided(loaded) ? null : first;
}

function isOpen({ standing: { standing }, memory }: LoadedMemory): boolean {
  return memory?.status === "active" && standing !== "quarantined" && standing !== "retired";
}

/** A person kept or approved exactly this text under this id. */
function isDecided({ input, digest }: LoadedMemory): boolean {
  return selectEvidence(input).all.some(
    ({ act, digest: of }) => of === digest && (act === "keep" || act === "approve"),
  );
}
