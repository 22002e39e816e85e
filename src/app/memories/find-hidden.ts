// Approved memories that a line in their file archives.
//
// Attack: archiving is a mark in the file and no signed statement, so a commit could put what a person approved out of use.
// What this machine's journal does not know, and what was not archived already when it was approved here, nobody did here.

import { join } from "node:path";
import { wasEverApproved } from "../../memory/law/standing.ts";
import { readJournal } from "../../store/journal.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { wasApprovedArchived } from "./approved-texts.ts";
import type { LoadedMemory } from "./load-memory.ts";

export type HiddenFinder = (loaded: LoadedMemory) => boolean;

export const HIDDEN = "archived by nobody on this machine";

/** For one root. Reads its journal once, when it is first needed. */
export function createHiddenFinder(workspace: Workspace, root: OpenRoot): HiddenFinder {
  let marks: ReadonlyMap<string, string> | null = null;
  return ({ memory, digest, standing, input, file }) => {
    if (memory?.status !== "archived" || digest === null || !wasEverApproved(input)) return false;
    // What does not apply for another reason is told by that.
    if (standing.standing !== "verified" && standing.standing !== "inferred") return false;
    marks ??= readMarks(root);
    const last = marks.get(file.id);
    return last === undefined ? !wasApprovedArchived(workspace, digest) : last !== "archive";
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
