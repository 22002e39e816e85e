// Unsigned decisions of the user about a memory: hide it here, show it here again, snooze it for a week, ask again, or
// state that a fact and the memories that contradict it hold together. No file of the root changes; the journal has an
// entry, so that the decision can be undone like any other act.
//
// Attack: an agent hides a memory that a teammate approved, or snoozes the decision about its own text. So the command
// needs a person to be present.

import { CredenceError } from "../../memory/errors.ts";
import { isNegative } from "../../memory/law/kinds.ts";
import { gather } from "../../memory/law/sets/gather.ts";
import { commitChanges, withLock } from "../change/change-root.ts";
import { contentDigest } from "../change/sign/attest.ts";
import { type Answering, refuseMoreHidden } from "../memories/answers.ts";
import { reload } from "../memories/find-memory.ts";
import { isOwnKey } from "../memories/known-signers.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { actorOf, isPersonThere, type Workspace } from "../workspace/workspace.ts";

/** `show` withdraws a hide or a snooze. `agree`: a fact and what contradicts it hold together; `differ` withdraws that. */
export type DecisionKind = "hide" | "later" | "show" | "agree" | "differ";

const ANSWERED: Readonly<Record<DecisionKind, NonNullable<Answering["answer"]> | null>> = {
  hide: "hidden",
  later: "later",
  show: null,
  agree: "agrees",
  differ: "differs",
};

export type UnsignedDecision = {
  readonly said: DecisionKind;
  /** The texts that agree or differ, by `digestDispute`. Every other decision is about the present text. */
  readonly about?: string | null;
};

export function answerMemory(
  workspace: Workspace,
  target: LoadedMemory,
  { said, about = null }: UnsignedDecision,
): void {
  const { id } = target.file;
  if (!isPersonThere(workspace))
    throw new CredenceError("NEEDS_PERSON", `only a person can say that of ${id}`);
  withLock(target.root, () => {
    const now = reload(workspace, target, target.digest);
    // Showing a memory to models again needs no signature, but the user's key proves who wants it.
    if (said === "show" && now.input.answered === "hidden" && actorOf(workspace) !== "person")
      throw new CredenceError("NEEDS_PERSON", `only a person can show ${id} here again`);
    if (said === "hide") refuseMoreHidden(target.root);
    const command = said === "show" && now.input.answered === "later" ? "ask" : said;
    const digest = said === "agree" || said === "differ" ? about : contentDigest(now);
    commitChanges(workspace, target.root, {
      record: { command, id, actor: actorOf(workspace), digest },
      changes: [],
      answer: ANSWERED[said],
    });
  });
}

/** True for a memory in use or foreign for which none of the user's keys, on any machine, ever vouched. */
export function isOthers(
  workspace: Workspace,
  { root, standing: { standing }, input }: LoadedMemory,
): boolean {
  if (standing === "quarantined" || standing === "retired") return false;
  return !gather(input).counted.some((each) => !isNegative(each) && isOwnKey(workspace, root, each.signer));
}
