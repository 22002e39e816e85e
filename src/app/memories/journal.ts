import { join } from "node:path";
import { type JournalEntry, readJournal } from "../../store/journal.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** What was done to the roots that are open here, oldest first. */
export function readOperations(workspace: Workspace): JournalEntry[] {
  return workspace.roots
    .flatMap((root) => readJournal(join(root.records, "journal.ndjson")))
    .sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}
