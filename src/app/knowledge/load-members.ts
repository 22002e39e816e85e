// Threat: a corpus is a list that was made before. A memory on it may have been changed, lowered, retired or removed since, or
// replaced by somebody's file of the same name. So each is read from its file again, with its statements, and what is not
// verified or inferred and in use now is left out and named. Fails closed.

import type { Scope, Standing } from "../../memory/memory.ts";
import { isRecallable } from "../index/index-row.ts";
import { type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Corpus, CorpusMember } from "./corpus.ts";

/** `gone` has no file here, `unused` is archived or retired by its own file. */
export type LeftOut = {
  readonly id: string;
  readonly scope: Scope;
  readonly why: Standing | "gone" | "unused";
};

export type LoadedMembers = {
  readonly loaded: readonly LoadedMemory[];
  readonly left: readonly LeftOut[];
  /** How many say something else now, or may not be used any more. */
  readonly changed: number;
};

export function loadMembers(workspace: Workspace, { members }: Corpus): LoadedMembers {
  const loaded: LoadedMemory[] = [];
  const left: LeftOut[] = [];
  let changed = 0;
  for (const member of members) {
    const memory = loadMember(workspace, member);
    if (memory !== null && isRecallable(memory)) loaded.push(memory);
    else left.push({ id: member.id, scope: member.scope, why: whyLeft(memory) });
    if (memory?.digest !== member.digest || !isRecallable(memory)) changed += 1;
  }
  return { loaded, left, changed };
}

function loadMember(workspace: Workspace, { scope, id }: CorpusMember): LoadedMemory | null {
  const root = workspace.roots.find((each) => each.scope === scope);
  return root === undefined ? null : loadMemory(workspace, root, id);
}

function whyLeft(memory: LoadedMemory | null): LeftOut["why"] {
  if (memory === null) return "gone";
  const { standing } = memory.standing;
  return standing === "verified" || standing === "inferred" ? "unused" : standing;
}
