// The unlocked mode: for a few minutes the page's decisions are carried out without a question. Attack: a program of the same
// account reads the secret from the browser, and approves in the person's name. That is the price, so the mode is off unless it
// is asked for, lasts ten minutes at most, and every decision is still listed here. A text that is longer than the screen is not
// signed this way: it is paged, and the passphrase asked for, as in the locked mode.

import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Instant } from "../../memory/instant.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { SignedView } from "../../web/protocol.ts";
import { openWorkspaceFor, unlockFor } from "../call/open-workspace.ts";
import type { Asking } from "../terminal/confirm.ts";
import { typesWord } from "../terminal/pager.ts";
import { carryOutAll, isLongMark, renderMarks, type SignRequest, signAtTerminal } from "./sign-marks.ts";

const MINUTE_MS = 60_000;

type PersonKey = NonNullable<Workspace["keys"]["person"]>;

export type Unlocked = {
  /** @returns null while it is locked. */
  readonly until: () => Instant | null;
  readonly key: () => PersonKey | null;
};

const LOCKED: Unlocked = { until: () => null, key: () => null };

/** Asks for the passphrase now, where the mode is wanted. */
export async function unlockFirst({ io, workspace }: Asking, minutes: number | null): Promise<Unlocked> {
  if (minutes === null) return LOCKED;
  const act = `open the page unlocked for ${pluralize(minutes, "minute", "minutes")}`;
  const isSealed = workspace.keys.personFile?.secret.sealed === true;
  const person = await unlockFor(io, workspace, act);
  if (!isSealed && !(await typesWord(io, says`type unlock to ${act}: `, "unlock"))) {
    throw new CredenceError("DECLINED", "you did not type unlock");
  }
  const until = io.now() + minutes * MINUTE_MS;
  let key = person.keys.person;
  setTimeout(() => {
    key = null;
    io.err(says`the page is locked again: decisions are signed here\n`);
  }, minutes * MINUTE_MS).unref();
  const isOver = (): boolean => key === null || io.now() >= until;
  return { until: () => (isOver() ? null : until), key: () => (isOver() ? null : key) };
}

/** @returns null where it is locked, or all of it is too long, so that somebody has to be asked. */
export async function signUnlocked(
  terminal: Omit<Asking, "workspace">,
  request: SignRequest,
  unlocked: Unlocked,
): Promise<SignedView | null> {
  const person = unlocked.key();
  if (person === null) return null;
  const opened = await openWorkspaceFor(terminal.io, terminal.call, "carry out decisions");
  try {
    // Made anew, or sealed anew, since: then it is not this key that counts.
    if (opened.keys.personFile?.signer !== person.signer) return null;
    const { io } = terminal;
    const long = request.marks.filter((mark) => isLongMark(io, mark));
    const marks = request.marks.filter((mark) => !long.includes(mark));
    if (marks.length === 0) return null;
    io.err(says`\ndecided on the page:\n${[renderMarks(marks, io.columns)]}`);
    const workspace = { ...opened, keys: { ...opened.keys, person } };
    const signed = await carryOutAll({ ...terminal, workspace }, { marks });
    if (long.length === 0) return signed;
    const asked = await signAtTerminal(terminal, { ...request, marks: long, isRest: true });
    return {
      done: [...signed.done, ...asked.done],
      again: [...signed.again, ...asked.again],
      declined: asked.declined,
    };
  } finally {
    opened.close();
  }
}
