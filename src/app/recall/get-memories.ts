// Whole memories by their ids. What is withheld from whoever asks is its id, its reason and its dates (describe-memory.ts).

import { CredenceError } from "../../memory/errors.ts";
import { parseMemoryId, type Scope } from "../../memory/memory.ts";
import { learnWordings } from "../index/judge-unknown.ts";
import { type DescribedMemory, describeMemory } from "../memories/describe-memory.ts";
import { loadMemory } from "../memories/load-memory.ts";
import { askEach, requireRoot, type Workspace } from "../workspace/workspace.ts";

export type GotMemories = {
  /** In the order asked for; an id that is in both scopes gives two. */
  readonly memories: readonly DescribedMemory[];
  readonly missing: readonly string[];
};

export async function getMemories(
  workspace: Workspace,
  { ids, scope }: { readonly ids: readonly string[]; readonly scope: Scope | null },
): Promise<GotMemories> {
  requireRoot(workspace);
  const roots = workspace.roots.filter((root) => scope === null || root.scope === scope);
  const memories: DescribedMemory[] = [];
  const missing: string[] = [];
  for (const id of new Set(ids.map(readId))) {
    const found = askEach(workspace, roots, (root) => loadMemory(workspace, root, id)).filter(
      (each) => each !== null,
    );
    await learnWordings(workspace, found);
    memories.push(...found.map((each) => describeMemory(workspace, each)));
    if (found.length === 0) missing.push(id);
  }
  return { memories, missing };
}

/** An invalid id is not repeated: it can be any text, as long as a message. */
function readId(given: string, place: number): string {
  const id = parseMemoryId(given);
  if (id !== null) return id;
  throw new CredenceError("NOT_FOUND", `number ${place + 1} of the ids is not the id of a memory`);
}
