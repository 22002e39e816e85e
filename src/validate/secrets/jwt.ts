import { defineRule } from "../rule.ts";
import { isVaried } from "./judge/entropy.ts";

const PART = "hbGciOiJIUzI1".repeat(2);

/** Header and payload are JSON objects, so both begin with the base64 of a brace and a quote. */
export default defineRule({
  id: "jwt",
  family: "jwt",
  severity: "error",
  keywords: ["eyj"],
  anchored: true,
  pattern: /(?<![A-Za-z0-9-]_{0,3})eyJ[\w-]{14,600}\.eyJ[\w-]{10,8000}(?:\.[\w-]{0,1200})?/g,
  message: "a JSON web token",
  accepts: ({ value }) => isVaried(value),
  catches: [
    `eyJ${PART}.eyJ${PART}.${PART}`,
    `Bearer eyJ${PART}.eyJ${PART}.`,
    `_eyJ${PART}.eyJ${PART}.${PART}_`,
  ],
  spares: ["eyJAAAA.eyJBBB", `eyJ${PART}`, `eyJ${"A".repeat(30)}.eyJ${"A".repeat(30)}`],
});
