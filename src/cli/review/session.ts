// A person goes through the queue, one memory a screen and one decision each: there is no key for many. Each item comes once;
// it is read anew before it is shown, and what changed while they looked is shown again instead of signed.

import type { ReviewAct, ReviewChoices } from "../../app/review/choices.ts";
import type { ReviewItem } from "../../app/review/queue.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import { hintsOf } from "../call/call-hints.ts";
import { type Asking, askPerson, askToAcknowledge } from "../terminal/confirm.ts";
import { renderShowing } from "../terminal/render-showing.ts";
import { type Drafts, editItem } from "./review-edit.ts";
import { endOf, type ReviewEnd, type Tally } from "./review-tally.ts";
import { type Place, renderItem, renderKeys } from "./screen.ts";

export type ReviewSession = Asking & { readonly drafts: Drafts; readonly tally: Tally };

const TRIES = 3;

export async function reviewItems(session: ReviewSession, queue: readonly ReviewItem[]): Promise<void> {
  for (const [index, item] of queue.entries()) {
    const end = await reviewOrQuit(session, item, { at: index + 1, of: queue.length });
    if (end === "quit") return;
    session.tally.count(end);
    if (end !== "skipped") session.io.err(`${item.target.file.id}: ${end}\n`);
  }
}

async function reviewOrQuit(
  session: ReviewSession,
  item: ReviewItem,
  place: Place,
): Promise<ReviewEnd | "quit"> {
  try {
    return await reviewOne(session, item, place);
  } catch (error) {
    // Interrupted, or the terminal is gone: nobody decides any more.
    if (error instanceof CredenceError && error.code === "NEEDS_PERSON") return "quit";
    throw error;
  }
}

async function reviewOne(
  session: ReviewSession,
  { target }: ReviewItem,
  place: Place,
): Promise<ReviewEnd | "quit"> {
  const { renewWorkspace } = await import("../../app/workspace/workspace.ts");
  const { reviewItem } = await import("../../app/review/queue.ts");
  for (let note = ""; ; ) {
    const workspace = renewWorkspace(session.workspace, hintsOf(session.io, session.call).now);
    const item = await reviewItem(workspace, target.root, target.file.id);
    if (item === null) return "done elsewhere";
    const asked = await askAbout(
      { ...session, workspace },
      item,
      `${note}${renderItem(item, place, session.io.columns)}`,
    );
    if (asked.kind === "end") return asked.end;
    note = `\n${asked.why}; here it is as it is now\n`;
  }
}

type Asked =
  | { readonly kind: "end"; readonly end: ReviewEnd | "quit" }
  /** It is not what they saw any more. */
  | { readonly kind: "changed"; readonly why: string };

async function askAbout(session: ReviewSession, item: ReviewItem, head: string): Promise<Asked> {
  const { io, workspace, drafts } = session;
  const { showTarget } = await import("../../app/change/showing.ts");
  const { reviewChoices } = await import("../../app/review/choices.ts");
  const showing = await showTarget(workspace, item.target);
  const choices = reviewChoices(workspace, item, showing.judgement);
  const keys = (): string => renderKeys({ choices, hasDraft: drafts.has(item.target.file.path) }, io.columns);
  let screen = `${head}${renderShowing(showing, io.columns)}${keys()}`;
  for (let left = TRIES; left > 0; ) {
    const typed = (await askPerson(io, screen)).trim().toLowerCase();
    if (typed === "s") return { kind: "end", end: "skipped" };
    if (typed === "q") return { kind: "end", end: "quit" };
    const act = findAct(choices, typed);
    if (act === null) left -= 1;
    const tried = act === null ? "" : await tryAct(session, item, act);
    if (typeof tried !== "string") return tried;
    screen = `${tried}${keys()}`;
  }
  return { kind: "end", end: "quit" };
}

function findAct({ acts }: ReviewChoices, typed: string): ReviewAct | null {
  return [...acts].find(([key]) => key === typed)?.[1] ?? null;
}

/** A text is what to say before the question is asked again. */
async function tryAct(session: ReviewSession, item: ReviewItem, act: ReviewAct): Promise<Asked | string> {
  try {
    const refused = act.kind === "edit" ? await editItem(session, item) : await decide(session, item, act);
    return refused === null ? { kind: "end", end: endOf(act) } : `${refused}\n`;
  } catch (error) {
    if (!(error instanceof CredenceError)) throw error;
    const { code, message, hint } = error;
    if (code === "NEEDS_PERSON" || code === "INTERNAL") throw error;
    if (code === "OCC_CONFLICT" || code === "NOT_FOUND") return { kind: "changed", why: message };
    if (code === "DECLINED") return `${message}${sayKept(session, item)}\n`;
    return `error: ${code}: ${renderTerminalLine(message)}\nhint: ${renderTerminalLine(hint)}\n`;
  }
}

function sayKept({ drafts }: ReviewSession, { target }: ReviewItem): string {
  const draft = drafts.get(target.file.path);
  return draft === undefined ? "" : `; your text is in ${renderTerminalLine(draft.path)}`;
}

/** Null when it is done. */
async function decide(
  { io, workspace }: ReviewSession,
  item: ReviewItem,
  act: Exclude<ReviewAct, { readonly kind: "edit" }>,
): Promise<string | null> {
  const { decideReview } = await import("../../app/review/decide-review.ts");
  const wantsReason = act.kind === "demote" || act.kind === "sign-quarantine";
  const reason = wantsReason ? (await askPerson(io, "why? ")).trim() : null;
  if (reason === "") return "without a reason nothing is changed";
  await decideReview(workspace, item, {
    act,
    reason,
    confirm: ({ judgement }) => askToAcknowledge(io, judgement?.flags ?? []),
  });
  return null;
}
