// Drops marks whose memory has changed, and reports them. A mark that the terminal is asking about stays: it is compared
// again when it is carried out, and handed back.

import { findDifference } from "../../app/memories/find-memory.ts";
import { loadMemory } from "../../app/memories/load-memory.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { renderInstant } from "../../memory/instant.ts";
import type { Live } from "./live.ts";
import type { HeldMark, Marks } from "./marks.ts";

export function dropChanged(
  workspace: Workspace,
  { marks, live }: { readonly marks: Marks; readonly live: Live },
): void {
  const gone = marks.dropEach((mark) => sayChange(workspace, mark) !== null);
  for (const mark of gone) {
    const says = `${mark.ref.id} ${sayChange(workspace, mark)} since you decided: look at it again`;
    live.tell({ kind: "news", at: renderInstant(workspace.now), says, ref: mark.ref });
  }
  if (gone.length > 0) live.tell({ kind: "changed", what: ["marks"] });
}

/** @returns null when every byte is the same; for a pair, when both texts are the same. */
function sayChange(workspace: Workspace, { subject }: HeldMark): string | null {
  const { target, pair } = subject;
  for (const before of pair === null ? [target] : [target, pair]) {
    const now = loadMemory(workspace, before.root, before.file.id);
    if (now === null) return "is gone";
    if (findDifference(workspace, before, now) !== null) return "has changed";
  }
  return null;
}
