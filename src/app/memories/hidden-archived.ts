// Approved memories that a line in their file archives.
//
// Attack: archiving is a mark in the file and no signed statement, so a commit could put what a person approved out of use.
// What this machine's journal does not know, and what was not archived already when it was approved here, nobody did here.

import { join } from "node:path";
import { STATEMENT_KINDS } from "../../memory/law/kinds.ts";
import { gather } from "../../memory/law/sets/gather.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import { readJournal } from "../../store/journal.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { wasApprovedArchived } from "./kept/retained-texts.ts";
import type { LoadedMemory } from "./load-memory.ts";

export type HiddenFinder = (loaded: LoadedMemory) => boolean;

export const HIDDEN = "archived, but not on this machine";

/** For one root. Reads its journal once, when it is first needed. */
export function createHiddenFinder(workspace: Workspace, root: OpenRoot): HiddenFinder {
  let marks: ReadonlyMap<string, string> | null = null;
  return ({ memory, digest, standing, input, file }) => {
    if (memory?.status !== "archived" || digest === null || !wasEverApproved(input)) return false;
    // A memory that does not apply for another reason is reported for that reason.
    if (standing.standing !== "verified" && standing.standing !== "inferred") return false;
    // Where it is signed, whoever signed it is asked about, and not this machine's journal.
    if (gather(input).counted.some(({ act }) => STATEMENT_KINDS[act].makes === "archived")) return false;
    marks ??= readMarks(root);
    const last = marks.get(file.id);
    return last === undefined ? !wasApprovedArchived(workspace, root, digest) : last !== "archive";
  };
}

/** The last of the commands that archive and unarchive, by id. */
function readMarks({ records }: OpenRoot): Map<string, string> {
  const entries = readJournal(join(records, "journal.ndjson"));
  return new Map(
    entries
      .filter(({ command }) => command === "archive" || command === "unarchive")
      .map(({ id, command }) => [id, command]),
  );
}
