// The index proposes, the files decide: a row is believed where its memory is as it says.

import { isMemoryId } from "../../memory/memory.ts";
import type { IndexRow } from "../../search/row.ts";
import { type LoadedMemory, loadPresent } from "../memories/load-memory.ts";
import type { IndexedRoot } from "./refresh-index.ts";
import { passGate } from "./show-gate.ts";

export type CurrentMemory = {
  readonly loaded: LoadedMemory;
  /** What kind of wording was found in it; null where nothing was. */
  readonly flagged: string | null;
};

/** `stale` where the file, its statements or the root differ from what the index says, or a finding withholds it. */
export function loadIfCurrent(subject: IndexedRoot, row: IndexRow): CurrentMemory | "stale" | "unjudged" {
  const { workspace, root, reading } = subject;
  const loaded = isMemoryId(row.id) ? loadPresent(workspace, root, { id: row.id, reading }) : null;
  const gate = loaded === null ? null : passGate(subject, loaded);
  if (loaded === null || gate === null || gate.kind === "withheld") return "stale";
  const isSame =
    loaded.digest === row.digest &&
    loaded.standing.standing === row.standing &&
    loaded.file.directory === row.directory;
  if (!isSame) return "stale";
  return gate.kind === "open" ? { loaded, flagged: gate.flagged } : "unjudged";
}
