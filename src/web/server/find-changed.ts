// Marks whose memory is another one by now. Each is told of once; when it is signed, it is handed back.

import { findDifference } from "../../app/memories/find-memory.ts";
import { loadMemory } from "../../app/memories/load-memory.ts";
import type { News } from "../../app/page/launch/news.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { renderInstant } from "../../memory/instant.ts";
import type { HeldMark } from "./marks.ts";

const told = new WeakSet<HeldMark>();

export function findChanged(workspace: Workspace, marks: readonly HeldMark[]): News[] {
  return marks.flatMap((mark) => {
    if (told.has(mark)) return [];
    const { target } = mark.subject;
    const now = loadMemory(workspace, target.root, target.file.id);
    if (now !== null && findDifference(workspace, target, now) === null) return [];
    told.add(mark);
    const what = now === null ? "is gone" : "has changed";
    const says = `${mark.ref.id} ${what} since you decided: look at it again`;
    return [{ at: renderInstant(workspace.now), says, ref: mark.ref }];
  });
}
