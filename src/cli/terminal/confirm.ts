// Shows what is about to be signed and asks, at the terminal itself and only after the last line. There is no option that
// answers; only in a test state is a person played, and then nobody is asked. Fails closed: no answer is a no.

import type { Confirm, SigningPreview } from "../../app/change/signing-preview.ts";
import type { Answer } from "../../app/transfer/import/run-import.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Call, Io } from "../call/command.ts";

export type Asking = { readonly io: Io; readonly call: Call; readonly workspace: Workspace };

/** `question` says what a yes does. Where it vouches for the text, what is flagged in it has to be taken on as well. */
export function confirmText(asking: Asking, question: string): Confirm {
  return async (showing) => {
    await confirmShowing(asking, question)(showing);
    const flags = showing.judgement?.flags ?? [];
    if (!isPlayed(asking)) await askToAcknowledge(asking.io, flags);
  };
}

export function confirmShowing(asking: Asking, question: string): Confirm {
  return async (showing) => askYes(asking, `${await render(asking.io, showing)}${question}`);
}

/** Loaded late: commands that ask nothing pay for no screen. */
async function render(io: Io, showing: SigningPreview): Promise<string> {
  const { renderShowing } = await import("./render-preview.ts");
  return renderShowing(showing, io.columns);
}

/** Everything but a plain yes is a no. */
export async function askYes(asking: Asking, screen: string): Promise<void> {
  if (isPlayed(asking) || (await isYes(asking.io, screen))) return;
  throw new CredenceError("DECLINED", "you did not say yes");
}

export async function isYes(io: Io, screen: string): Promise<boolean> {
  const answer = await askPerson(io, `${screen} [y/N] `);
  return ["y", "yes"].includes(answer.trim().toLowerCase());
}

/** What they typed; that nobody typed anything is a refusal. */
export async function askPerson(io: Io, question: string): Promise<string> {
  try {
    return await io.ask(question);
  } catch (error) {
    // Interrupted, or a terminal that is not one: either way nobody gave an answer.
    const why = error instanceof Error ? error.message : String(error);
    throw new CredenceError("NEEDS_PERSON", `no answer (${why})`, "nothing was changed");
  }
}

/** A word, not a key: a key pressed by habit is not a second look. */
export async function askToAcknowledge(io: Io, flags: readonly string[]): Promise<void> {
  if (flags.length === 0) return;
  const question = `the injection check flags it: ${flags.join(", ")}\ntype acknowledge to accept that: `;
  if ((await askPerson(io, question)).trim() === "acknowledge") return;
  throw new CredenceError("DECLINED", "the findings were not acknowledged");
}

/** unlockPerson refuses the option outside a test state; this does not rely on it. */
export function isPlayed({ call, workspace }: Pick<Asking, "call" | "workspace">): boolean {
  return call.values["as-test-person"] === true && workspace.state.isTest;
}

// Asks a person about one of many memories, each for itself. The screen is the one of every signature: the whole text, each
// character that a screen would hide by its number, and the question after the last line.

const REPLIES: Readonly<Record<string, Answer>> = { y: "yes", n: "no", s: "skip", q: "quit" };
const TRIES = 3;

export async function confirmMemory(io: Io, showing: SigningPreview, question: string): Promise<Answer> {
  let screen = `\n${await render(io, showing)}${question} `;
  for (let left = TRIES; left > 0; left -= 1) {
    const typed = await askOrQuit(io, screen);
    const reply = REPLIES[typed.trim().toLowerCase()];
    if (reply !== undefined) return reply;
    screen = `${question} `;
  }
  return "quit";
}

async function askOrQuit(io: Io, screen: string): Promise<string> {
  try {
    return await io.ask(screen);
  } catch {
    // Interrupted, or the terminal is gone: nobody says yes any more.
    return "q";
  }
}
