// A bar for a long rebuild of the search index, on stderr and only where a person watches.

import { says } from "../../memory/text/render-terminal.ts";
import type { Io } from "../call/command.ts";

/** Whatever stands on the line goes. */
export const CLEAR = says`\r\u001B[2K`;
const SHOWN_AFTER_MS = 400;
const REDRAWN_AFTER_MS = 100;
const BAR_CHARS = 24;

/** Nothing is drawn for work that is over before it would be noticed. */
export function createProgress(io: Io, what: string): (done: number, total: number) => void {
  const start = io.now();
  let drawn = 0;
  return (done, total) => {
    const now = io.now();
    if (!io.terminal.out || total === 0) return;
    if (done >= total) {
      if (drawn > 0) io.err(CLEAR);
      return;
    }
    if (now - start < SHOWN_AFTER_MS || now - drawn < REDRAWN_AFTER_MS) return;
    drawn = now;
    const filled = Math.floor((done / total) * BAR_CHARS);
    const bar = "#".repeat(filled).padEnd(BAR_CHARS, ".");
    io.err(says`${[CLEAR]}${what} [${bar}] ${done} of ${total}`);
  };
}
