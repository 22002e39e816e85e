// Two texts of one memory, where a merge kept both: the second has an id that names the first and its own content, so nobody
// makes a pair of two memories by a name alone. It waits until a person has vouched for the second, or has put it aside.

import { CUT_CHARS_MIN, isSecondOf, stemOfSecond } from "../../memory/file/second-id.ts";
import { isPersons, isVouching } from "../../memory/law/acts.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { selectEvidence } from "../../memory/law/evidence.ts";
import { findFile, listIds } from "../../store/memory-files.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type LoadedMemory, loadPresent } from "./load-memory.ts";

/** @returns the first, for a second that nobody has decided about; null for every other memory. */
export function findPair(workspace: Workspace, loaded: LoadedMemory): LoadedMemory | null {
  const { file, digest, root } = loaded;
  if (root.format === 2)
    return CAUSES[loaded.standing.cause].isBeside === true
      ? loadPresent(workspace, root, { id: loaded.input.place.id })
      : null;
  const stem = stemOfSecond(file.id);
  if (stem === null || digest === null || !isOpen(loaded)) return null;
  const [id, ...more] = listFirsts(root.path, stem).filter((each) =>
    isSecondOf(each, { id: file.id, digest }),
  );
  // Of two whose ids begin alike nobody can tell which is meant.
  const first = id === undefined || more.length > 0 ? null : loadPresent(workspace, root, { id });
  if (first === null || !isOpen(first)) return null;
  return isDecided(loaded) ? null : first;
}

/** The one that the second is named after; where its id was too long to be in the second's whole, all that begin so. */
function listFirsts(root: string, stem: string): string[] {
  if (findFile(root, stem) !== null) return [stem];
  return stem.length < CUT_CHARS_MIN ? [] : [...listIds(root).keys()].filter((id) => id.startsWith(stem));
}

function isOpen({ standing: { standing }, memory }: LoadedMemory): boolean {
  return memory?.status === "active" && standing !== "quarantined" && standing !== "retired";
}

/** A person kept or approved exactly this text under this id. */
function isDecided({ input, digest }: LoadedMemory): boolean {
  return selectEvidence(input).all.some(
    (each) => each.digest === digest && isVouching(each) && isPersons(each),
  );
}
