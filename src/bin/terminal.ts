// Asks at the terminal itself: standard input may be a pipe, and a pipe is not a person. What was typed before the question
// stood there is thrown away, so that nobody answers what they have not seen.

import { closeSync, openSync } from "node:fs";
import { ReadStream } from "node:tty";
import { readAnswer } from "./read-answer.ts";
import { discardTyped, writeWhole } from "./terminal-bytes.ts";

/** A secret is not shown while it is typed. */
export async function askTerminal(
  question: string,
  { secret }: { readonly secret: boolean },
): Promise<string> {
  const out = openSync("/dev/tty", "w");
  const tty = new ReadStream(openSync("/dev/tty", "r"));
  try {
    tty.setRawMode(true);
    discardTyped();
    writeWhole(out, question);
    return await readAnswer(tty, secret ? () => undefined : (text) => writeWhole(out, text));
  } finally {
    tty.setRawMode(false);
    tty.destroy();
    writeWhole(out, "\n");
    closeSync(out);
  }
}
