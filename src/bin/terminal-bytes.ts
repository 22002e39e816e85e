import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";

/** Takes what waits to be read at the terminal, and forgets it. */
export function discardTyped(): void {
  const typed = openSync("/dev/tty", constants.O_RDONLY | constants.O_NONBLOCK);
  const bytes = Buffer.alloc(4_096);
  try {
    while (readSync(typed, bytes) > 0);
  } catch (error) {
    // Nothing more to read is what it waits for.
    if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
  } finally {
    closeSync(typed);
  }
}

/** A terminal may take a long text in pieces. */
export function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written, bytes.length - written);
  }
}
