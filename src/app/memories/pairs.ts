// Two texts of one memory: one is in use, the other waits beside it until a person has said which holds.

import { CAUSES } from "../../memory/law/causes.ts";
import { placeFile } from "../../memory/law/sets/standing-of-file.ts";
import { nameBeside } from "../../memory/law/sets/view.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type LoadedMemory, loadPresent } from "./load-memory.ts";

/** @returns the text in use, for one that waits beside it; null for every other memory. */
export function findPair(workspace: Workspace, loaded: LoadedMemory): LoadedMemory | null {
  const { root, file, input, standing } = loaded;
  if (CAUSES[standing.cause].isBeside !== true) return null;
  const { place, sets } = input;
  if (file.id !== place.id) return loadPresent(workspace, root, { id: place.id });
  // In a work tree the better text may be the one with the longer name.
  const used = placeFile(input, sets)?.memory.groups[0].digest;
  return used === undefined
    ? null
    : loadPresent(workspace, root, { id: nameBeside({ ...place, digest: used }) });
}
