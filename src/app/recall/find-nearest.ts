// Finds the memories that are nearest to one that was just written, so that its writer compares them while the subject is fresh. It
// goes the way of every search: a memory that the surface may not show is never among them.

import { takeGist } from "../../memory/block/gist.ts";
import type { Memory, Standing } from "../../memory/memory.ts";
import { hideRedactedIn } from "../../memory/text/strip-redacted.ts";
import { addNearest } from "../../search/strategies/add-nearest.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { findMemories } from "./find-memories.ts";

const NEAREST_MAX = 3;

type Near = { readonly id: string; readonly standing: Standing; readonly gist: string };

export async function findNearest(
  workspace: Workspace,
  root: OpenRoot,
  { id, memory }: { readonly id: string; readonly memory: Pick<Memory, "name" | "description" | "body"> },
): Promise<Near[]> {
  const { name, description, body } = memory;
  const { shown } = await findMemories(workspace, {
    roots: [root],
    prompt: [name, description, takeGist(body, "start")].join(". "),
    strategy: "credence",
    filter: {},
    abstains: false,
    isWaited: true,
    addNearest,
    limit: NEAREST_MAX + 1,
  });
  const near = shown.flatMap(({ loaded: { file, standing, memory: found } }): Near[] => {
    if (found === null || file.id === id) return [];
    const gist = takeGist(hideRedactedIn(found).body, "start");
    return [{ id: file.id, standing: standing.standing, gist }];
  });
  return near.slice(0, NEAREST_MAX);
}
