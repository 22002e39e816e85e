// What was decided on the page is signed here, at the terminal that started it. Attack: somebody who got into the page, or a
// program that reads the browser, marks what the person never saw, and waits for their passphrase. That a text was seen to its
// end is the browser's word alone; so a text that is longer than the screen and would be vouched for is paged here first, and
// there is no way past it but to leave that memory out. Then each decision is listed with its act, its id, its title, what was
// acknowledged and the beginning of the digest, and the passphrase is asked for below that list. It is carried out as a
// review carries it out: whatever is not to the last byte what was marked is handed back. Fails closed: no passphrase, no
// signature.

import { findForgettable } from "../../app/change/forget-memory.ts";
import { findDifference } from "../../app/memories/find-memory.ts";
import { renewWorkspace, type Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { revealLine } from "../../memory/text/look-alikes.ts";
import { asShown, type Shown, says } from "../../memory/text/render-terminal.ts";
import type { SignedView } from "../../web/protocol.ts";
import type { HeldMark } from "../../web/server/marks.ts";
import { hintOnPage } from "../../web/server/page-hints.ts";
import type { Io } from "../call/command.ts";
import { callContext, openWorkspaceFor, unlockFor } from "../call/open-workspace.ts";
import { showReport } from "../report/render-terminal.ts";
import { tryMark } from "../review/marks.ts";
import { endOf } from "../review/session.ts";
import type { Asking } from "../terminal/confirm.ts";
import { askPerson, isLong, isQuit, showPages, typesWord } from "../terminal/pager.ts";
import { renderShowing, type Screen } from "../terminal/render-preview.ts";
import { wrapMarkedLine } from "../terminal/style.ts";
import { forgetAtTerminal, sayForgotten } from "../work/forget.ts";

type Terminal = Omit<Asking, "workspace">;

export type SignRequest = {
  readonly marks: readonly HeldMark[];
  /** Whether the tab that asks is still there, with all of its marks. */
  readonly isHeld: () => boolean;
  /** Shorter texts of the same request were signed already. */
  readonly isRest?: true;
};

/** Asks who is there and for the passphrase anew; the key is gone when all is carried out. */
export async function signAtTerminal(terminal: Terminal, request: SignRequest): Promise<SignedView> {
  const opened = await openWorkspaceFor(terminal.io, terminal.call, `carry out ${sayCount(request.marks)}`);
  try {
    const marks = await readLong(terminal.io, request.marks);
    const left = request.marks.filter((each) => !marks.includes(each));
    const again = left.map(({ ref }) => ({ ...ref, why: LEFT_OUT }));
    if (marks.length === 0) return { done: [], again, declined: null };
    const act = `carry out ${sayCount(marks)}`;
    const person = await unlockUnderList(terminal, opened, { ...request, marks, act });
    const signed = await carryOutAll({ ...terminal, workspace: person }, { marks });
    return { ...signed, again: [...again, ...signed.again] };
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    const what =
      request.isRest === true ? "what is longer than the screen was not signed" : "nothing was signed";
    const declined = `${what}: ${error.message}`;
    terminal.io.err(says`${declined}\n`);
    return { done: [], again: [], declined };
  } finally {
    opened.close();
  }
}

const LEFT_OUT = "you left it out at the terminal; read it again and decide anew";
const GO_ON = says`Enter to go on with it, q to leave it out: `;

/** The whole of each text that is vouched for and has no room on one screen. @returns those that may be signed. */
async function readLong(io: Io, marks: readonly HeldMark[]): Promise<readonly HeldMark[]> {
  const left = new Set<HeldMark>();
  for (const mark of marks) {
    if (!isLongMark(io, mark)) continue;
    const { text, shown } = renderMarked(mark, io.columns);
    const { rest, unseen } = await showPages(io, text, says`${[shown, GO_ON]}`);
    const isOut = unseen !== null || isQuit(await askPerson(io, says`${[rest, shown, GO_ON]}`, ["quit"]));
    if (!isOut) continue;
    left.add(mark);
    io.err(says`${mark.ref.id} is left out${unseen === null ? "" : `: ${unseen}`}\n`);
  }
  return marks.filter((each) => !left.has(each));
}

/** Vouched for, and longer than the screen: then the page's word that it was seen is not enough. */
export function isLongMark(io: Io, mark: HeldMark): boolean {
  if (mark.shown === null) return false;
  const { text, shown } = renderMarked(mark, io.columns);
  return isLong(io, text, says`${[shown, GO_ON]}`);
}

function renderMarked(mark: HeldMark, columns: number): Screen {
  const { ref, showing, beside } = mark;
  const head = `${mark.says}: ${ref.id}`;
  const { text, ...rest } = renderShowing(showing, columns, { head, beside, tells: "facts" });
  return { ...rest, text: says`\n${[text]}` };
}

function isNoAnswer(error: unknown): error is CredenceError {
  return error instanceof CredenceError && (error.code === "NEEDS_PERSON" || error.code === "DECLINED");
}

function sayCount({ length }: readonly HeldMark[]): string {
  return length === 1 ? "this decision" : `these ${length} decisions`;
}

/** List and question stand on the terminal itself: standard error may lead into a file. */
async function unlockUnderList(
  { io }: Terminal,
  opened: Workspace,
  unlocking: SignRequest & { readonly act: string },
): Promise<Workspace> {
  const { marks, isHeld, act } = unlocking;
  const isSealed = opened.keys.person === null && opened.keys.personFile?.secret.sealed === true;
  const word = isSealed ? "your passphrase" : WORD;
  const question = says`type ${word} to ${act}; Enter alone signs nothing`;
  const list = says`\ndecided on the page:\n${[renderMarks(marks, io.columns)]}\n`;
  const below = isSealed
    ? says`${[question]}\npassphrase of your person key, to ${act}: `
    : says`${[question]}: `;
  const { rest, unseen } = await showPages(io, list, below);
  if (unseen !== null) throw new CredenceError("DECLINED", unseen);
  const askSecret = isSealed ? askBelow(io, says`${[rest, question]}\n`) : io.askSecret;
  const person = await unlockFor({ ...io, askSecret }, opened, act);
  if (!isSealed && !(await typesWord(io, says`${[rest, question]}: `, WORD))) {
    throw new CredenceError("DECLINED", `you did not type ${WORD}`);
  }
  if (!isHeld()) throw new CredenceError("DECLINED", "the tab was closed meanwhile");
  return person;
}

const WORD = "sign";

/** What is said first is said once. Enter alone is no passphrase, but an answer. */
function askBelow({ askSecret }: Io, first: Shown): Io["askSecret"] {
  let before = first;
  return async (question) => {
    const typed = await askSecret(says`${[before, question]}`);
    before = says``;
    if (typed === "") throw new Error("nothing was typed");
    return typed;
  };
}

const ACT_CHARS = 20;
const DIGEST_CHARS = 8;

/** What is done to which memory; then its whole title, why, and what was accepted, each in as many rows as it takes. */
export function renderMarks(marks: readonly HeldMark[], columns: number): Shown {
  return asShown(marks.map((mark) => renderMark(mark, columns)).join(""));
}

function renderMark(mark: HeldMark, columns: number): string {
  const { says: said, ref, name, digest, reason, flags, act, note } = mark;
  const scope = ref.scope === "user" ? " [user]" : "";
  const row = `${said.padEnd(ACT_CHARS)} ${(digest ?? "").slice(0, DIGEST_CHARS).padEnd(DIGEST_CHARS)} ${ref.id}${scope}`;
  const isTakenOn = flags.length > 0 && (act.kind === "raise" || act.kind === "edit");
  const more = [
    ...(reason === null ? [] : [`because: ${revealLine(reason)}`]),
    ...(isTakenOn ? [`acknowledged: ${flags.join(", ")}`] : []),
    ...(note === null ? [] : [note]),
  ];
  const rows = [
    ...wrapMarkedLine(row.trimEnd(), columns, ["  ", "    "]),
    // A title is anybody's words, and marked as in every other screen.
    ...(name === "" ? [] : wrapMarkedLine(revealLine(name), columns, ["    | ", "    | "])),
    ...more.flatMap((each) => wrapMarkedLine(each, columns, ["    ", "      "])),
  ];
  return rows.map((each) => `${each}\n`).join("");
}

/** Each for itself: one that fails is handed back, and the others are carried out. */
export async function carryOutAll(
  asking: Asking,
  { marks }: Pick<SignRequest, "marks">,
): Promise<SignedView> {
  const { io, call } = asking;
  const done: SignedView["done"][number][] = [];
  const again: SignedView["again"][number][] = [];
  for (const mark of marks) {
    const { ref } = mark;
    const workspace = renewWorkspace(asking.workspace, callContext(io, call).now);
    const failure = await carryOutOne({ ...asking, workspace }, mark);
    if (failure === null) {
      const said = mark.act.kind === "forget" ? "erased" : endOf(mark.act);
      done.push({ ...ref, says: said });
      io.err(says`${ref.id}: ${said}\n`);
    } else {
      again.push({ ...ref, why: `${failure.message}; ${hintOnPage(failure)}` });
      io.err(says`${ref.id} was not changed: ${failure.message}\n`);
    }
  }
  io.err(says`${pluralize(done.length, "decision", "decisions")} carried out, ${again.length} handed back\n`);
  return { done, again, declined: null };
}

async function carryOutOne(asking: Asking, mark: HeldMark): Promise<CredenceError | null> {
  const { subject, act, reason, digest, flags, shown, text } = mark;
  if (act.kind === "forget") return forgetMarked(asking, mark);
  const edited = text === null ? {} : { edited: { text, done: () => undefined } };
  return tryMark(asking.workspace, { item: subject, act, reason, digest, flags, shown, ...edited });
}

/** Its own question comes on top: nothing brings the text back. */
async function forgetMarked(
  asking: Asking,
  { subject, reason, ref }: HeldMark,
): Promise<CredenceError | null> {
  const { workspace, io } = asking;
  const { target } = subject;
  try {
    const forgettable = findForgettable({ ...workspace, roots: [target.root] }, ref.id);
    const difference = findDifference(workspace, target, forgettable.target);
    if (difference !== null) throw new CredenceError("OCC_CONFLICT", difference);
    const forgotten = await forgetAtTerminal(asking, forgettable, reason ?? "");
    io.err(showReport(sayForgotten(forgotten), io));
    return null;
  } catch (error) {
    if (!(error instanceof CredenceError) || error.code === "INTERNAL") throw error;
    return error;
  }
}
