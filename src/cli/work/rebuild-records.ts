import { isRecordLost, type RebuiltRecord, rebuildRecord } from "../../app/health/rebuild-record.ts";
import { takeStateTroubles } from "../../app/workspace/open-records.ts";
import { pluralize } from "../../memory/pluralize.ts";
import type { Call, Io } from "../call/command.ts";
import { openWorkspaceFor, unlockFor } from "../call/open-workspace.ts";

/** What was seen in a root, where that is lost: a person's act, because what was taken out of use is signed anew. */
export async function rebuildRecords(io: Io, call: Call): Promise<RebuiltRecord[]> {
  const opened = await openWorkspaceFor(io, call);
  try {
    const lost = opened.roots.filter((root) => isRecordLost(opened, root));
    if (lost.length === 0) return [];
    const person = await unlockFor(io, opened, "rebuild the record of what was seen");
    return lost.flatMap((root) => rebuildRecord(person, root) ?? []);
  } finally {
    // What is still wrong then is said by the examination.
    takeStateTroubles(opened.troubles, opened.roots);
    opened.close();
  }
}

export function sayRecord({ path, statements, keptDown }: RebuiltRecord): string[] {
  return [
    `rebuilt: the record of ${path} from ${pluralize(statements, "statement", "statements")}`,
    ...keptDown.map(
      ({ id, command, at }) => `kept down: ${id} (${command} on ${at.slice(0, 10)}; its statement is gone)`,
    ),
  ];
}
