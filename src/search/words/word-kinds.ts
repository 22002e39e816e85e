// Other words for a word. A memory that says `repository` answers a prompt that says `repo`, at a discount: what was really
// said counts more.

import { COMMON_WORD_TABLE, FUNCTION_WORDS, SHORT_FORM_TABLE, SYNONYM_TABLE } from "./tables.ts";

/** Both by stem, none of them the stem itself. */
export function findShortForms(stem: string): readonly string[] {
  return SHORT_FORM_TABLE.get(stem)?.split(" ") ?? [];
}

export function findSynonyms(stem: string): readonly string[] {
  return SYNONYM_TABLE.get(stem)?.split(" ") ?? [];
}

/** By its form, before stemming: `does` is one, `doe` is not. One ASCII letter alone is one, too. */
export function isFunctionWord(form: string): boolean {
  return FUNCTION_WORDS.has(form) || /^[a-z]$/.test(form);
}

// Words that people say about any work to anybody: a memory that shares only these with a prompt is not about it. They still
// rank what is shown; they only do not decide whether anything is.

/** A number alone is one, too. */
export function isCommonWord(form: string, stem: string): boolean {
  return COMMON_WORD_TABLE.has(form) || COMMON_WORD_TABLE.has(stem) || /^[0-9]+$/.test(form);
}
