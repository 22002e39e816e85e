// What is known already, for the candidates of one batch: read once, a memory at a time, because a root can be large. Every
// standing counts where it is asked whether a text is new: what nobody vouched for, or a person removed, is not brought in by
// copying it.

import type { KnownMemory } from "../../memory/law/proposal.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import { createOverlap } from "../../observer/model/text-overlap.ts";
import { walkMemories } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { Admitted } from "./intent.ts";
import { listObserved } from "./observed-marks.ts";

export type KnownHere = KnownMemory & { readonly taint: readonly string[] };

export type Survey = {
  /** Those of the root that a candidate may be about. */
  readonly known: readonly KnownHere[];
  /** By the candidate's place: the memory that says mostly the same. */
  readonly doubles: ReadonlyMap<number, string>;
};

/** So much of a text is most of it. */
export const SHARE_MIN = 0.8;

export function surveyKnown(workspace: Workspace, root: OpenRoot, candidates: readonly Admitted[]): Survey {
  const own = listObserved(root);
  const sharesIn = createOverlap(candidates.map(({ body }) => body));
  const known: KnownHere[] = [];
  const doubles = new Map<number, string>();
  for (const loaded of walkMemories(workspace, workspace.roots)) {
    const { memory } = loaded;
    if (memory === null) continue;
    const shares = sharesIn([memory.name, memory.description, memory.body].join("\n"));
    for (const [index, share] of shares.entries()) {
      const place = candidates[index]?.place ?? 0;
      if (share >= SHARE_MIN && !doubles.has(place)) doubles.set(place, loaded.file.id);
    }
    if (loaded.root.path === root.path) known.push(...describe(loaded, own));
  }
  return { known, doubles };
}

/** A memory of somebody else is treated as one that a person approved: it is not changed, a new one may say what it would replace. */
function describe(
  { file, memory, digest, standing, input }: LoadedMemory,
  own: ReadonlySet<string>,
): KnownHere[] {
  if (memory === null) return [];
  const { type, category, name, tags, taint } = memory;
  const removed = standing.standing === "quarantined";
  const applies = standing.standing === "verified" || standing.standing === "inferred";
  if (!removed && (!applies || memory.status !== "active")) return [];
  const approved = wasEverApproved(input) || !own.has(file.id);
  return [{ id: file.id, type, category, name, tags, taint, digest, removed, approved }];
}
