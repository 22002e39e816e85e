// The index proposes, the files decide: a row is believed where its memory is as it says.

import { isMemoryId } from "../../memory/memory.ts";
import type { IndexRow } from "../../search/row.ts";
import { type LoadedMemory, loadPresent } from "../memories/load-memory.ts";
import { isRecallable } from "./index-row.ts";
import type { IndexedRoot } from "./refresh-index.ts";

/** @returns null when the file, its statements or the root differ from what the index says. */
export function loadIfCurrent(subject: IndexedRoot, row: IndexRow): LoadedMemory | null {
  const { workspace, root, reading } = subject;
  const loaded = isMemoryId(row.id) ? loadPresent(workspace, root, { id: row.id, reading }) : null;
  if (loaded === null || !isRecallable(loaded)) return null;
  const isSame =
    loaded.digest === row.digest &&
    loaded.standing.standing === row.standing &&
    loaded.file.directory === row.directory;
  return isSame ? loaded : null;
}
