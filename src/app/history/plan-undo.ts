// Plans the step that reverses the last change of a memory, by the trust rules. The record never shrinks: a change is
// reversed by another change, which a person sees and signs like any other. `memory/law/events.ts` names the reverse of
// each event.

import { CredenceError } from "../../memory/errors.ts";
import type { DigestedContent } from "../../memory/file/digest.ts";
import { EVENTS, findDone } from "../../memory/law/events.ts";
import { gather } from "../../memory/law/sets/gather.ts";

import type { StatusAction } from "../../memory/law/status.ts";
import { applyTransition } from "../../memory/law/transitions.ts";
import { parseMemoryId } from "../../memory/memory.ts";
import { isNameRefused } from "../memories/kept/forgotten-names.ts";
import { readKept } from "../memories/kept/retained-texts.ts";
import { circumstancesOf, promotionDate } from "../memories/law.ts";
import { type LoadedMemory, loadMemory, pathShown } from "../memories/load-memory.ts";
import type { UnsignedDecision } from "../review/answer-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { compareEvents, type HistoryEvent, historyOf, journalOf } from "./events.ts";

export type UndoPlan = {
  readonly target: LoadedMemory;
  /** The event to reverse; null when the file was changed and no known signer signed the change. */
  readonly event: HistoryEvent | null;
  readonly step: UndoStep;
};

export type UndoStep =
  | { readonly kind: "demote" }
  | { readonly kind: "restore" }
  /** For an unsigned decision: the step changes nothing in the root. */
  | ({ readonly kind: "answer" } & UnsignedDecision)
  | { readonly kind: "status"; readonly action: StatusAction }
  | TextStep
  | { readonly kind: "move"; readonly destination: OpenRoot }
  /** The second memory is restored first, so that no text is lost if the step stops halfway. */
  | { readonly kind: "unmerge"; readonly second: LoadedMemory | null; readonly text: TextStep };

export type TextStep = {
  readonly kind: "text";
  readonly content: DigestedContent;
  /** True when the text returns as advice, because no person ever confirmed it. */
  readonly keeps: boolean;
};

/** Plans from the last known event of the memory. */
export function planUndo(workspace: Workspace, target: LoadedMemory): UndoPlan {
  const history = historyOf(workspace, target);
  const event = history.at(-1);
  if (event === undefined) throw nothing(target, "nothing about it is on record here");
  if (isChangedOutside(target)) {
    const last = history.findLast((each) => vouchesFor(each) !== null);
    return { target, event: null, step: planText(workspace, target, last?.digest ?? null) };
  }
  return { target, event, step: planStep(workspace, target, { event, before: history.slice(0, -1) }) };
}

/** True when no trusted signer made a statement about the present text. */
function isChangedOutside({ digest, input }: LoadedMemory): boolean {
  return digest !== null && gather(input).counted.every((each) => each.digest !== digest);
}

function vouchesFor({ kind, digest }: HistoryEvent): string | null {
  return EVENTS[kind].isText ? digest : null;
}

type Past = { readonly event: HistoryEvent; readonly before: readonly HistoryEvent[] };

function planStep(workspace: Workspace, target: LoadedMemory, past: Past): UndoStep {
  const { event, before } = past;
  const texts = before.flatMap((each) => vouchesFor(each) ?? []);
  const previous = texts.findLast((digest) => digest !== event.digest) ?? null;
  const { undo } = EVENTS[event.kind];
  switch (undo) {
    case "birth":
      // The Observer also writes into memories that already exist.
      return previous === null ? { kind: "status", action: "retire" } : planText(workspace, target, previous);
    case "text":
      return planText(workspace, target, previous);
    case "unmerge":
      return {
        kind: "unmerge",
        second: findSecond(workspace, target, event),
        text: planText(workspace, target, previous),
      };
    case "move":
      return { kind: "move", destination: findOrigin(workspace, target) };
    case "confirmation":
      if (countApprovals(target, event.digest) > 1)
        throw nothing(target, "it was a fact before it was confirmed again", demoting(target));
      return { kind: "demote" };
    case "return":
      return planAgainst(event);
    case "unarchive":
    case "unretire":
      if (undo === "unarchive" && target.standing.standing === "quarantined")
        throw nothing(
          target,
          "it is in quarantine",
          `credence restore ${target.file.id} brings it back as a fact`,
        );
      return { kind: "status", action: undo };
    case "show":
    case "hide":
    case "later":
    case "agree":
    case "differ":
      return { kind: "answer", said: undo, about: event.digest };
    case "demote":
    case "restore":
      return { kind: undo };
    case "never":
      throw nothing(target, "it was removed, and somebody put it there again");
  }
}

function countApprovals({ input }: LoadedMemory, digest: string | null): number {
  return gather(input).approvals.filter((each) => each.digest === digest).length;
}

/** Returns a restored memory to the state from which it was restored. */
function planAgainst({ command, act }: HistoryEvent): UndoStep {
  // The one act that brings something back has the name of its command.
  const action = findDone(command ?? act ?? "")?.undo;
  return action === undefined ? { kind: "demote" } : { kind: "status", action };
}

