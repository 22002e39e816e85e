// Asks at the terminal itself, because standard input may be a pipe, and a pipe is not a person. Input typed before the
// question appeared is discarded, so that no answer precedes its question. terminal.ts holds every key back meanwhile.

import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { ReadStream } from "node:tty";
import type { NextTyped } from "../cli/call/command.ts";

/** Echoes only the beginning of one of `shown`; null echoes everything. */
export async function askTerminal(question: string, shown: readonly string[] | null): Promise<string> {
  const out = openSync("/dev/tty", "w");
  const tty = new ReadStream(openSync("/dev/tty", "r"));
  try {
    discardTyped();
    writeWhole(out, question);
    const isShown = (line: readonly string[]): boolean =>
      shown?.some((each) => each.startsWith(line.join("").toLowerCase())) ?? true;
    // The end of input means no, if the question can be answered with no.
    const atEnd = shown?.includes("no") === true ? "no" : null;
    return await readAnswer(tty, { isShown, write: (text) => writeWhole(out, text) }, atEnd);
  } finally {
    tty.destroy();
    writeWhole(out, "\n");
    closeSync(out);
  }
}

/** Reads keys one by one, without Enter and without an echo. The reader judges their timing. */
export async function readKeys<Result>(
  screen: string,
  read: (nextTyped: NextTyped) => Promise<Result>,
): Promise<Result> {
  const out = openSync("/dev/tty", "w");
  const tty = new ReadStream(openSync("/dev/tty", "r"));
  try {
    discardTyped();
    writeWhole(out, screen);
    return await read(nextTypedAt(tty));
  } finally {
    tty.destroy();
    writeWhole(out, "\n");
    closeSync(out);
  }
}

function nextTypedAt(tty: ReadStream): NextTyped {
  const chunks = tty.setEncoding("utf8")[Symbol.asyncIterator]();
  let waiting: Promise<IteratorResult<unknown>> | null = null;
  return async (waitMs) => {
    const next = waiting ?? chunks.next();
    waiting = next;
    // A terminal that is closed later must not cause an unhandled rejection.
    next.catch(() => undefined);
    const typed = await (waitMs === null ? next : inTime(next, waitMs));
    if (typed === null) return null;
    waiting = null;
    if (typed.done === true) throw new Error("the terminal is gone");
    const text = String(typed.value);
    if (text.includes(INTERRUPT) || text.includes(END)) throw new Error("interrupted");
    return text;
  };
}

/** @returns null when the value does not arrive in time. */
async function inTime<Value>(value: Promise<Value>, waitMs: number): Promise<Value | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, waitMs, null);
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}

const CHARS_MAX = 1_024;
const [ENTER, RETURN, INTERRUPT, END, BACKSPACE, DELETE] = ["\n", "\r", "\u0003", "\u0004", "\b", "\u007F"];

/** Reads one line from a terminal that passes every key to us. The end of the input answers `atEnd`, or interrupts when it
 * is null. */
async function readAnswer(tty: ReadStream, echo: Echo, atEnd: string | null): Promise<string> {
  let line: string[] = [];
  for await (const chunk of tty.setEncoding("utf8")) {
    for (const char of String(chunk)) {
      if (char === ENTER || char === RETURN) return line.join("");
      if (char === END && atEnd !== null) return atEnd;
      if (char === INTERRUPT || char === END) throw new Error("interrupted");
      line = typeInto(line, char, echo);
    }
  }
  throw new Error("the terminal is gone");
}

type Echo = {
  readonly isShown: (line: readonly string[]) => boolean;
  readonly write: (text: string) => void;
};

function typeInto(line: string[], char: string, { isShown, write }: Echo): string[] {
  if (char === BACKSPACE || char === DELETE) {
    if (line.length > 0 && isShown(line)) write("\b \b");
    return line.slice(0, -1);
  }
  if (line.length >= CHARS_MAX) return line;
  const longer = [...line, char];
  // Echoes only characters, because an escape sequence would act on the terminal.
  if (char >= " " && isShown(longer)) write(char);
  return longer;
}

/** Discards the pending input of the terminal, unless it contains an interrupt. */
function discardTyped(): void {
  const typed = openSync("/dev/tty", constants.O_RDONLY | constants.O_NONBLOCK);
  const bytes = Buffer.alloc(4_096);
  try {
    for (let count = readSync(typed, bytes); count > 0; count = readSync(typed, bytes)) {
      if (bytes.subarray(0, count).includes(INTERRUPT)) throw new Error("interrupted");
    }
  } catch (error) {
    // EAGAIN means that no more input is pending.
    if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
  } finally {
    closeSync(typed);
  }
}

/** Writes in a loop, because a terminal may take a long text in pieces. */
function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written, bytes.length - written);
  }
}

const HANG_UPS = ["SIGHUP", "SIGTERM"] as const;

/** Runs `work` before the process ends because its terminal was closed or because it was told to end. */
export function onHangUp(work: () => void): () => void {
  const stop = (): void => {
    for (const signal of HANG_UPS) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals): void => {
    work();
    // Without our handler the signal has its default effect.
    stop();
    process.kill(process.pid, signal);
  };
  for (const signal of HANG_UPS) process.on(signal, end);
  return stop;
}
