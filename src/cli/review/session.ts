// A person goes through the queue, one memory per screen, and marks each with one key; nothing is done until the end, where
// one word carries out what is marked. Each item is re-read before it is shown, and if it is another by then, it is shown
// again instead of signed.

import { cleanReason } from "../../app/change/judge-text.ts";
import type { SigningPreview } from "../../app/change/sign/signing-preview.ts";
import { noteShown, type ShownToEnd } from "../../app/memories/shown-to-end.ts";
import { isVouching, isWithheld, sayAct, wantsReason, wordOf } from "../../app/review/act-words.ts";
import type { ReviewAct, ReviewChoices, ReviewKey } from "../../app/review/choices.ts";
import type { QueueOptions, ReviewItem, ReviewSubject } from "../../app/review/queue.ts";
import { CredenceError, refuse } from "../../memory/errors.ts";
import { STATUS_WORDS, TRANSITION_WORDS } from "../../memory/law/transition-words.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import type { Io } from "../call/command.ts";
import { callContext } from "../call/open-workspace.ts";
import { type Asking, askToAcknowledge } from "../terminal/confirm.ts";
import { askKey, askPerson, showPages, typesWord } from "../terminal/pager.ts";
import { renderShowing } from "../terminal/render-preview.ts";
import { type Drafts, editItem } from "./edit-item.ts";
import { askToSign, carryOut, type Mark, sayUnsigned } from "./marks.ts";
import { type Position, relatedRows, renderKeys, renderOverview, sayPosition, whyRows } from "./screen.ts";

export type ReviewSession = Asking & {
  readonly drafts: Drafts;
  readonly tally: Tally;
  readonly queue: QueueOptions;
};

export async function reviewItems(session: ReviewSession, queue: readonly ReviewItem[]): Promise<void> {
  const marks: Mark[] = [];
  try {
    let again: readonly Again[] = queue.map((item) => ({ item, note: null }));
    while (again.length > 0) {
      const isOver = await markEach(session, again, marks);
      if (marks.length === 0 || !(await askToSign(session.io, marks))) return;
      again = await signAll(session, marks.splice(0));
      if (isOver) return tellOpen(session, again);
    }
  } catch (error) {
    // Interrupted, or the terminal is gone: nobody decides any more.
    if (!(error instanceof CredenceError && error.code === "NEEDS_PERSON")) throw error;
  } finally {
    if (marks.length > 0) session.io.err(sayUnsigned(marks.length));
  }
}

/** What waits is seen before a passphrase is asked for. @returns whether they want to go on. */
export async function beginReview(io: Io, queue: readonly ReviewItem[], observed: string): Promise<boolean> {
  try {
    for (let screen = renderOverview(queue, observed, io); ; screen = says`Enter to begin, q to quit: `) {
      const key = await askKey(io, screen);
      if (key === "\n" || key === " ") return true;
      if (key === "q") return false;
    }
  } catch (error) {
    // Interrupted, or the terminal is gone.
    if (error instanceof CredenceError && error.code === "NEEDS_PERSON") return false;
    throw error;
  }
}

type Again = { readonly item: ReviewSubject; readonly note: Shown | null };

/** @returns whether they want to end it. */
async function markEach(session: ReviewSession, queue: readonly Again[], marks: Mark[]): Promise<boolean> {
  for (const [index, { item, note }] of queue.entries()) {
    const answer = await showOne(session, item, { at: index + 1, of: queue.length, note });
    if (answer === "quit") return true;
    if (typeof answer === "string") session.tally.count(answer);
    else marks.push(answer);
  }
  return false;
}

async function signAll(session: ReviewSession, marks: readonly Mark[]): Promise<Again[]> {
  const { io, call, tally } = session;
  const { renewWorkspace } = await import("../../app/workspace/workspace.ts");
  const again: Again[] = [];
  for (const mark of marks) {
    const { item, act } = mark;
    const note = await carryOut(renewWorkspace(session.workspace, callContext(io, call).now), mark);
    if (note === null) {
      tally.count(endOf(act));
      io.err(says`${item.target.file.id}: ${endOf(act)}\n`);
    } else again.push({ item, note });
  }
  return again;
}

