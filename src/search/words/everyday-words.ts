// Words that people say about any work to anybody: a memory that shares only these with a prompt is not about it. They still
// rank what is shown; they only do not decide whether anything is.

import { EVERYDAY_TABLE } from "./everyday-table.ts";

/** A number alone is one, too. */
export function isEverydayWord(form: string, stem: string): boolean {
  return EVERYDAY_TABLE.has(form) || EVERYDAY_TABLE.has(stem) || /^[0-9]+$/.test(form);
}
