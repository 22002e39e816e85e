// A memory that was changed nearly as often as one can be. Where no person approved it, it goes on by itself as a new one under its id.

import { wasEverApproved } from "../../memory/law/standing.ts";
import { FOLLOWS_MAX, FOLLOWS_WARNED } from "../../memory/limits.ts";
import { nameFor } from "../memories/foreign-names.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";

export function sayManyChanges(workspace: Workspace, loaded: LoadedMemory): string[] {
  const { input, file } = loaded;
  const said = [...input.attestations, ...input.remembered];
  const most = said.reduce((max, { set }) => Math.max(max, listOf(set).length), 0);
  if (most < FOLLOWS_WARNED || input.sets.name !== file.id || !wasEverApproved(input)) return [];
  const name = nameFor(workspace, loaded);
  return [
    `${name} was changed ${most} times, and can be ${FOLLOWS_MAX} times; then credence retire ${name}, and save it anew under that id`,
  ];
}

function listOf(set: LoadedMemory["input"]["attestations"][number]["set"]): readonly string[] {
  return set !== undefined && "follows" in set ? set.follows : [];
}
