// Asks a person about one of many memories, each for itself. The screen is the one of every signature: the whole text, each
// character that a screen would hide by its number, and the question after the last line.

import type { SigningPreview } from "../../app/change/signing-preview.ts";
import type { Answer } from "../../app/transfer/import/run-import.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Io } from "../call/command.ts";
import { askPerson, showPages } from "./pager.ts";
import { renderShowing, type Screen } from "./render-preview.ts";

const REPLIES: Readonly<Record<string, Answer>> = { y: "yes", n: "no", s: "skip", q: "quit" };
const TRIES = 3;

export async function confirmMemory(io: Io, showing: SigningPreview, question: string): Promise<Answer> {
  try {
    return await askAboutMemory(io, renderShowing(showing, io.columns), question);
  } catch (error) {
    // Interrupted, or the terminal is gone: nobody says yes any more.
    if (error instanceof CredenceError && error.code === "NEEDS_PERSON") return "quit";
    throw error;
  } finally {
    // Until the next one there is work to do, which an interrupt may end.
    io.setEcho?.(true);
  }
}

async function askAboutMemory(io: Io, { text, shown }: Screen, question: string): Promise<Answer> {
  const { rest, unseen } = await showPages(io, `\n${text}`, `${shown}${question} `);
  const isWhole = unseen === null;
  const unread = `${unseen}, so yes is no answer here\n`;
  let screen = isWhole ? `${rest}${shown}${question} ` : `${unread}${question} `;
  for (let left = TRIES; left > 0; left -= 1) {
    const reply = REPLIES[(await askPerson(io, screen, Object.keys(REPLIES))).trim().toLowerCase()];
    if (reply !== undefined && (isWhole || reply !== "yes")) return reply;
    screen = `${isWhole ? "" : unread}${question} `;
  }
  return "quit";
}