function tellOpen({ io }: ReviewSession, again: readonly Again[]): void {
  for (const { item, note } of again)
    io.err(says`${item.target.file.id} was not changed: ${note === null ? [] : [note]}\n`);
}

type Showing = Position & { readonly note: Shown | null };
type ItemOutcome = Mark | "quit" | "skipped" | "done elsewhere";

async function showOne(
  session: ReviewSession,
  { target }: ReviewSubject,
  shown: Showing,
): Promise<ItemOutcome> {
  const { renewWorkspace } = await import("../../app/workspace/workspace.ts");
  const { reviewItem } = await import("../../app/review/queue.ts");
  const workspace = renewWorkspace(session.workspace, callContext(session.io, session.call).now);
  const item = await reviewItem(workspace, target, session.queue);
  if (item === null) return "done elsewhere";
  if (item.moved !== null) (await import("../../app/survey/moved.ts")).noteAsked(workspace, item.target);
  return askAbout({ ...session, workspace }, item, shown);
}

/** An item on the screen. */
type Looked = {
  readonly item: ReviewItem;
  readonly showing: SigningPreview;
  /** The first of a pair, which is on the screen too. */
  readonly beside: SigningPreview | null;
  /** Null where they stopped before its end. */
  readonly shown: ShownToEnd | null;
  /** A key pressed by habit is not enough: it is flagged, foreign, quarantined, or longer than the screen. */
  readonly isWary: boolean;
};

async function askAbout(session: ReviewSession, item: ReviewItem, shown: Showing): Promise<ItemOutcome> {
  const { io, workspace, drafts } = session;
  const { showTarget } = await import("../../app/change/sign/signing-preview.ts");
  const { reviewChoices } = await import("../../app/review/choices.ts");
  const { findRelations } = await import("../../app/recall/relations.ts");
  const showing = await showTarget(workspace, item.target);
  const beside = item.pair === null ? null : await showTarget(workspace, item.pair);
  const all = reviewChoices(workspace, item, showing.judgement);
  const related = findRelations(workspace, item.target.root, [item.target.file.id]);
  const why = [...whyRows(item), ...[...related.values()].flatMap(relatedRows)];
  const around = { head: sayPosition(item, shown), why, beside, tells: "doubts" } as const;
  const screen = renderShowing(showing, io.columns, around);
  const keysOf = (choices: ReviewChoices): Shown =>
    renderKeys({ choices, hasDraft: drafts.has(item.target.file.path) }, io.columns);
  const note = shown.note === null ? says`` : says`\n${[shown.note]}\n`;
  const paged = await showPages(io, says`${[note]}\n${[screen.text]}`, says`${[screen.shown, keysOf(all)]}`);
  const choices = paged.unseen === null ? all : leaveVouching(all, paged.unseen);
  const isWary = paged.isPaged || isWithheld(item, showing);
  const whole = paged.unseen === null ? noteShown(showing, beside) : null;
  const looked = { item, showing, beside, shown: whole, isWary };
  let words = says`${[paged.rest, ...(paged.unseen === null ? [screen.shown] : [])]}`;
  for (;;) {
    const key = await askKey(io, says`${[words, keysOf(choices)]}`);
    if (key === "s") return "skipped";
    if (key === "q") return "quit";
    const act = choices.acts.get(key as ReviewKey);
    const said = act === undefined ? sayKey(key, screen.details) : await markWith(session, looked, act);
    if (typeof said !== "string") return said;
    words = said;
  }
}

/** What to say to a key that decides nothing. */
function sayKey(key: string, details: Shown): Shown {
  if (key === "d") return details;
  return key > " " && key <= "~" ? says`${key} is not a key here\n` : says``;
}

/** Whoever has not seen the whole text does not vouch for it. */
function leaveVouching({ acts }: ReviewChoices, unseen: string): ReviewChoices {
  const lowering = [...acts].filter(([, act]) => !isVouching(act));
  return { acts: new Map(lowering), refusal: refuse("DECLINED", unseen) };
}

