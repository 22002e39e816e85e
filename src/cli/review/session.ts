// A person goes through the queue, one memory per screen, one decision each: there is no key for many. Each item comes
// once; it is re-read before it is shown, and if it changed while they looked, it is shown again instead of signed.

import type { Confirm } from "../../app/change/signing-preview.ts";
import type { ReviewAct, ReviewChoices } from "../../app/review/choices.ts";
import type { Edit } from "../../app/review/edit-text.ts";
import type { ReviewItem } from "../../app/review/queue.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError, refuse } from "../../memory/errors.ts";
import { STATUS_WORDS, TRANSITION_WORDS } from "../../memory/law/transition-words.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Io } from "../call/command.ts";
import { callContext } from "../call/open-workspace.ts";
import { type Asking, askToAcknowledge, demandYes } from "../terminal/confirm.ts";
import { renderShowing } from "../terminal/render-preview.ts";
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
    const workspace = renewWorkspace(session.workspace, callContext(session.io, session.call).now);
    const item = await reviewItem(workspace, target.root, target.file.id);
    if (item === null) return "done elsewhere";
    const asked = await askAbout(
      { ...session, workspace },
      item,
      `${note}${renderItem(item, place, session.io.columns)}`,
    );
    if (asked.kind === "end") return asked.end;
    note = `\n${asked.why}; this is its current text\n`;
  }
}

type Asked =
  | { readonly kind: "end"; readonly end: ReviewEnd | "quit" }
  /** It is not what they saw any more. */
  | { readonly kind: "changed"; readonly why: string };

async function askAbout(session: ReviewSession, item: ReviewItem, head: string): Promise<Asked> {
  const { io, workspace, drafts } = session;
  const { showTarget } = await import("../../app/change/signing-preview.ts");
  const { reviewChoices } = await import("../../app/review/choices.ts");
  const { askPerson, showPages } = await import("../terminal/pager.ts");
  const showing = await showTarget(workspace, item.target);
  const all = reviewChoices(workspace, item, showing.judgement);
  const { text, shown } = renderShowing(showing, io.columns);
  const keysOf = (choices: ReviewChoices): string =>
    renderKeys({ choices, hasDraft: drafts.has(item.target.file.path) }, io.columns);
  const { rest, unseen } = await showPages(io, `${head}${text}`, `${shown}${keysOf(all)}`);
  const choices = unseen === null ? all : leaveVouching(all, unseen);
  const keys = (): string => keysOf(choices);
  let screen = `${rest}${unseen === null ? shown : ""}${keys()}`;
  for (let left = TRIES; left > 0; ) {
    const typed = (await askPerson(io, screen, ["s", "q", ...choices.acts.keys()])).trim().toLowerCase();
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

/** Whoever has not seen the whole text does not vouch for it. */
function leaveVouching({ acts }: ReviewChoices, unseen: string): ReviewChoices {
  const lowering = [...acts].filter(([, { kind }]) => !["raise", "grant", "status"].includes(kind));
  return { acts: new Map(lowering), refusal: refuse("DECLINED", unseen) };
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

/** @returns why nothing was done; null when the decision was carried out. */
async function decide(
  { io, workspace }: ReviewSession,
  item: ReviewItem,
  act: Exclude<ReviewAct, { readonly kind: "edit" }>,
): Promise<string | null> {
  const { decideReview } = await import("../../app/review/choices.ts");
  const { askPerson } = await import("../terminal/pager.ts");
  const wantsReason = act.kind === "demote" || act.kind === "sign-quarantine";
  const reason = wantsReason ? (await askPerson(io, "why? ")).trim() : null;
  if (reason === "") return "no reason given, nothing was changed";
  await decideReview(workspace, item, {
    act,
    reason,
    confirm: ({ judgement }) => askToAcknowledge(io, judgement?.flags ?? []),
  });
  return null;
}

// The e of a review: the memory in the person's editor, judged again, shown again, and signed by a yes. What is refused stays
// in its file, and the next e goes on with it.

/** Edits that are not signed yet, by the file of their memory. */
type Drafts = Map<string, Edit>;

export type Editing = { readonly io: Io; readonly workspace: Workspace; readonly drafts: Drafts };

/** @returns why there is nothing to sign; null when the edit was signed. */
async function editItem({ io, workspace, drafts }: Editing, item: ReviewItem): Promise<string | null> {
  const { beginEdit, sayWhereKept } = await import("../../app/review/edit-text.ts");
  const { updateFromText } = await import("../../app/change/update-memory.ts");
  const { answerRequests } = await import("../../app/review/choices.ts");
  const { file, text } = item.target;
  const draft = drafts.get(file.path) ?? beginEdit(item.target, text ?? "");
  drafts.set(file.path, draft);
  const drop = (): void => {
    draft.discard();
    drafts.delete(file.path);
  };
  // Said first: should the editor or this process be killed, the person knows where to look.
  io.err(`editing ${renderTerminalLine(draft.path)}\n`);
  try {
    io.setEcho?.(true);
    const edited = draft.open(io.env);
    if (edited.trim() === "") {
      drop();
      return "empty text: your edit is discarded";
    }
    const outcome = await updateFromText(workspace, item.target, { text: edited, confirm: confirmEdit(io) });
    drop();
    if (outcome.kind !== "updated") return "your edit changes nothing";
    answerRequests(item);
    return null;
  } catch (error) {
    throw sayWhereKept(error, draft);
  }
}

function confirmEdit(io: Io): Confirm {
  return async (showing) => {
    const { text, shown } = renderShowing(showing, io.columns);
    await demandYes(io, `\n${text}`, `${shown}sign exactly this text as yours?`);
    await askToAcknowledge(io, showing.judgement?.flags ?? []);
  };
}

// What became of the items of a review, for its last line.

const ENDS = [
  "confirmed",
  "kept",
  "demoted",
  "edited",
  "archived",
  "granted",
  "declined",
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
      return `${reviewed} reviewed${told}; ${waited - reviewed} left\n`;
    },
  };
}

/** What a decision that was carried out counts as. */
function endOf(act: ReviewAct): ReviewEnd {
  switch (act.kind) {
    case "raise":
      return TRANSITION_WORDS[act.action].end;
    case "demote":
    case "sign-quarantine":
      return TRANSITION_WORDS.demote.end;
    case "record-archive":
      return STATUS_WORDS.archive.end;
    case "status":
      return STATUS_WORDS[act.action].end;
    case "grant":
      return "granted";
    case "decline":
      return "declined";
    case "edit":
      return "edited";
  }
}
