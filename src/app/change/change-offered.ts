// A model changes a memory. One that the same program offered, and that nobody approved, changes; beside any other one that is
// in use the change becomes a proposal, and the memory stays byte for byte.

import { CredenceError } from "../../memory/errors.ts";
import type { Update } from "../../memory/file/merge-update.ts";
import type { Scope } from "../../memory/memory.ts";
import { findMemory } from "../memories/find-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { isOfferedBy } from "./offered-by.ts";
import { type UpdateOutcome, updateMemory } from "./update-memory.ts";

export type OfferedChange = {
  readonly id: string;
  /** Needed where both scopes have the id. */
  readonly scope: Scope | null;
  readonly update: Omit<Update, "isWhole">;
  readonly ifDigest: string | null;
  readonly client: string;
};

export async function changeOffered(workspace: Workspace, change: OfferedChange): Promise<UpdateOutcome> {
  const { id, scope, update, ifDigest, client } = change;
  const isEmpty = Object.values(update).every(
    (each) => each === null || (Array.isArray(each) && each.length === 0),
  );
  if (isEmpty) throw new CredenceError("USAGE", "there is nothing to change", "give a body, a name or tags");
  const roots = workspace.roots.filter((root) => scope === null || root.scope === scope);
  const target = findMemory({ ...workspace, roots }, id);
  const proposesOnly = !isOfferedBy(target, client);
  return updateMemory(workspace, target, { update: { ...update, isWhole: false }, ifDigest, proposesOnly });
}
