// A loaded memory as the laws see it.

import { CredenceError } from "../../memory/errors.ts";
import { selectEvidence } from "../../memory/law/evidence.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import {
  type Actor,
  applyTransition,
  type Circumstances,
  type Subject,
  type TrustAction,
} from "../../memory/law/transitions.ts";
import { actorOf, type Workspace } from "../workspace/workspace.ts";
import { refuseOtherDigest } from "./find-memory.ts";
import type { LoadedMemory } from "./load-memory.ts";
import { opensFor } from "./opens-for.ts";

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

/** Somebody at the terminal who did not sign is no agent, and did not prove to be the person either. */
function nameActor({ presence }: Workspace, actor: Actor): string {
  if (actor === "machine" && presence.kind === "person") return "somebody at the terminal, unsigned";
  return ACTOR_NAMES[actor];
}

/** What is so while nothing else is said. */
export function circumstancesOf(workspace: Workspace, reason: string | null): Circumstances {
  const actor = actorOf(workspace);
  return {
    actor,
    actorName: nameActor(workspace, actor),
    now: workspace.now,
    reason,
    opens: null,
    hardFails: false,
    flagged: false,
    acknowledged: false,
  };
}

type Foreseen = { readonly law: TrustAction | undefined; readonly ifDigest: string | null };

/**
 * Refuses what the key would not change: it is another text, the standing does not fit, or it is still observed. Asked
 * before a person types their passphrase; the act itself asks again under the lock.
 */
export function refuseEvenPerson(workspace: Workspace, target: LoadedMemory, asked: Foreseen): void {
  refuseOtherDigest(target, asked.ifDigest);
  if (asked.law === undefined) return;
  const law = applyTransition(asked.law, subjectOf(target), {
    ...circumstancesOf(workspace, null),
    actor: "person",
    opens: opensFor(target, workspace.now),
  });
  if (law.kind === "refused") throw new CredenceError(law.code, law.message, law.hint);
}
