// One key as an answer, without Enter. Attack: nobody, only haste. A key pressed by habit, typed ahead, pasted or held down
// answers a screen that nobody has read. So a key counts only where it stands alone: the screen has stood there for a while,
// nothing was typed in that while, and nothing follows at once, as it does from a key that is held down.

import type { Shown } from "../../memory/text/render-terminal.ts";
import type { Io, NextTyped } from "../call/command.ts";
import { refuseUnanswered } from "./pager.ts";

/** So long a screen stands there before a key counts, and so long nothing was typed before it. */
const STILL_MS = 400;
/** A held key repeats faster than this, also after the longer pause before its first repetition. */
const ALONE_MS = 150;

/** `screen` has to fit the terminal. */
export function askKey({ readKeys }: Io, screen: Shown): Promise<string> {
  const key = readKeys?.(screen, readLoneKey) ?? Promise.reject(new Error("there is no terminal"));
  return refuseUnanswered(key);
}

/** The same, unless something else happens first: then that is the answer. */
export function askKeyOr(
  { readKeys }: Pick<Io, "readKeys">,
  screen: Shown,
  happens: Promise<string>,
): Promise<string> {
  const answer = readKeys?.(screen, (nextTyped) => {
    const key = readLoneKey(nextTyped);
    // Nobody waits for it any more once something else has happened, and the terminal is closed then.
    key.catch(() => undefined);
    return Promise.race([key, happens]);
  });
  return refuseUnanswered(answer ?? Promise.reject(new Error("there is no terminal")));
}

async function readLoneKey(nextTyped: NextTyped): Promise<string> {
  for (;;) {
    while ((await nextTyped(STILL_MS)) !== null);
    const typed = (await nextTyped(null)) ?? "";
    const isAlone = (await nextTyped(ALONE_MS)) === null;
    if (isAlone && [...typed].length === 1) return typed === "\r" ? "\n" : typed.toLowerCase();
  }
}
