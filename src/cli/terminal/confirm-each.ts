// Asks a person about one of many memories, each for itself. The screen is the one of every signature: the whole text, each
// character that a screen would hide by its number, and the question after the last line.

import type { SigningPreview } from "../../app/change/sign/signing-preview.ts";
import type { ImportChoice } from "../../app/transfer/import/run-import.ts";
import { CredenceError } from "../../memory/errors.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import type { Io } from "../call/command.ts";
import { askPerson, showPages } from "./pager.ts";
import { renderShowing, type Screen } from "./render-preview.ts";

const TRIES = 3;

export type EachQuestion = {
  readonly words: Shown;
  /** What each key means, beside d for paths and digest. */
  readonly replies: Readonly<Record<string, ImportChoice>>;
};

export async function confirmMemory(
  io: Io,
  showing: SigningPreview,
  question: EachQuestion,
): Promise<ImportChoice> {
  try {
    return await askAboutMemory(io, renderShowing(showing, io.columns, { tells: "facts" }), question);
  } catch (error) {
    // Interrupted, or the terminal is gone: nobody says yes any more.
    if (error instanceof CredenceError && error.code === "NEEDS_PERSON") return "quit";
    throw error;
  } finally {
    // Until the next one there is work to do, which an interrupt may end.
    io.setEcho?.(true);
  }
}

async function askAboutMemory(
  io: Io,
  { text, shown, details }: Screen,
  { words, replies }: EachQuestion,
): Promise<ImportChoice> {
  const { rest, unseen } = await showPages(io, says`\n${[text]}`, says`${[shown, words]} `);
  const isWhole = unseen === null;
  const unread = isWhole ? [] : [says`${unseen}, so yes is no answer here\n`];
  let screen = says`${isWhole ? [rest, shown] : unread}${[words]} `;
  for (let left = TRIES; left > 0; ) {
    const typed = (await askPerson(io, screen, ["d", ...Object.keys(replies)])).trim().toLowerCase();
    const reply = Object.hasOwn(replies, typed) ? replies[typed] : undefined;
    if (reply !== undefined && (isWhole || reply !== "yes")) return reply;
    if (typed !== "d") left -= 1;
    screen = says`${typed === "d" ? [details] : []}${[...unread, words]} `;
  }
  return "quit";
}
