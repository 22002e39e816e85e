// Hints for refusals on the page, because the common hints name commands and options of the terminal.

import { type CredenceError, FAILURES, type FailureCode } from "../../memory/errors.ts";

const HINTS: Readonly<Partial<Record<FailureCode, string>>> = {
  USAGE: "reload the page and try again",
  PATH_ERROR: "the file is not where memories are: look at it in your file manager",
  NOT_FOUND: "look at the list again",
  EXISTS: "another file has this name: credence doctor says which",
  OCC_CONFLICT: "read it again and decide anew",
  INVALID_MEMORY: "correct what the checks name",
  RETIRED_RECENTLY: "bring it back into use instead",
  NEEDS_PERSON: "answer at the terminal that started this page",
  DECLINED: "nothing was changed; decide again whenever you like",
  WRONG_STANDING: "look at it again: it may have changed",
  ALREADY_APPROVED: "look at it again: it may have changed",
  FLAGGED: "read each finding and accept it, or change the text",
  HARD_FAIL: "correct what the checks name first",
};

/** Replaces a common hint; a hint made for the occasion stays. */
export function hintOnPage({ code, hint }: Pick<CredenceError, "code" | "hint">): string {
  return hint === FAILURES[code].fix ? (HINTS[code] ?? hint) : hint;
}
