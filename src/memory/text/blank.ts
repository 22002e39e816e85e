// Text that shows nothing: white space of any script, characters that no screen draws, marks without a letter to stand on.

import { lazyPattern } from "../lazy-pattern.ts";

/** One character that shows nothing by itself, as part of a character class with the `u` flag; a line end is none. */
export const BLANK_CHARS = String.raw`\t\v\f\r\p{Z}\p{M}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800`;

const blankLine = lazyPattern(`^[${BLANK_CHARS}]*$`, "u");

export function isBlankLine(line: string): boolean {
  return line === "" || blankLine().test(line);
}