/** A text is what to say before the question is asked again. */
async function markWith(session: ReviewSession, looked: Looked, act: ReviewAct): Promise<Mark | Shown> {
  const { io } = session;
  const { item } = looked;
  try {
    const mark = act.kind === "edit" ? await editItem(session, item) : await decide(session, looked, act);
    if (typeof mark === "string") return says`${mark}\n`;
    io.err(says`marked ${item.target.file.id}: ${sayAct(act)}\n`);
    return mark;
  } catch (error) {
    if (!(error instanceof CredenceError)) throw error;
    const { code, message, hint } = error;
    if (code === "NEEDS_PERSON" || code === "INTERNAL") throw error;
    if (code === "DECLINED") return says`${message}${sayKept(session, item)}\n`;
    return says`error: ${code}: ${message}\nhint: ${hint}\n`;
  }
}

function sayKept({ drafts }: ReviewSession, { target }: ReviewItem): string {
  const draft = drafts.get(target.file.path);
  return draft === undefined ? "" : `; your text is in ${draft.path}`;
}

/** @returns the mark, or why there is none. */
async function decide({ io }: ReviewSession, looked: Looked, act: ReviewAct): Promise<Mark | string> {
  const { item, showing, beside, shown, isWary } = looked;
  const asked = act.kind === "pair" ? [showing, beside] : [showing];
  const flags = [...new Set(asked.flatMap((each) => each?.judgement?.flags ?? []))];
  if ((act.kind === "raise" || act.kind === "pair") && flags.length > 0) await askToAcknowledge(io, flags);
  else if (isWary && isVouching(act)) await demandWord(looked, { io, act });
  const wants = wantsReason(act);
  const reason = wants ? cleanReason(await askPerson(io, says`why? `)) : null;
  if (wants && !reason) return "no reason given, nothing was marked";
  return { item, act, reason, digest: showing.digest, flags, shown };
}

async function demandWord(
  { item }: Looked,
  { io, act }: Pick<Asking, "io"> & { readonly act: ReviewAct },
): Promise<void> {
  const word = wordOf(act);
  // A foreign memory waits because it is foreign.
  const why = [...new Set([item.target.standing.standing, item.reasons[0].kind])].join(", ");
  const question = says`${why}: type ${word} to ${sayAct(act)}: `;
  if (await typesWord(io, question, word)) return;
  throw new CredenceError("DECLINED", `you did not type ${word}`);
}

// What became of the items of a review, for its last line.

const ENDS = [
  "confirmed",
  "kept",
  "demoted",
  "edited",
  "hidden",
  "shown again",
  "archived",
  "retired",
  "granted",
  "declined",
  "put off",
  "skipped",
  "done elsewhere",
] as const;
type ReviewEnd = (typeof ENDS)[number];

type Tally = {
  readonly count: (end: ReviewEnd) => void;
  /** `7 reviewed: 6 confirmed, 1 skipped; 5 left`, of so many that waited. */
  readonly render: (waited: number) => string;
};

export function createTally(): Tally {
  const counts = new Map<ReviewEnd, number>();
  return {
    count: (end) => void counts.set(end, (counts.get(end) ?? 0) + 1),
    render: (waited) => {
      const parts = ENDS.flatMap((end) => (counts.has(end) ? [`${counts.get(end)} ${end}`] : []));
      const reviewed = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const told = parts.length === 0 ? "" : `: ${parts.join(", ")}`;
      return `${reviewed} reviewed${told}; ${waited - reviewed} left`;
    },
  };
}

/** What a decision that was carried out counts as. */
export function endOf(act: ReviewAct): ReviewEnd {
  switch (act.kind) {
    case "raise":
      return TRANSITION_WORDS[act.action].end;
    case "demote":
    case "sign-quarantine":
      return TRANSITION_WORDS.demote.end;
    case "hide":
      return "hidden";
    case "show-again":
      return "shown again";
    case "record-archive":
      return STATUS_WORDS.archive.end;
    case "status":
      return STATUS_WORDS[act.action].end;
    case "grant":
      return "granted";
    case "decline":
      return "declined";
    case "pair":
    case "side":
    case "settle":
    case "agree":
      return "kept";
    case "later":
      return "put off";
    case "edit":
      return "edited";
  }
}
