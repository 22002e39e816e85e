import type { ReadStream } from "node:tty";

const CHARS_MAX = 1_024;
const [ENTER, RETURN, INTERRUPT, END, BACKSPACE, DELETE] = ["\n", "\r", "\u0003", "\u0004", "\b", "\u007F"];

/** One line, as it is typed at a terminal that leaves every key to us. */
export async function readAnswer(tty: ReadStream, echo: (text: string) => void): Promise<string> {
  let line: string[] = [];
  for await (const chunk of tty.setEncoding("utf8")) {
    for (const char of String(chunk)) {
      if (char === ENTER || char === RETURN) return line.join("");
      if (char === INTERRUPT || char === END) throw new Error("interrupted");
      line = typeInto(line, char, echo);
    }
  }
  throw new Error("the terminal is gone");
}

function typeInto(line: string[], char: string, echo: (text: string) => void): string[] {
  if (char === BACKSPACE || char === DELETE) {
    if (line.length > 0) echo("\b \b");
    return line.slice(0, -1);
  }
  if (line.length >= CHARS_MAX) return line;
  // Only what is a character: an escape sequence is for the terminal that sent it.
  if (char >= " ") echo(char);
  return [...line, char];
}
