// What a person says of a memory without signing anything: it is hidden here, shown here again, put off for a week, asked about
// again, or a fact that holds together with what contradicts it. No file of the root changes; the journal has a line, so that it
// can be taken back like any other act.
//
// Attack: an agent hides what a teammate approved, or puts off the decision about a text of its own. So somebody has to be there.

import { CredenceError } from "../../memory/errors.ts";
import { selectEvidence } from "../../memory/law/evidence.ts";
import { isNegative } from "../../memory/law/kinds.ts";
import { commitChanges, withLock } from "../change/change-root.ts";
import { contentDigest } from "../change/sign/attest.ts";
import { type Answering, refuseMoreHidden } from "../memories/answers.ts";
import { reload } from "../memories/find-memory.ts";
import { isOwnKey } from "../memories/known-signers.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { actorOf, isPersonThere, type Workspace } from "../workspace/workspace.ts";

/** `show`: what was hidden, or put off, is as if nobody had answered. `agree`: a fact and what contradicts it hold together;
 * `differ`: that is no longer said. */
export type Said = "hide" | "later" | "show" | "agree" | "differ";

const ANSWERED: Readonly<Record<Said, NonNullable<Answering["answer"]> | null>> = {
  hide: "hidden",
  later: "later",
  show: null,
  agree: "agrees",
  differ: "differs",
};

export type Saying = {
  readonly said: Said;
  /** Which texts agree or differ, by `digestDispute`; whatever else is said is about the text as it is. */
  readonly about?: string | null;
};

export function answerMemory(
  workspace: Workspace,
  target: LoadedMemory,
  { said, about = null }: Saying,
): void {
  const { id } = target.file;
  if (!isPersonThere(workspace))
    throw new CredenceError("NEEDS_PERSON", `only a person can say that of ${id}`);
  withLock(target.root, () => {
    const now = reload(workspace, target, target.digest);
    // What models here are shown again is signed for by nobody, but a person's key says who wants it.
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

/** In use or foreign, and no key of the person here, or of their machines, ever said a word for it. */
export function isOthers(
  workspace: Workspace,
  { root, standing: { standing }, input }: LoadedMemory,
): boolean {
  if (standing === "quarantined" || standing === "retired") return false;
  return !selectEvidence(input).all.some(
    (each) => !isNegative(each) && isOwnKey(workspace, root, each.signer),
  );
}
