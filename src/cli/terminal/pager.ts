// A screen that is longer than the terminal, page by page. Attack: a text so long that its first lines are gone before its
// question comes. So whoever did not page to the end is told that they did not, and signs nothing.

import { CredenceError } from "../../memory/errors.ts";
import { groupDigits } from "../../memory/pluralize.ts";
import { asShown, type Shown, says } from "../../memory/text/render-terminal.ts";
import type { Io, NextTyped } from "../call/command.ts";
import { COLUMNS_MAX, COLUMNS_MIN } from "./style.ts";

/** On a lower terminal a page would hold nothing but its own last row, and on a narrower one a row of a text has no room beside
 * its mark: there no text is shown to its end. */
const [ROWS_MIN, TEXT_COLUMNS_MIN] = [6, COLUMNS_MIN + 2];
const TOO_SMALL = `the terminal is smaller than ${TEXT_COLUMNS_MIN} columns and ${ROWS_MIN} rows`;
/** A terminal says how high it is, and any process of the account can tell it so: on none do more rows stand at once. */
const ROWS_MAX = 200;

export type Paged = {
  /** What is still to be printed, with the question behind it. */
  readonly rest: Shown;
  /** Why the end was not seen; null where it was. */
  readonly unseen: string | null;
  /** It was longer than the terminal. */
  readonly isPaged: boolean;
};

/** `screen` consists of whole rows, as wide as the terminal is now; `question` comes after it and has to be seen with its
 * end. A terminal that becomes narrower would break the rows, and the second half of one could pass for words of ours. */
export async function showPages(io: Io, screen: Shown, question: Shown): Promise<Paged> {
  const rows = screen.split("\n").slice(0, -1);
  const columns = io.columns;
  if (columns < TEXT_COLUMNS_MIN || io.rows < ROWS_MIN)
    return { rest: says``, unseen: TOO_SMALL, isPaged: true };
  const asked = heightOf(question, columns);
  const below = heightOf(sayPage(rows.length, rows.length), columns);
  let at = 0;
  // Asked anew for each page: whoever looks may change the terminal.
  for (let height = heightOfTerminal(io); rows.length - at + asked > height; height = heightOfTerminal(io)) {
    const page = rows.slice(at, at + Math.max(1, height - below));
    at += page.length;
    const screen = asShown(`${page.map((row) => `${row}\n`).join("")}${sayPage(at, rows.length)}`);
    const typed = await askPerson(io, screen, ["quit"]);
    if (isQuit(typed)) return { rest: says``, unseen: "you stopped before the end", isPaged: true };
    if (io.columns < columns)
      return { rest: says``, unseen: "the terminal became narrower before the end", isPaged: true };
    // The last rows were a page of their own: only the question is left.
    if (at >= rows.length) break;
  }
  const rest = rows.slice(at).map((row) => `${row}\n`);
  return { rest: asShown(rest.join("")), unseen: null, isPaged: at > 0 };
}

/** Whether `showPages` would page through it now. */
export function isLong(io: Io, screen: string, question: string): boolean {
  if (io.columns < TEXT_COLUMNS_MIN || io.rows < ROWS_MIN) return true;
  return screen.split("\n").length - 1 + heightOf(question, io.columns) > heightOfTerminal(io);
}

function heightOfTerminal({ rows }: Io): number {
  return Math.min(Math.max(ROWS_MIN, rows), ROWS_MAX);
}

/** How many rows of the terminal our own words take, with the place where an answer is typed. */
function heightOf(words: string, columns: number): number {
  const width = Math.min(columns, COLUMNS_MAX);
  return words.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length + 1) / width)), 0);
}

function sayPage(at: number, of: number): string {
  return `-- ${groupDigits(at)} of ${groupDigits(of)} rows; Enter for more, q to stop: `;
}

export function isQuit(typed: string): boolean {
  return /^q(?:uit)?$/i.test(typed.trim());
}

/** What they typed; that nobody typed anything is a refusal. Where `answers` are given, nothing else is shown. */
export function askPerson(io: Io, question: Shown, answers?: readonly string[]): Promise<string> {
  return refuseUnanswered(io.ask(question, answers));
}

/** Everything but a plain yes is a no. */
export async function saysYes(io: Io, question: Shown): Promise<boolean> {
  const answer = (await askPerson(io, question, ["yes", "no"])).trim().toLowerCase();
  return answer === "y" || answer === "yes";
}

/** Asked only once the whole screen was there. */
export async function demandYes(io: Io, screen: Shown, question: Shown): Promise<void> {
  const words = says`${[question]} [y/N] `;
  const { rest, unseen } = await showPages(io, screen, words);
  if (unseen !== null) throw new CredenceError("DECLINED", unseen);
  if (await saysYes(io, says`${[rest, words]}`)) return;
  throw new CredenceError("DECLINED", "you did not say yes");
}

/** The same by a word: for what is foreign, in quarantine, or taken over before its time. */
export async function demandWord(io: Io, screen: Shown, [question, word]: [Shown, string]): Promise<void> {
  const words = says`${[question]}\ntype ${word}, Enter alone changes nothing: `;
  const { rest, unseen } = await showPages(io, screen, words);
  if (unseen !== null) throw new CredenceError("DECLINED", unseen);
  if (await typesWord(io, says`${[rest, words]}`, word)) return;
  throw new CredenceError("DECLINED", `you did not type ${word}`);
}

/** Enter is the answer in capitals; whatever is neither yes nor no is asked again. */
export async function askYes(io: Io, question: Shown, onEnter: boolean): Promise<boolean> {
  for (;;) {
    const typed = (await askPerson(io, question, ["yes", "no"])).trim().toLowerCase();
    if (typed === "") return onEnter;
    if (["y", "yes"].includes(typed)) return true;
    if (["n", "no"].includes(typed)) return false;
  }
}

/** A word, not a key: a key pressed by habit is not a second look. */
export async function typesWord(io: Io, question: Shown, word: string): Promise<boolean> {
  return (await askPerson(io, question, [word])).trim().toLowerCase() === word;
}

async function refuseUnanswered(answer: Promise<string>): Promise<string> {
  try {
    return await answer;
  } catch (error) {
    // Interrupted, or a terminal that is not one: either way nobody gave an answer.
    const why = error instanceof Error ? error.message : String(error);
    throw new CredenceError("NEEDS_PERSON", `no answer (${why})`, "nothing was changed");
  }
}

// One key as an answer, without Enter. Attack: nobody, only haste. A key pressed by habit, typed ahead, pasted or held down
// answers a screen that nobody has read. So a key counts only where it stands alone: the screen has stood there for a while,
// nothing was typed in that while, and nothing follows at once, as it does from a key that is held down.

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
