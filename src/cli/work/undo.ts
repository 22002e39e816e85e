// Undo at the terminal: what happened last, what takes it back and what that means are said before the question.

import { dateEvent, sayEvent } from "../../app/history/events.ts";
import {
  findLastChanged,
  listOwnActs,
  planUndo,
  refuseRemovedId,
  type UndoPlan,
  type UndoStep,
} from "../../app/history/plan-undo.ts";
import { carryOutUndo } from "../../app/history/undo.ts";
import { findByName } from "../../app/memories/find-by-name.ts";
import { nameOfId } from "../../app/memories/foreign-names.ts";
import type { LoadedMemory } from "../../app/memories/load-memory.ts";
import type { DecisionKind } from "../../app/review/answer-memory.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { STATUS_WORDS, TRANSITION_WORDS } from "../../memory/law/transition-words.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { openForPerson, unlockFor } from "../call/open-workspace.ts";
import { answerIn } from "../frames/answer.ts";
import { confirmShowing, confirmText } from "../terminal/confirm.ts";

const LAST = /^last$/i;

export async function undoAtTerminal(io: Io, call: Call): Promise<number> {
  const [given = "last"] = call.positionals;
  const act = LAST.test(given) ? "undo your last change" : `undo the last change of ${given}`;
  return answerIn({ io, call, act, open: openForPerson }, async (opened) => {
    // Refused before the passphrase is asked for, and looked at again after it was typed.
    planUndo(opened, findTarget(opened, given));
    const workspace = await unlockFor(io, opened, act);
    const plan = planUndo(workspace, findTarget(workspace, given));
    const said = sayLast(plan);
    const { id } = plan.target.file;
    await carryOutUndo(workspace, plan, (step) => async (showing) => {
      const { means, question, vouches } = wordsFor(step);
      const whose = showing.id === id ? "" : ` for ${showing.id}`;
      const asked = says`${said}; undo means${whose} ${means}\n${question}`;
      return (vouches ? confirmText : confirmShowing)({ io, call, workspace, isBrief: true }, asked)(showing);
    });
    const done = wordsFor(plan.step).done;
    const json = { kind: "undone", id, did: nameStep(plan.step), undid: plan.event?.kind ?? "edited" };
    return { json, says: [`${id} is ${done}`] };
  });
}

const LISTED_MAX = 10;

/** What undo would take back, first: the newest; one of a memory is taken back after what came later. */
export async function listUndoable(io: Io, call: Call): Promise<number> {
  return answerIn({ io, call, needsRoot: true }, async (workspace) => {
    const acts = listOwnActs(workspace, LISTED_MAX).map((event) => ({
      at: dateEvent(event),
      id: nameOfId(workspace, event.root, event.id),
      act: event.kind,
      says: sayEvent(event),
    }));
    const rows = acts.map((each) => `${each.at.slice(0, 16).replace("T", " ")}  ${each.id}  ${each.says}`);
    return { json: acts, says: rows.length === 0 ? ["nothing was changed here yet"] : rows };
  });
}

function findTarget(workspace: Workspace, given: string): LoadedMemory {
  if (LAST.test(given)) return findLastChanged(workspace);
  refuseRemovedId(workspace, given);
  return findByName(workspace, given);
}

function sayLast({ target, event }: UndoPlan): string {
  const { id } = target.file;
  if (event === null) return `${id} was changed in its file, by nobody known here`;
  const by = event.by === null ? "" : ` by ${event.by}`;
  return `${id} was ${sayEvent(event)}${by} on ${dateEvent(event).slice(0, 10)}`;
}

type StepWords = {
  readonly means: string;
  readonly question: string;
  readonly done: string;
  /** A yes vouches for the text. */
  readonly vouches: boolean;
};

/** A fact does not become advice again, and a signature that was given stays given. */
const CONFIRMED =
  "demote: it goes to quarantine, for a confirmation cannot be withdrawn; nothing else changes";

const TEXT_WORDS = {
  kept: {
    means: "a new version with the text of before, as advice",
    question: "keep exactly this text as advice, marked as inferred?",
    done: "back at the text of before, as advice",
    vouches: true,
  },
  confirmed: {
    means: "a new version with the text of before, as a fact",
    question: "confirm exactly this text again?",
    done: "back at the text of before, as a fact",
    vouches: true,
  },
} as const satisfies Record<string, StepWords>;

/** Of what nobody signed. */
const ANSWER_WORDS: Readonly<Record<DecisionKind, readonly [means: string, question: string, done: string]>> =
  {
    show: ["it is as if you had not answered", "end that answer?", "as it was before your answer"],
    hide: ["it is hidden here again", "hide it here?", "hidden here"],
    later: ["it is put off for a week again", "put it off?", "put off for a week"],
    agree: [
      "it holds again beside what contradicts it",
      "say so?",
      "said to hold beside what contradicts it",
    ],
    differ: ["you are asked again what holds", "end that answer?", "asked about again"],
  };

function wordsFor(step: UndoStep): StepWords {
  switch (step.kind) {
    case "demote":
      return {
        means: CONFIRMED,
        question: "send it to quarantine?",
        done: TRANSITION_WORDS.demote.done,
        vouches: false,
      };
    case "restore": {
      const { result, question, done } = TRANSITION_WORDS.restore;
      return { means: `restore: it ${result}`, question, done, vouches: true };
    }
    case "status": {
      const { result, question, offer, done } = STATUS_WORDS[step.action];
      return {
        means: `${step.action}: it ${result}`,
        question: question ?? `${offer}?`,
        done,
        vouches: false,
      };
    }
    case "answer": {
      const [means, question, done] = ANSWER_WORDS[step.said];
      return { means, question, done, vouches: false };
    }
    case "text":
      return step.keeps ? TEXT_WORDS.kept : TEXT_WORDS.confirmed;
    case "move":
      return {
        means: `move: it goes back to ${step.destination.shown}`,
        question: "move exactly this text there?",
        done: `back in ${step.destination.shown}`,
        vouches: true,
      };
    case "unmerge":
      return wordsFor(step.text);
  }
}

function nameStep(step: UndoStep): string {
  if (step.kind === "answer") return step.said;
  if (step.kind === "status") return step.action;
  return step.kind === "text" ? "update" : step.kind;
}
