// The memories of one standing: those that the index says have it are read, and their files decide.

import type { Standing } from "../../memory/memory.ts";
import { readRowPlaces } from "../../search/index/queue.ts";
import { readStandingIds } from "../../search/index/waiting.ts";
import { listOneOfEach, listTwice } from "../../store/memory-files.ts";
import { loadFiles, walkMemories } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { leaveOut, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { queueChanged } from "./index-row.ts";
import { withIndexes } from "./open-index.ts";

/** In the order of their ids; all of them where no standing is asked for. */
export function* walkStanding(workspace: Workspace, standing: Standing | null): Generator<LoadedMemory> {
  if (standing === null) return yield* walkMemories(workspace, workspace.roots);
  for (const root of workspace.roots) {
    try {
      const files = listOneOfEach(root.path, findIds(workspace, root, standing));
      for (const loaded of loadFiles(workspace, root, files))
        if (loaded.standing.standing === standing) yield loaded;
    } catch (error) {
      leaveOut(workspace, root, error);
    }
  }
}

/** How many ids have a file in memories and one in quarantine; the latter is the one that is walked. */
export function countTwice({ roots }: Workspace): number {
  return roots.reduce((count, { path }) => count + listTwice(path).length, 0);
}

/** A file without a row is vouched for by nobody. */
function findIds(workspace: Workspace, root: OpenRoot, standing: Standing): (id: string) => boolean {
  return withIndexes(workspace, { roots: [root], compare: queueChanged }, ([indexed]) => {
    if (indexed === undefined) return () => true;
    const ids = new Set(readStandingIds(indexed.index, standing));
    if (standing !== "foreign") return (id) => ids.has(id);
    const rows = readRowPlaces(indexed.index);
    return (id) => ids.has(id) || !rows.has(id);
  });
}