function planText(workspace: Workspace, target: LoadedMemory, digest: string | null): TextStep {
  const content = digest === null ? null : readKept(workspace, target.root, digest);
  if (digest === null || content === null || content.type !== target.memory?.type) {
    const why = "the text before is not kept on this machine";
    const inGit = `git log -p -- ${pathShown(target)} shows what git has; `;
    const hint = `${target.root.workTree === null ? "" : inGit}credence edit ${target.file.id} changes it`;
    throw new CredenceError("NOT_FOUND", `${why}, so the change of ${target.file.id} cannot be undone`, hint);
  }
  return { kind: "text", content, keeps: isKept(workspace, target, { content, digest }) };
}

type Earlier = { readonly content: DigestedContent; readonly digest: string };

/** Restores a text to what it was: a text that a person confirmed is confirmed again, advice stays advice.
 * If a fact replaced the advice, the advice cannot return as such, and becomes a fact only after its observation
 * period. Otherwise an undo would promote a text that was never observed. */
function isKept(workspace: Workspace, target: LoadedMemory, { content, digest }: Earlier): boolean {
  const { memory, file } = target;
  if (countApprovals(target, digest) > 0) return false;
  if (memory === null || memory.tier !== "verified") return true;
  const law = applyTransition(
    "promote",
    { id: file.id, tier: "inferred", standing: "inferred", cause: "written", everApproved: true },
    {
      ...{ ...circumstancesOf(workspace, null), actor: "person" as const },
      opens: promotionDate({ ...target, digest, memory: { ...memory, ...content } }, workspace),
    },
  );
  if (law.kind !== "refused") return false;
  const why = "the text before was advice, which a fact does not become again, and it is still observed";
  const hint = `${law.hint ?? ""}; credence edit ${file.id} signs your own wording now`;
  throw new CredenceError(law.code, `${file.id}: ${why}`, hint.replace(/^; /, ""));
}

function findSecond(
  workspace: Workspace,
  { root }: LoadedMemory,
  { reason }: HistoryEvent,
): LoadedMemory | null {
  const id = parseMemoryId(reason?.replace(/^with /, "") ?? "");
  const second = id === null ? null : loadMemory(workspace, root, id);
  return second?.standing.standing === "retired" ? second : null;
}

function findOrigin(workspace: Workspace, { root, file }: LoadedMemory): OpenRoot {
  const others = workspace.roots.filter((each) => each.path !== root.path);
  const [origin] = others.filter((each) => isLastMovedAway(workspace, each, file.id));
  if (origin !== undefined) return origin;
  throw new CredenceError(
    "NOT_FOUND",
    `the root that ${file.id} was moved from is not open here`,
    "run it in that project, or use credence move",
  );
}

function isLastMovedAway(workspace: Workspace, root: OpenRoot, id: string): boolean {
  const last = journalOf(root, workspace.now, id).at(-1);
  return last?.kind === "moved" && loadMemory(workspace, root, id) === null;
}

function nothing(
  { file }: LoadedMemory,
  why: string,
  hint = "credence log shows what happened",
): CredenceError {
  return new CredenceError("WRONG_STANDING", `there is nothing to undo in ${file.id}: ${why}`, hint);
}

function demoting({ file }: LoadedMemory): string {
  return `credence demote ${file.id} --reason TEXT takes it out of use`;
}

// The memory that `credence undo` without an id refers to.

/** Acts from this machine's terminal or page, signed or not, newest first. */
export function listOwnActs(workspace: Workspace, most: number): HistoryEvent[] {
  return workspace.roots
    .flatMap((root) =>
      journalOf(root, workspace.now, null)
        .filter(({ isHere }) => isHere)
        .slice(-most),
    )
    .sort((a, b) => compareEvents(b, a))
    .slice(0, most);
}

/** The memory of the newest of these acts, unless another actor has changed it since. */
export function findLastChanged(workspace: Workspace): LoadedMemory {
  const [last] = listOwnActs(workspace, 1);
  if (last === undefined)
    throw new CredenceError(
      "NOT_FOUND",
      "you changed no memory here yet",
      "credence log shows what happened",
    );
  if (last.kind === "forgotten" || last.kind === "deleted")
    throw removed("the memory you removed last", last.kind);
  // A memory that was moved is now in another root.
  const places = [last.root, ...workspace.roots.filter(({ path }) => path !== last.root.path)];
  const found = places.map((root) => loadMemory(workspace, root, last.id)).find((each) => each !== null);
  if (found === undefined || found === null)
    throw new CredenceError("NOT_FOUND", `${last.id}, which you changed last, is gone`);
  const now = historyOf(workspace, found).at(-1);
  if (now !== undefined && !now.isHere) {
    const who = now.by === null ? "" : ` by ${now.by}`;
    throw new CredenceError(
      "OCC_CONFLICT",
      `${last.id}, which you changed last, was ${now.says}${who} since`,
      `credence undo ${last.id} takes that back`,
    );
  }
  return found;
}

/** A removed memory cannot be restored, so the refusal says how it was removed. */
export function refuseRemovedId(workspace: Workspace, given: string): void {
  const id = parseMemoryId(given);
  if (id === null || workspace.roots.some((root) => loadMemory(workspace, root, id) !== null)) return;
  for (const root of workspace.roots) {
    if (isNameRefused(root, id, workspace.now)) throw removed(id, "forgotten");
    if (journalOf(root, workspace.now, id).at(-1)?.kind === "deleted") throw removed(id, "deleted");
  }
}

function removed(what: string, how: "forgotten" | "deleted"): CredenceError {
  const done = how === "forgotten" ? "was forgotten" : "was deleted for good";
  return new CredenceError(
    "REMOVED",
    `${what} ${done}, which cannot be undone`,
    "save it again in your own words",
  );
}
