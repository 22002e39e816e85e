// A loaded memory as the laws see it.

import { selectEvidence } from "../memory/evidence.ts";
import { wasEverApproved } from "../memory/standing.ts";
import type { Circumstances, Subject } from "../memory/transitions.ts";
import type { LoadedMemory } from "./load-memory.ts";
import { actorOf, type Workspace } from "./workspace.ts";

export function subjectOf({ file, memory, standing, input }: LoadedMemory): Subject {
  return {
    id: file.id,
    tier: memory?.tier ?? null,
    standing: standing.standing,
    cause: standing.cause,
    everApproved: wasEverApproved(input),
  };
}

/** Did a person you trust once approve exactly this text? */
export function wasApproved({ digest, input }: LoadedMemory): boolean {
  return selectEvidence(input).all.some((each) => each.act === "approve" && each.digest === digest);
}

const ACTOR_NAMES = {
  person: "a person",
  machine: "an agent or a script",
  validator: "a validator",
} as const;

/** What is so while nothing else is said. */
export function circumstancesOf(workspace: Workspace, reason: string | null): Circumstances {
  const actor = actorOf(workspace);
  return {
    actor,
    actorName: ACTOR_NAMES[actor],
    now: workspace.now,
    reason,
    opens: null,
    hardFails: false,
    flagged: false,
    acknowledged: false,
  };
}
