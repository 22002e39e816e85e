// Asks at the terminal itself, without echo: standard input may be a pipe, and a pipe is not a person.

import { closeSync, openSync, writeSync } from "node:fs";
import { ReadStream } from "node:tty";

const CHARS_MAX = 1_024;
const [ENTER, RETURN, INTERRUPT, END, BACKSPACE, DELETE] = ["\n", "\r", "\u0003", "\u0004", "\b", "\u007F"];

export async function askSecret(question: string): Promise<string> {
  const out = openSync("/dev/tty", "w");
  const tty = new ReadStream(openSync("/dev/tty", "r"));
  try {
    tty.setRawMode(true);
    writeSync(out, question);
    return await readLine(tty);
  } finally {
    tty.setRawMode(false);
    tty.destroy();
    writeSync(out, "\n");
    closeSync(out);
  }
}

async function readLine(tty: ReadStream): Promise<string> {
  let line = "";
  for await (const chunk of tty.setEncoding("utf8")) {
    for (const char of String(chunk)) {
      if (char === ENTER || char === RETURN) return line;
      if (char === INTERRUPT || char === END) throw new Error("interrupted");
      if (char === BACKSPACE || char === DELETE) line = [...line].slice(0, -1).join("");
      else if (line.length < CHARS_MAX) line += char;
    }
  }
  throw new Error("the terminal is gone");
}
