// No and later at the terminal. Neither vouches for a text, so none has to be read first; what a person approved is lowered with
// their key alone. Where nobody is there, a no is what a demotion is without a person.

import { demoteMemory } from "../../app/change/demote-memory.ts";
import { cleanReason } from "../../app/change/judge-text.ts";
import type { LoadedMemory } from "../../app/memories/load-memory.ts";
import { answerMemory } from "../../app/review/answer-memory.ts";
import { type Decision, decideReview } from "../../app/review/choices.ts";
import { type ReviewSubject, reviewItem, reviewSubject } from "../../app/review/queue.ts";
import { noTo } from "../../app/review/words.ts";
import { isPersonThere, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Call, Io } from "../call/command.ts";
import { openForPerson, unlockIfApproved } from "../call/open-workspace.ts";
import { textOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import { askUnder } from "../terminal/confirm.ts";
import { answerResults, type Done, doEach, type Selected, selectCalled } from "./selection.ts";

type Saying = { readonly forAll: boolean; readonly reason: string | null };
type Lowering = { readonly subject: ReviewSubject; readonly act: Decision["act"] | null };

export async function sayNo(io: Io, call: Call): Promise<number> {
  const saying = { forAll: call.values["for-all"] === true, reason: cleanReason(textOf(call, "reason")) };
  return answerIn({ io, call, act: "say no", needsRoot: true }, async (opened) => {
    const selected = await selectCalled(opened, call);
    const { targets, isOne } = selected;
    if (!isPersonThere(opened)) {
      const done = await doEach(targets, isOne, async (target) => demote(opened, target, saying));
      return answerResults(io, selected, [done]);
    }
    await askAboutFound({ io, call, workspace: opened }, selected, "no");
    const workspace = await unlockForLowering(io, opened, { ...saying, targets });
    const done = await doEach(targets, isOne, async (target) =>
      lower(workspace, await findLowering(workspace, target, saying), saying),
    );
    return answerResults(io, selected, [done]);
  });
}

/** Those that nobody named are listed first. */
async function askAboutFound(
  asking: Parameters<typeof askUnder>[0],
  { isFound, targets }: Selected,
  word: string,
): Promise<void> {
  if (!isFound || targets.length === 0) return;
  const rows = targets.map(({ file, memory }) => `  ${file.id}  ${memory?.name ?? ""}`);
  await askUnder(asking, rows, `say ${word} to these ${targets.length}? [y/N] `);
}

async function findLowering(
  workspace: Workspace,
  { root, file }: LoadedMemory,
  saying: Saying,
): Promise<Lowering> {
  const subject = await reviewSubject(workspace, root, file.id);
  if (subject === null) throw new CredenceError("NOT_FOUND", `${file.id} no longer exists`);
  return { subject, act: noTo(workspace, subject, saying) };
}

/** What is hidden or declined needs no key. */
async function unlockForLowering(
  io: Io,
  opened: Workspace,
  { targets, ...saying }: Saying & { readonly targets: readonly LoadedMemory[] },
): Promise<Workspace> {
  const all = await Promise.all(targets.map((target) => findLowering(opened, target, saying)));
  const signed = all.filter(({ act }) => act !== null && act.kind !== "hide" && act.kind !== "decline");
  const personOnly = signed.some(({ act }) => act?.kind === "status");
  return unlockIfApproved(io, opened, {
    targets: signed.map(({ subject }) => subject.target),
    ...{ act: "say no", personOnly },
  });
}

async function lower(workspace: Workspace, { subject, act }: Lowering, { reason }: Saying): Promise<Done> {
  const { id } = subject.target.file;
  if (act === null) return { id, did: "unchanged", says: `${id} is kept out already` };
  const confirm = async (): Promise<never> => {
    throw new CredenceError("INTERNAL", "a no vouches for nothing");
  };
  await decideReview(workspace, subject, { act, reason, confirm });
  return { id, did: nameLowered(act), says: `${id} is ${sayLowered(act)}` };
}

function nameLowered(act: Decision["act"]): string {
  if (act.kind === "sign-quarantine") return "no";
  return act.kind === "record-archive" ? "archive" : act.kind === "status" ? act.action : act.kind;
}

function sayLowered(act: Decision["act"]): string {
  switch (act.kind) {
    case "hide":
      return "hidden here; --for-all takes it out of use for everybody";
    case "decline":
      return "as it was: what was asked for is declined";
    case "record-archive":
    case "status":
      return "archived";
    default:
      return "in quarantine, and you are not asked about this text again";
  }
}

function demote(workspace: Workspace, target: LoadedMemory, { reason }: Saying): Done {
  const outcome = demoteMemory(workspace, target, { reason, ifDigest: null });
  const { id, kind } = outcome;
  switch (outcome.kind) {
    case "demoted":
      return { id, did: kind, says: `quarantined ${id}` };
    case "unchanged":
      return { id, did: kind, says: `${id} is in quarantine already` };
    case "requested":
      return { id, did: kind, says: `not changed: ${outcome.why}; filed as a request (credence review)` };
  }
}

export async function sayLater(io: Io, call: Call): Promise<number> {
  return answerIn(
    { io, call, act: "put a decision off", needsRoot: true, open: openForPerson },
    async (workspace) => {
      const selected = await selectCalled(workspace, call);
      await askAboutFound({ io, call, workspace }, selected, "later");
      const done = await doEach(selected.targets, selected.isOne, (target) => putOff(workspace, target));
      return answerResults(io, selected, [done]);
    },
  );
}

async function putOff(workspace: Workspace, target: LoadedMemory): Promise<Done> {
  const { id } = target.file;
  if ((await reviewItem(workspace, target)) === null)
    return { id, did: "unchanged", says: `${id} does not wait for you` };
  answerMemory(workspace, target, { said: "later" });
  return { id, did: "later", says: `${id} waits again in seven days, or when its text changes` };
}
