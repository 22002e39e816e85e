import { replaceHidden } from "../../memory/text/hidden-chars.ts";
import { defineRule } from "../rule.ts";

// At home in an emoji sequence and between letters of scripts that join letters or do not mark words.
const HOME =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}" +
  "\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}" +
  "\\p{Script=Myanmar}\\p{Script=Khmer}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Tibetan}\\p{Script=Mongolian}" +
  "\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]";
const JOINER = `(?<!${HOME})[\\u17b4\\u17b5\\u180e\\u200b-\\u200d\\u2060-\\u2064]`;
// French sets it inside quotes and before signs, and many languages after a number.
const NARROW_SPACE = "(?<![\\d«‹])\\u202f(?![!?:;»›%])";
// What other rules report: bidi controls, tags, selectors.
const OTHERS =
  "[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufe00-\\ufe0f\\u{e0000}-\\u{e007f}\\u{e0100}-\\u{e01ef}]";
// A byte order mark is one only at the very start.
const ANY_OTHER = `(?!${OTHERS}|[\\u17b4\\u17b5\\u180e\\u200b-\\u200d\\u2060-\\u2064]|(?<![^])\\ufeff)[\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}]`;

/** More than the marks a base may carry, which decide whether the next one stays. */
const CHARS_BEFORE = 40;
const CHARS_AFTER = 2;

export default defineRule({
  id: "zero-width-character",
  family: "hidden-character",
  severity: "notice",
  keywords: [],
  pattern: new RegExp(`${JOINER}|${NARROW_SPACE}|${ANY_OTHER}`, "gu"),
  message: "an invisible character",
  accepts: ({ value, index, text }) => isDropped(text, index, index + value.length),
  catches: [
    "ig\u200bnore",
    "word\u2060joiner",
    "a\ufeffb",
    "x\u3164y",
    "plain\u200dtext",
    "so\u00adft",
    "😀\u00ad",
    "narrow\u202fspace",
  ],
  spares: [
    "\ufeffa file with a byte order mark",
    "👩\u200d💻 writes",
    "می\u200cخواهم",
    "क्\u200dष",
    "❤️\u200d🔥",
    "« Bonjour\u202f! » 12\u202f000\u202f€",
    "ᠠ\u180b",
  ],
});

/** The sanitizer decides what may stay: it leaves a few of these where writing needs them, and draws others. */
function isDropped(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - CHARS_BEFORE);
  let isHidden = false;
  replaceHidden(text.slice(from, end + CHARS_AFTER), (_, at) => {
    isHidden ||= from + at === start;
    return "";
  });
  return isHidden;
}
