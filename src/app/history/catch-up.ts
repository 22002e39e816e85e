// Statements that a pull or a sync brought are remembered when somebody reads them. Whoever tells what happened reads them
// first: by the times of their directories, so that ten thousand memories cost ten thousand looks and no reading.

import { isMemoryId } from "../../memory/memory.ts";
import { walkStatementStamps } from "../../search/index/reader.ts";
import { identifyStatements } from "../index/index-row.ts";
import { type IndexedRoot, indexIds } from "../index/refresh-index.ts";

/** How many are read in one write of the index. */
const PIECE = 250;

export function catchUp(subject: IndexedRoot): void {
  const { workspace, root, index } = subject;
  const changed: string[] = [];
  for (const { id, attest } of walkStatementStamps(index)) {
    if (isMemoryId(id) && identifyStatements(root, id, workspace.now).text !== attest) changed.push(id);
  }
  for (let at = 0; at < changed.length; at += PIECE) indexIds(subject, changed.slice(at, at + PIECE));
}
