// Shows what is about to be signed and asks, at the terminal itself and only after the last line. There is no option that
// answers; only in a test state is a person played, and then nobody is asked. Fails closed: no answer is a no.

import type { Confirm, SigningPreview } from "../../app/change/sign/signing-preview.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { asShown, type Shown, says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { showReport } from "../report/render-terminal.ts";
import type { Screen } from "./render-preview.ts";

export type Asking = {
  readonly io: Io;
  readonly call: Call;
  readonly workspace: Workspace;
  /** Who writes or takes back what they wrote knows where it comes from: only what speaks against it is beside the text. */
  readonly isBrief?: boolean;
};

/** `question` says what a yes does, or a word that is typed instead. Where it vouches for the text, what is flagged in it has to
 * be taken on as well. */
export function confirmText(asking: Asking, question: Shown, word?: string): Confirm {
  return async (showing) => {
    const shown = await confirmShowing(asking, question, word)(showing);
    const flags = showing.judgement?.flags ?? [];
    if (!isPlayed(asking)) await askToAcknowledge(asking.io, flags);
    return shown;
  };
}

export function confirmShowing(asking: Asking, question: Shown, word?: string): Confirm {
  return async (showing) => {
    if (!isPlayed(asking)) {
      const { text, shown } = await render(asking, showing);
      const { demandWord, demandYes } = await import("./pager.ts");
      const counted = asking.isBrief === true ? asShown(shown.replace("\n", ": ")) : shown;
      const asked = says`${[counted, question]}`;
      await (word === undefined
        ? demandYes(asking.io, text, asked)
        : demandWord(asking.io, text, [asked, word]));
    }
    const { noteShown } = await import("../../app/memories/shown-to-end.ts");
    return noteShown(showing);
  };
}

/** Of what is not vouched for: whoever has seen enough of it may answer. */
export function confirmLoss(asking: Asking, question: Shown): (showing: SigningPreview) => Promise<void> {
  return async (showing) => {
    if (isPlayed(asking)) return;
    const { text, shown } = await render(asking, showing);
    const { demandYes, showPages } = await import("./pager.ts");
    const { rest, unseen } = await showPages(asking.io, text, question);
    await demandYes(asking.io, rest, unseen === null ? says`${[shown, question]}` : question);
  };
}

/** Loaded late: commands that ask nothing pay for no screen. */
async function render({ io, isBrief = false }: Asking, showing: SigningPreview): Promise<Screen> {
  const { renderShowing } = await import("./render-preview.ts");
  return renderShowing(showing, io.columns, { tells: isBrief ? "doubts" : "all" });
}

/** Everything but a plain yes is a no. `screen` ends with the question. */
export async function askYes(asking: Asking, screen: Shown): Promise<void> {
  if (isPlayed(asking)) return;
  const end = screen.lastIndexOf("\n") + 1;
  const { demandYes } = await import("./pager.ts");
  await demandYes(asking.io, asShown(screen.slice(0, end)), asShown(screen.slice(end)));
}

/** The same, under lines of whatever is to be known before. */
export function askUnder(asking: Asking, lines: readonly string[], question: string): Promise<void> {
  return askYes(asking, says`${[showReport(lines, asking.io)]}${question}`);
}

export async function askToAcknowledge(io: Io, flags: readonly string[]): Promise<void> {
  if (flags.length === 0) return;
  const question = says`the injection check flags it: ${flags.join(", ")}\ntype acknowledge to accept that: `;
  const { typesWord } = await import("./pager.ts");
  if (await typesWord(io, question, "acknowledge")) return;
  throw new CredenceError("DECLINED", "the findings were not acknowledged");
}

/** unlockPerson refuses the option outside a test state; this does not rely on it. */
export function isPlayed({ call, workspace }: Pick<Asking, "call" | "workspace">): boolean {
  return call.values["as-test-person"] === true && workspace.state.isTest;
}
