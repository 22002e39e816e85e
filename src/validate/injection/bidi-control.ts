import { defineRule } from "../rule.ts";

const RIGHT_TO_LEFT =
  "[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}]";

export default defineRule({
  id: "bidi-control",
  family: "hidden-character",
  severity: "flag",
  keywords: [],
  // An override turns letters around in any script, and no ordinary text needs one; the rest belong near such a script.
  pattern: new RegExp(
    `[\\u202d\\u202e]|(?<!${RIGHT_TO_LEFT}[^\\n]{0,8})[\\u061c\\u200e\\u200f\\u202a-\\u202c\\u2066-\\u2069](?![^\\n]{0,8}${RIGHT_TO_LEFT})`,
    "gu",
  ),
  message: "a bidirectional control, which displays text in another order than it is read",
  catches: ["access \u202egnp.exe", "a\u2066b\u2069", "x\u200fy"],
  spares: ["שלום\u200f world", "مرحبا\u200f!", "plain text"],
});
