// Yes at the terminal: one memory, or a review of exactly those that were selected. Attack: something is signed that nobody saw, or
// another text than was shown. So the selection and its digests are fixed when it is made, each text is shown to its end with its
// own question, one that is foreign, in quarantine or flagged wants a typed word, and only what was shown is in the list that is
// signed. Whatever is another by then is named and left as it is. Fails closed.

import { type SigningPreview, showTarget } from "../../app/change/sign/signing-preview.ts";
import type { LoadedMemory } from "../../app/memories/load-memory.ts";
import { isWithheld, sayAct, wordOf } from "../../app/review/act-words.ts";
import { type ReviewSubject, reviewSubject } from "../../app/review/queue.ts";
import { type YesAct, yesTo } from "../../app/review/words.ts";
import { renewWorkspace, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { STATUS_WORDS, TRANSITION_WORDS } from "../../memory/law/transition-words.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { callContext, openForPerson, unlockFor } from "../call/open-workspace.ts";
import { answerIn } from "../frames/answer.ts";
import { type Asking, confirmShowing, confirmText, isPlayed } from "../terminal/confirm.ts";
import { askToSign, type Mark, tryMark } from "./marks.ts";
import { answerResults, type Done, doEach, selectCalled } from "./selection.ts";

/** What would be done to one, and what of it would be signed. */
type Raise = {
  readonly subject: ReviewSubject;
  readonly act: YesAct;
  readonly showing: SigningPreview;
};

type Yes = Mark & Pick<Raise, "act">;

export async function sayYes(io: Io, call: Call): Promise<number> {
  return answerIn({ io, call, act: "say yes", needsRoot: true, open: openForPerson }, async (opened) => {
    const selected = await selectCalled(opened, call);
    const { isOne } = selected;
    // Refused before the passphrase is asked for, and looked at again after it was typed.
    const open: LoadedMemory[] = [];
    const refused = await doEach(selected.targets, isOne, async (target) => {
      await demandRaise(opened, target);
      open.push(target);
      return null;
    });
    if (open.length === 0) return answerResults(io, selected, [refused]);
    const asking = { io, call, workspace: await unlockFor(io, opened, "say yes") };
    const marks = new Map<LoadedMemory, Yes>();
    const unseen = await doEach(open, isOne, async (target) => {
      marks.set(target, await markShown(asking, await demandRaise(asking.workspace, target)));
      return null;
    });
    const isAsked = !isOne && !isPlayed(asking) && marks.size > 0;
    if (isAsked && !(await askToSign(io, [...marks.values()])))
      throw new CredenceError("DECLINED", "you did not type sign");
    const done = await doEach([...marks.keys()], isOne, (target) => sign(asking, marks.get(target)));
    return answerResults(io, selected, [refused, unseen, done]);
  });
}

/** What was selected is what is asked about: another text under the same id is another decision. */
async function demandRaise(workspace: Workspace, selected: LoadedMemory): Promise<Raise> {
  const { id } = selected.file;
  const subject = await reviewSubject(workspace, selected.root, id);
  if (subject === null) throw new CredenceError("NOT_FOUND", `${id} no longer exists`);
  if (subject.target.digest !== selected.digest)
    throw new CredenceError("OCC_CONFLICT", `${id} has changed since it was selected`);
  const showing = await showTarget(workspace, subject.target);
  const act = yesTo(workspace, subject, showing.judgement);
  if (act.kind === "refused") throw new CredenceError(act.code, act.message, act.hint);
  return { subject, act, showing };
}

async function markShown(asking: Asking, { subject, act, showing }: Raise): Promise<Yes> {
  const flags = showing.judgement?.flags ?? [];
  const { id } = subject.target.file;
  const isTakenOn = act.kind === "raise" && flags.length > 0;
  if (isTakenOn && isPlayed(asking) && asking.call.values["acknowledge"] !== true)
    throw new CredenceError(
      "FLAGGED",
      `${id} is flagged: ${flags.join(", ")}`,
      "--acknowledge takes that on",
    );
  // Whoever takes findings on types a word for them.
  const word = !isTakenOn && isWithheld(subject, showing) ? wordOf(act) : undefined;
  const confirm = isTakenOn ? confirmText : confirmShowing;
  const shown = await confirm(asking, sayQuestion(id, act), word)(showing);
  return { item: subject, act, reason: null, digest: showing.digest, flags, shown };
}

function sayQuestion(id: string, act: YesAct): Shown {
  if (act.kind !== "raise" && act.kind !== "status") return says`${id}: ${sayAct(act)}?`;
  const { result, question } = act.kind === "raise" ? TRANSITION_WORDS[act.action] : STATUS_WORDS[act.action];
  return says`${act.action}: ${result}\n${question ?? "bring exactly this text back into use?"}`;
}

async function sign({ io, call, workspace }: Asking, mark: Yes | undefined): Promise<Done | null> {
  if (mark === undefined) return null;
  const failure = await tryMark(renewWorkspace(workspace, callContext(io, call).now), mark);
  if (failure !== null) throw failure;
  const { act, item, flags } = mark;
  const { id } = item.target.file;
  const takenOn = act.kind === "raise" && flags.length > 0 ? `; acknowledged: ${flags.join(", ")}` : "";
  return { id, did: nameDone(act), says: `${id} is ${sayDone(act)}${takenOn}` };
}

function nameDone(act: YesAct): string {
  return act.kind === "show-again" ? act.kind : act.action;
}

function sayDone(act: YesAct): string {
  switch (act.kind) {
    case "raise":
      return TRANSITION_WORDS[act.action].done;
    case "status":
      return STATUS_WORDS[act.action].done;
    case "grant":
      return `${act.action === "demote" ? TRANSITION_WORDS.demote.done : STATUS_WORDS[act.action].done}, as was asked`;
    case "show-again":
      return "shown here again, as it stands";
  }
}
