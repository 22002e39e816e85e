// Whole memories by their ids. What is withheld from whoever asks is its id, its reason and its dates (describe-memory.ts).

import { CredenceError } from "../../memory/errors.ts";
import type { Scope } from "../../memory/memory.ts";
import { parseMemoryId } from "../../memory/memory-id.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type DescribedMemory, describeMemory } from "./describe-memory.ts";
import { loadMemory } from "./load-memory.ts";

export type GotMemories = {
  /** In the order asked for; an id that is in both scopes gives two. */
  readonly memories: readonly DescribedMemory[];
  readonly missing: readonly string[];
};

export function getMemories(
  workspace: Workspace,
  { ids, scope }: { readonly ids: readonly string[]; readonly scope: Scope | null },
): GotMemories {
  if (workspace.roots.length === 0) throw new CredenceError("NO_ROOT", "there is no memory root here");
  const roots = workspace.roots.filter((root) => scope === null || root.scope === scope);
  const memories: DescribedMemory[] = [];
  const missing: string[] = [];
  for (const id of new Set(ids.map(readId))) {
    const found = roots.flatMap((root) => loadMemory(workspace, root, id) ?? []);
    memories.push(...found.map((each) => describeMemory(workspace, each)));
    if (found.length === 0) missing.push(id);
  }
  return { memories, missing };
}

/** What is no id is not repeated: it can be anything, and as long as a message. */
function readId(given: string, place: number): string {
  const id = parseMemoryId(given);
  if (id !== null) return id;
  throw new CredenceError("NOT_FOUND", `number ${place + 1} of the ids is not the id of a memory`);
}
