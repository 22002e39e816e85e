// Text as an attacker would write it, for the laws: any code point, lone surrogates, and a biased share of characters
// and tokens that mean something to the block, the index line, a terminal or a reviewer.

import fc from "fast-check";
import { anyCharacter } from "../../fixture/any-character.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { texts } = tablesOf(import.meta.filename);

/** The seed is fixed, so that a run says the same everywhere; the long suite goes further along the same road. */
export const LAW_RUNS = { numRuns: Number(process.env["CREDENCE_TEST_RUNS"] ?? 300), seed: 20_260_501 };

const GRAMMAR_TOKENS = texts("tokens");
const NASTY_CHARS = [
  " \t\n\r\v\f\u0000\u0007\u001B\u007F\u0085\u009B\u00A0\u00AD\u034F\u061C\u115F\u180B\u180E\u200B\u200C\u200D\u200E",
  "\u200F\u2028\u2029\u202A\u202E\u202F\u2060\u2064\u2066\u2069\u206F\u3000\u3164\uFE00\uFE0F\uFEFF\uFF9E\uFFA0\uFFF9",
  "\uFFFC\uFFFD\uFFFE\u0301\u0323\u0308\u0338\u0488\u05B8\u0E31\u093F\u094D\u0F90\u3099\u00C9\u0130\u03A3\u1820\u6F22",
  "\u{E0001}\u{E0041}\u{E007F}\u{E0100}\u{E01EF}\u{E0FFF}\u{1F600}\u{1F3FB}\u{1D173}\u{110BD}\u{1FFFF}",
].flatMap((chars) => [...chars]);

const unit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...GRAMMAR_TOKENS) },
      { weight: 6, arbitrary: fc.constantFrom(...NASTY_CHARS) },
      { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 4 }) },
      { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 4 }) },
      { weight: 1, arbitrary: unit },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

/** Written down apart from the code under test: nothing of this may ever be shown. */
export const NEVER_SHOWN =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u2028-\u202F\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}\p{Cs}\p{Noncharacter_Code_Point}]/u;
export const TWO_SELECTORS = /[\uFE00-\uFE0F\u180B-\u180D\u180F\u{E0100}-\u{E01EF}]{2}/u;

export function countChars(text: string): number {
  return [...text].length;
}
