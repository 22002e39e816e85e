// The end of a review: what was marked is listed, one typed word signs all of it, and each is carried out for itself.
// Attack: what was marked is swapped before it is signed. So each mark holds what was on the screen; whatever is no longer
// the same to the last byte, or finds other findings, is not signed and comes back. Fails closed: no word, no signature.

import type { Confirm } from "../../app/change/sign/signing-preview.ts";
import type { ShownToEnd } from "../../app/memories/shown-to-end.ts";
import { sayAct, wantsSeen } from "../../app/review/act-words.ts";
import type { ReviewAct } from "../../app/review/choices.ts";
import type { ReviewSubject } from "../../app/review/queue.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { revealLine } from "../../memory/text/look-alikes.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import type { Io } from "../call/command.ts";
import { askPerson, saysYes, showPages } from "../terminal/pager.ts";
import { cutRow } from "../terminal/text-rows.ts";

/** What a person decided about the item as it was on the screen. */
export type Mark = {
  readonly item: ReviewSubject;
  readonly act: ReviewAct;
  /** Of a lowering, in their words. */
  readonly reason: string | null;
  /** The digest that was on the screen, and what was flagged in it and acknowledged. */
  readonly digest: string | null;
  readonly flags: readonly string[];
  /** Null where they did not see it to its end, or did not have to. */
  readonly shown: ShownToEnd | null;
  /** As they left it in their editor. */
  readonly edited?: { readonly text: string; readonly done: () => void };
};

const WORD = "sign";
const NOTHING: readonly string[] = ["n", "no", "q"];
const TRIES = 3;

/** Whether they typed the word, under a list of everything that it does. All marks go with a no, and a key that was meant to
 * stop the paging is one: whoever leaves is asked once more, and otherwise sees the list from its beginning. Not without end: a
 * terminal that is gone answers every question with nothing. */
export async function askToSign(io: Io, marks: readonly Mark[]): Promise<boolean> {
  const dropped = marks.length === 1 ? "1 decision is" : `${marks.length} decisions are`;
  for (let left = TRIES; left > 0; left -= 1) {
    const why = await findWhyUnsigned(io, marks);
    if (why === null) return true;
    const question = says`${why}: leave without signing? ${dropped} dropped; Enter shows the list again [y/N] `;
    if (await saysYes(io, question)) return false;
  }
  return false;
}

/** @returns null where they saw the list to its end and typed the word. */
async function findWhyUnsigned(io: Io, marks: readonly Mark[]): Promise<string | null> {
  const rows = marks.map((mark) => renderMark(mark, io.columns));
  const list = says`\nmarked, and not signed yet:\n${rows}\n`;
  const what = marks.length === 1 ? "this decision" : `these ${marks.length} decisions`;
  const question = says`type ${WORD} to carry out ${what}; Enter alone signs nothing: `;
  const { rest, unseen } = await showPages(io, list, question);
  if (unseen !== null) return unseen;
  let screen = says`${[rest, question]}`;
  for (let left = TRIES; left > 0; left -= 1) {
    const typed = (await askPerson(io, screen, [WORD, ...NOTHING])).trim().toLowerCase();
    if (typed === WORD) return null;
    if (typed === "" || NOTHING.includes(typed)) break;
    screen = question;
  }
  return `you did not type ${WORD}`;
}

const ACT_CHARS = 20;

function renderMark({ item, act, reason }: Mark, columns: number): Shown {
  const { file, memory } = item.target;
  const words = reason ?? memory?.name ?? "";
  const row = `  ${sayAct(act).padEnd(ACT_CHARS)} ${file.id}  ${revealLine(words)}`;
  return says`${cutRow(row.trimEnd(), columns)}\n`;
}

/** @returns why it was not carried out and has to be looked at again, in words for the screen; null when it was. */
export async function carryOut(workspace: Workspace, mark: Mark): Promise<Shown | null> {
  const failure = await tryMark(workspace, mark);
  if (failure === null) return null;
  const { code, message, hint } = failure;
  if (code === "OCC_CONFLICT" || code === "NOT_FOUND") return says`${message}; this is its current text`;
  return says`error: ${code}: ${message}\nhint: ${hint}`;
}

/** @returns why it was not carried out; null when it was. */
export async function tryMark(workspace: Workspace, mark: Mark): Promise<CredenceError | null> {
  const { answerRequests, decideReview } = await import("../../app/review/choices.ts");
  const { updateFromText } = await import("../../app/change/update-memory.ts");
  const { item, act, reason, edited } = mark;
  try {
    if (wantsSeen(act)) demandShown(mark);
    if (act.kind !== "edit") {
      await decideReview(workspace, item, { act, reason, confirm: sameAs(mark) });
    } else if (edited !== undefined) {
      await updateFromText(workspace, item.target, { text: edited.text, confirm: sameAs(mark) });
      answerRequests(item);
      edited.done();
    }
    return null;
  } catch (error) {
    if (!(error instanceof CredenceError) || error.code === "INTERNAL") throw error;
    return error;
  }
}

/** They have said yes already: to this text, with these findings. */
function sameAs(mark: Mark): Confirm {
  const { act, digest, flags, item } = mark;
  const marked = act.kind === "pair" ? [digest, item.pair?.digest] : [digest];
  return async ({ digest: now, judgement }) => {
    const isSame = marked.includes(now) && (judgement?.flags ?? []).every((flag) => flags.includes(flag));
    if (!isSame) throw new CredenceError("OCC_CONFLICT", `${item.target.file.id} is judged differently now`);
    return demandShown(mark);
  };
}

function demandShown({ shown, item }: Mark): ShownToEnd {
  if (shown !== null) return shown;
  throw new CredenceError("DECLINED", `${item.target.file.id} was not shown to its end`);
}

/** What is told where a review ends with marks that nobody signed. */
export function sayUnsigned(marks: number): Shown {
  return says`${pluralize(marks, "decision", "decisions")} marked and not signed: nothing was changed\n`;
}
