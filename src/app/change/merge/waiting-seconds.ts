// The texts that were put beside a memory, under ids of their own, and that nobody has vouched for.
//
// Attack: a remote changes a text at every sync, so that a person has to look at one more each time: only so many wait. Accident: a
// text waits that is by now in use under the id that it was put beside; then it has nothing more to ask.

import { isSecondOf, secondId, stemOfSecond } from "../../../memory/file/second-id.ts";
import { selectVouching } from "../../../memory/law/evidence.ts";
import { findFile, listIds } from "../../../store/memory-files.ts";
import { type LoadedMemory, loadMemory } from "../../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";

export const SECONDS_MAX = 3;

/** Ids of those that wait beside it. */
export function listSeconds(workspace: Workspace, root: OpenRoot, id: string): string[] {
  const ids = [...listIds(root.path).keys()].filter((each) => {
    const stem = stemOfSecond(each);
    // A long id lost its end.
    return stem !== null && id.startsWith(stem);
  });
  return ids.filter((each) => {
    const loaded = loadMemory(workspace, root, each);
    const digest = loaded?.digest ?? null;
    return loaded !== null && digest !== null && isSecondOf(id, { id: each, digest }) && !isVouched(loaded);
  });
}

/** @returns the one that waits with exactly this text; null when there is none, or somebody trusted vouched for it. */
export function findWaiting(
  workspace: Workspace,
  root: OpenRoot,
  { id, digest }: { readonly id: string; readonly digest: string },
): LoadedMemory | null {
  const second = secondId(id, digest);
  const loaded = findFile(root.path, second) === null ? null : loadMemory(workspace, root, second);
  return loaded !== null && loaded.digest === digest && !isVouched(loaded) ? loaded : null;
}

/** Is this the text of a memory that is in use here, put beside it? */
export function isInUseBeside(
  workspace: Workspace,
  root: OpenRoot,
  { id, digest }: { readonly id: string; readonly digest: string },
): boolean {
  const stem = stemOfSecond(id);
  if (stem === null || !isSecondOf(stem, { id, digest })) return false;
  const first = findFile(root.path, stem) === null ? null : loadMemory(workspace, root, stem);
  return first?.digest === digest && ["verified", "inferred"].includes(first.standing.standing);
}

function isVouched({ input }: LoadedMemory): boolean {
  return selectVouching(input).length > 0;
}
