// Asks a person about one of many memories, each for itself. The screen is the one of every signature: the whole text, each
// character that a screen would hide by its number, and the question after the last line.

import type { Showing } from "../../app/change/showing.ts";
import type { Answer } from "../../app/transfer/import/run-import.ts";
import type { Io } from "../call/command.ts";
import { renderShowing } from "./render-showing.ts";

const REPLIES: Readonly<Record<string, Answer>> = { y: "yes", n: "no", s: "skip", q: "quit" };
const TRIES = 3;

export async function confirmMemory(io: Io, showing: Showing, question: string): Promise<Answer> {
  let screen = `\n${renderShowing(showing, io.columns)}${question} `;
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
