// Characters that a person does not see and a model reads.

import { replaceHidden } from "../../../memory/text/hidden-chars.ts";
import { listRules } from "./rule-rows.ts";

// zero-width-character
// At home in an emoji sequence and between letters of scripts that join letters or do not mark words.
const HOME =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}" +
  "\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}" +
  "\\p{Script=Myanmar}\\p{Script=Khmer}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Tibetan}\\p{Script=Mongolian}" +
  "\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]";
const JOINER = `(?<!${HOME})[\\u17b4\\u17b5\\u180e\\u200b-\\u200d\\u2060-\\u2064]`;
// French sets it inside quotes and before signs, and many languages after a number.
const NARROW_SPACE = "(?<![\\d«‹])\\u202f(?![!?:;»›%])";
// Characters that other rules report: bidi controls, tags, selectors.
const OTHERS =
  "[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufe00-\\ufe0f\\u{e0000}-\\u{e007f}\\u{e0100}-\\u{e01ef}]";
// A byte order mark is one only at the very start.
const ANY_OTHER = `(?!${OTHERS}|[\\u17b4\\u17b5\\u180e\\u200b-\\u200d\\u2060-\\u2064]|(?<![^])\\ufeff)[\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}]`;

/** More than the number of marks a base may carry, which decide whether the next one stays. */
const CHARS_BEFORE = 40;
const CHARS_AFTER = 2;

// bidi-control
const RIGHT_TO_LEFT =
  "[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}]";

// variation-selector-run
const GLYPH = "[\\ufe00-\\ufe0f]";
const IDEOGRAPH = "[\\u{e0100}-\\u{e01ef}]";
// As the sanitizer has it: of ASCII only digits, # and * have glyphs to choose from.
const BASE = "(?:[0-9#*]|[^\\u0000-\\u007f\\p{M}\\p{Z}\\p{C}])";

// zero-width-message
const ZERO_WIDTH = "\\u00ad\\u180e\\u200b-\\u200d\\u2060-\\u2064\\ufeff";
const MESSAGE_CHARS_MIN = 32;

export const HIDDEN_RULES = listRules("hidden-character", [
  {
    id: "zero-width-message",
    severity: "flag",
    // Matches them also when they are spread between the letters of a word.
    pattern: new RegExp(
      `(?<!${HOME})[${ZERO_WIDTH}](?:[^${ZERO_WIDTH}\\n]{0,3}(?<!${HOME})[${ZERO_WIDTH}]){${MESSAGE_CHARS_MIN - 1},255}`,
      "gu",
    ),
    message: "invisible characters, so many that they can spell a message",
    accepts: ({ value, index, text }) => countDropped(text, index, index + value.length) >= MESSAGE_CHARS_MIN,
  },
  {
    id: "zero-width-character",
    severity: "notice",
    pattern: new RegExp(`${JOINER}|${NARROW_SPACE}|${ANY_OTHER}`, "gu"),
    message: "an invisible character",
    accepts: ({ value, index, text }) => countDropped(text, index, index + value.length) > 0,
  },
  {
    id: "bidi-control",
    severity: "flag",
    // An override turns letters around in any script, and no ordinary text needs one; the rest belong near such a script.
    pattern: new RegExp(
      `[\\u202d\\u202e]|(?<!${RIGHT_TO_LEFT}[^\\n]{0,8})[\\u061c\\u200e\\u200f\\u202a-\\u202c\\u2066-\\u2069](?![^\\n]{0,8}${RIGHT_TO_LEFT})`,
      "gu",
    ),
    message: "a bidirectional control, which displays text in another order than it is read",
  },
  {
    id: "tag-character",
    severity: "flag",
    // The flags of England, Scotland and Wales are a black flag and a few tags; anything else is a message.
    pattern: /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,6})[\u{e0000}-\u{e007f}]{1,256}/gu,
    message: "invisible tag characters, which can spell a whole message",
  },
  {
    id: "variation-selector-run",
    severity: "flag",
    pattern: new RegExp(
      `(?:${GLYPH}|${IDEOGRAPH}){2,256}|(?<!${BASE})${GLYPH}|(?<!\\p{Ideographic})${IDEOGRAPH}`,
      "gu",
    ),
    message: "variation selectors without effect, which can carry a hidden message",
  },
  {
    id: "control-character",
    severity: "notice",
    // Tab, line feed, form feed and carriage return are layout; the rest moves cursors or ends lines that seem to go on.
    pattern: /[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u2028\u2029]{1,64}/g,
    message: "a control character",
  },
]);

/** Counts the characters that the sanitizer would drop: it leaves a few of these where a script needs them, and replaces
 * others by visible signs. */
function countDropped(text: string, start: number, end: number): number {
  const from = Math.max(0, start - CHARS_BEFORE);
  let dropped = 0;
  replaceHidden(text.slice(from, end + CHARS_AFTER), (_, at) => {
    if (from + at >= start && from + at < end) dropped += 1;
    return "";
  });
  return dropped;
}
