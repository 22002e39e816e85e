// The texts that were put beside a memory, under ids of their own, and that nobody has vouched for.

import { isSecondOf, stemOfSecond } from "../../../memory/file/second-id.ts";
import { selectVouching } from "../../../memory/law/evidence.ts";
import { listIds } from "../../../store/memory-files.ts";
import { type LoadedMemory, loadMemory } from "../../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";

/** Ids of those that wait beside it. */
export function listSeconds(workspace: Workspace, root: OpenRoot, id: string): string[] {
  const ids = [...listIds(root.path).keys()].filter((each) => {
    const stem = stemOfSecond(each);
    // A long id lost its end.
    return stem !== null && id.startsWith(stem);
  });
  return ids.filter((each) => {
    const loaded = loadMemory(workspace, root, each);
    const digest = loaded?.digest ?? null;
    return loaded !== null && digest !== null && isSecondOf(id, { id: each, digest }) && !isVouched(loaded);
  });
}

function isVouched({ input }: LoadedMemory): boolean {
  return selectVouching(input).length > 0;
}
