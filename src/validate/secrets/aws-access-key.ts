import { defineRule } from "../rule.ts";
import { isVaried } from "./judge/entropy.ts";
import { isTokenStandIn } from "./judge/placeholder.ts";

export default defineRule({
  id: "aws-access-key",
  family: "aws",
  severity: "error",
  keywords: ["akia", "asia", "abia", "acca", "a3t"],
  anchored: true,
  pattern: /(?<![A-Za-z0-9])(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  message: "an AWS access key",
  accepts: ({ value }) => isVaried(value.slice(4)) && !isTokenStandIn(value),
  catches: [`AKIA${"Q3XW7BZ5".repeat(2)}`, `key id ASIA${"J4KD2MN6".repeat(2)}.`],
  spares: [`AKIA${"X".repeat(16)}`, `AKIAIOSFODNN7${"EXAMPLE"}`, `XAKIA${"Q3XW7BZ5".repeat(2)}`],
});
