import { FUNCTION_WORDS } from "./tables.ts";

/** By its form, before stemming: `does` is one, `doe` is not. One ASCII letter alone is one, too. */
export function isFunctionWord(form: string): boolean {
  return FUNCTION_WORDS.has(form) || /^[a-z]$/.test(form);
}
