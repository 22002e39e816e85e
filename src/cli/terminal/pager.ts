// A screen that is longer than the terminal, page by page. Attack: a text so long that its first lines are gone before its
// question comes. So whoever did not page to the end is told that they did not, and signs nothing.

import { CredenceError } from "../../memory/errors.ts";
import { groupDigits } from "../../memory/pluralize.ts";
import type { Io } from "../call/command.ts";

/** On a smaller terminal a page would hold nothing but its own last row. */
const ROWS_MIN = 6;

export type Paged = {
  /** What is still to be printed, with the question behind it. */
  readonly rest: string;
  readonly isWhole: boolean;
};

/** `screen` consists of whole rows; `question` comes after it and has to be seen with its end. */
export async function showPages(io: Io, screen: string, question: string): Promise<Paged> {
  const rows = screen.split("\n").slice(0, -1);
  const height = Math.max(ROWS_MIN, io.rows);
  const asked = question.split("\n").length;
  let at = 0;
  while (rows.length - at + asked > height) {
    const page = rows.slice(at, at + height - 1);
    at += page.length;
    const typed = await askPerson(io, `${page.map((row) => `${row}\n`).join("")}${sayPage(at, rows.length)}`);
    if (/^q(?:uit)?$/i.test(typed.trim())) return { rest: "", isWhole: false };
  }
  const rest = rows.slice(at).map((row) => `${row}\n`);
  return { rest: rest.join(""), isWhole: true };
}

function sayPage(at: number, of: number): string {
  return `-- ${groupDigits(at)} of ${groupDigits(of)} rows; Enter for more, q to stop: `;
}

/** What they typed; that nobody typed anything is a refusal. */
export async function askPerson(io: Io, question: string): Promise<string> {
  try {
    return await io.ask(question);
  } catch (error) {
    // Interrupted, or a terminal that is not one: either way nobody gave an answer.
    const why = error instanceof Error ? error.message : String(error);
    throw new CredenceError("NEEDS_PERSON", `no answer (${why})`, "nothing was changed");
  }
}
