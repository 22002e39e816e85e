import { defineRule } from "../rule.ts";

// At home in an emoji sequence and between letters of scripts that join letters or do not mark words.
const HOME =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}" +
  "\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}" +
  "\\p{Script=Myanmar}\\p{Script=Khmer}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Tibetan}\\p{Script=Mongolian}" +
  "\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]";

export default defineRule({
  id: "zero-width-character",
  family: "hidden-character",
  severity: "flag",
  keywords: [],
  // A byte order mark is one only at the very start.
  pattern: new RegExp(
    `(?<!${HOME})(?:[\\u200b-\\u200d\\u2060-\\u2064\\u180e\\u3164\\uffa0]|(?<=[^])\\ufeff)`,
    "gu",
  ),
  message: "a character that cannot be seen",
  catches: ["ig\u200bnore", "word\u2060joiner", "a\ufeffb", "x\u3164y", "plain\u200dtext"],
  spares: [
    "\ufeffa file with a byte order mark",
    "👩\u200d💻 writes",
    "می\u200cخواهم",
    "क्\u200dष",
    "❤️\u200d🔥",
  ],
});
