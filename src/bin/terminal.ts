// Asks at the terminal itself: standard input may be a pipe, and a pipe is not a person. What was typed before the question
// stood there is thrown away, so that nobody answers what they have not seen; and it is not shown, because it may be a
// passphrase that somebody typed too early.

import { closeSync, constants, openSync, readlinkSync, readSync, writeSync } from "node:fs";
import { isatty, ReadStream } from "node:tty";
import { readStream } from "./streams.ts";

/** The part of Io that is a terminal. */
export const terminal = {
  columns: process.stdout.columns || 80,
  rows: process.stdout.rows || 24,
  terminal: { in: isatty(0), out: isatty(1) },
  terminalName: nameTerminal,
  askSecret: (question: string) => askTerminal(question, { secret: true }),
  ask: (question: string) => askTerminal(question, { secret: false }),
  setEcho,
  readStdin: (bytesMax: number) => {
    setEcho(true);
    return readStream(process.stdin, bytesMax);
  },
} as const;

/** A secret is not shown while it is typed. */
async function askTerminal(question: string, { secret }: { readonly secret: boolean }): Promise<string> {
  const out = openSync("/dev/tty", "w");
  holdEcho();
  const tty = new ReadStream(openSync("/dev/tty", "r"));
  try {
    discardTyped();
    writeWhole(out, question);
    return await readAnswer(tty, secret ? () => undefined : (text) => writeWhole(out, text));
  } finally {
    tty.destroy();
    writeWhole(out, "\n");
    closeSync(out);
  }
}

/** Keeps the terminal from showing what is typed, and from acting on it, as long as it is there. */
let held: ReadStream | null = null;

function holdEcho(): void {
  if (held !== null) return;
  held = new ReadStream(openSync("/dev/tty", "r"));
  held.unref();
  held.setRawMode(true);
}

function setEcho(on: boolean): void {
  if (on) {
    held?.setRawMode(false);
    held?.destroy();
    held = null;
  } else if (isatty(0) && isatty(1)) holdEcho();
}

/** Where the person sits, as `/dev/pts/3`; null where the system does not say. */
function nameTerminal(): string | null {
  try {
    return readlinkSync("/proc/self/fd/0");
  } catch {
    // No such directory outside of Linux: there the program `tty` knows.
    const { spawnSync } = process.getBuiltinModule("node:child_process");
    const { status, stdout } = spawnSync("/usr/bin/tty", {
      stdio: ["inherit", "pipe", "ignore"],
      encoding: "utf8",
    });
    return status === 0 ? stdout.trim() : null;
  }
}

const CHARS_MAX = 1_024;
const [ENTER, RETURN, INTERRUPT, END, BACKSPACE, DELETE] = ["\n", "\r", "\u0003", "\u0004", "\b", "\u007F"];

/** One line, as it is typed at a terminal that leaves every key to us. */
async function readAnswer(tty: ReadStream, echo: (text: string) => void): Promise<string> {
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

/** Takes what waits to be read at the terminal, and forgets it, but for an interrupt. */
function discardTyped(): void {
  const typed = openSync("/dev/tty", constants.O_RDONLY | constants.O_NONBLOCK);
  const bytes = Buffer.alloc(4_096);
  try {
    for (let count = readSync(typed, bytes); count > 0; count = readSync(typed, bytes)) {
      if (bytes.subarray(0, count).includes(INTERRUPT)) throw new Error("interrupted");
    }
  } catch (error) {
    // Nothing more to read is what it waits for.
    if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
  } finally {
    closeSync(typed);
  }
}

/** A terminal may take a long text in pieces. */
function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written, bytes.length - written);
  }
}
