import { defineRule } from "../rule.ts";
import { classifyKeyName } from "./judge/key-name.ts";
import { isOpaque } from "./judge/opaque.ts";
import { isPassword } from "./judge/password.ts";

const SAMPLE = ["Tr0ub", "4dor", "&", "3x"].join("");

/** The value first: `if ("…" == password)`. */
export default defineRule({
  id: "reversed-comparison",
  family: "generic",
  severity: "error",
  keywords: ["==", "!="],
  anchored: true,
  pattern: /(?<=["'`](?<secret>[^\s"'`]{6,200})["'`] {0,3})[=!]={1,2} {0,3}(?<name>[\w.$]{2,60})/dg,
  message: "a password or key in a comparison",
  accepts: ({ groups }) => {
    const { secret = "", name = "" } = groups;
    const strength = classifyKeyName(name);
    return strength !== null && (isPassword(secret, true) || isOpaque(secret));
  },
  catches: [`if ("${SAMPLE}" == password) {`, `if ('${SAMPLE}' !== my_private_key) {`],
  spares: [
    'if ("required" == password)',
    `if ("${SAMPLE}" == title)`,
    'if ("" == password)',
    `if ("\${x}" == password)`,
  ],
});
