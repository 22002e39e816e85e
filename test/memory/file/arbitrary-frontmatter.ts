// Frontmatter as it might be typed, pasted or forged: a biased share of whatever means something to a YAML reader.

import fc from "fast-check";
import { anyCharacter } from "../../fixture/any-character.ts";
import { tablesOf } from "../../fixture/rows.ts";

const { texts } = tablesOf(import.meta.filename);

const PIECES = [
  ..."abz19 :#-?[]{},&*!|>'\"%@`\\~=.+_()/",
  ..."\u00E9\u6F22\u00A0\u00AD\u200B\u{1F600}",
  ..."\t\r\u0000\u0007\u007F\u0085\u2028\u2029\uFEFF\uFFFE",
  "  ",
  ": ",
  " #",
  ", ",
  "- ",
  "? ",
  "''",
  "\\n",
  "\\x41",
  "\\u00e9",
  "\\U0001F600",
  "\\ud800",
  "\\q",
  '"a"',
  "'b'",
  "[a, b]",
  "[",
  "]",
  "null",
  "true",
  "0x10",
  "---",
  "...",
  "<<",
  "!!str ",
  "&a ",
  "*a",
  "|-",
];
const KEYS = texts("keys");

const piece = fc.constantFrom(...PIECES);
const noise = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
const from = (chars: string) =>
  fc.array(fc.constantFrom(...chars), { maxLength: 8 }).map((each) => each.join(""));
const calm = from("abc1 -:#é.?!*&");

const quoted = fc.oneof(
  from("ab: #'[,\t]é").map((chars) => `"${chars}"`),
  from('ab: #"[,\t]\\é').map((chars) => `'${chars}'`),
  fc
    .array(fc.constantFrom("a", "\\n", "\\x41", "\\U0001F600", '\\"', "\\\\", "\\q"), { maxLength: 4 })
    .map((parts) => `"${parts.join("")}"`),
);
const scalar = fc.oneof(
  { weight: 6, arbitrary: calm },
  { weight: 4, arbitrary: quoted },
  { weight: 1, arbitrary: noise },
);
const list = fc
  .tuple(fc.array(scalar, { maxLength: 3 }), fc.constantFrom(",", ", ", " , ", ", ", ",,"))
  .map(([items, comma]) => `[${items.join(comma)}]`);
const value = fc.oneof({ weight: 3, arbitrary: scalar }, { weight: 1, arbitrary: list });
const gap = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(": ", ":  ") },
  { weight: 1, arbitrary: fc.constantFrom(":", ":\t", " : ") },
);
const comment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("", " ", " # why", " #") },
  { weight: 1, arbitrary: fc.constantFrom("#", "\t# tab", " # a\rb: c") },
);

const entry = fc.tuple(fc.constantFrom(...KEYS), gap, value, comment).map((parts) => parts.join(""));
const line = fc.oneof(
  { weight: 12, arbitrary: entry },
  { weight: 2, arbitrary: fc.constantFrom("", " ", "# a comment", "  # indented") },
  { weight: 1, arbitrary: fc.constantFrom("\t", "\t# tab", "#\ra: b", "---") },
  { weight: 1, arbitrary: noise },
);

/** What stands between the two fences. */
export const arbitraryFrontmatter: fc.Arbitrary<string> = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 3 }), fc.constantFrom("\n", "\n", "\r\n"))
  .map(([lines, ending]) => lines.map((each) => each + ending).join(""));

/** Any text at all that has a UTF-8 form, with a bias toward what needs care. */
export const arbitraryText: fc.Arbitrary<string> = fc
  .array(fc.oneof(piece, fc.string({ unit: anyCharacter, maxLength: 3 })), { maxLength: 12 })
  .map((parts) => parts.join("").toWellFormed());
