// The user's terminal. Input typed before a question is not echoed, because it may be a passphrase typed too early.

import { openSync, readlinkSync } from "node:fs";
import { isatty, ReadStream } from "node:tty";
import type { NextTyped } from "../cli/call/command.ts";
import { refuseKept } from "./answered.ts";
import { endGroup } from "./end-group.ts";
import { readStream } from "./streams.ts";

/** The part of Io that is a terminal, or stands for one. */
export const terminal = {
  terminal: { in: isatty(0), out: isatty(1) },
  terminalName: nameTerminal,
  askSecret: async (question: string) => {
    refuseKept();
    return askTerminal(question, []);
  },
  ask: (question: string, answers?: readonly string[]) => askTerminal(question, answers ?? null),
  readKeys: async <Result>(screen: string, read: (nextTyped: NextTyped) => Promise<Result>) => {
    holdEcho();
    return (await import("./ask-terminal.ts")).readKeys(screen, read);
  },
  setEcho,
  onHangUp: async (work: () => void) => (await import("./ask-terminal.ts")).onHangUp(work),
  readStdin: (bytesMax: number) => {
    setEcho(true);
    return readStream(process.stdin, bytesMax);
  },
  endAll: endGroup,
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
} as const;

export function endWith(exit: number): void {
  process.exitCode = exit;
  setEcho(true);
}

/** `credence … | head` closes the pipe early, which is the reader's right and no error of ours. An answer that cannot be
 * written for another reason is reported once, and the command continues to its end. */
export function endWithReader(): void {
  let isLost = false;
  process.stdout.on("error", (error) => {
    const code = "code" in error ? String(error.code) : error.name;
    if (code === "EPIPE") process.exit(0);
    if (!isLost) {
      process.stderr.write(`error: DISK_FULL: the answer cannot be written to standard output (${code})\n`);
      process.stderr.write("hint: the command itself was carried out; look before you repeat it\n");
      process.once("exit", () => {
        process.exitCode ||= 1;
      });
    }
    isLost = true;
  });
}

/** Loaded late, because most commands ask nothing. */
async function askTerminal(question: string, shown: readonly string[] | null): Promise<string> {
  holdEcho();
  return (await import("./ask-terminal.ts")).askTerminal(question, shown);
}

/** Keeps the terminal from echoing input and from acting on it, as long as this stream exists. */
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

/** The name of the user's terminal, as `/dev/pts/3`; null when the system does not tell. */
function nameTerminal(): string | null {
  try {
    return readlinkSync("/proc/self/fd/0");
  } catch {
    // Other systems than Linux have no such directory, but a program `tty`.
    const { spawnSync } = process.getBuiltinModule("node:child_process");
    const { status, stdout } = spawnSync("/usr/bin/tty", {
      stdio: ["inherit", "pipe", "ignore"],
      encoding: "utf8",
    });
    return status === 0 ? stdout.trim() : null;
  }
}
