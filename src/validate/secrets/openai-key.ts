import { defineRule } from "../rule.ts";
import { isOpaque } from "./judge/opaque.ts";
import { isTokenStandIn } from "./judge/placeholder.ts";

export default defineRule({
  id: "openai-key",
  family: "openai",
  severity: "error",
  keywords: ["sk-"],
  anchored: true,
  pattern:
    /(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin|None)-(?<secretOfProject>[\w-]{20,250})|(?<secretOfUser>[A-Za-z0-9]{20,64})(?!_{0,3}[A-Za-z0-9-]))/g,
  message: "an OpenAI key",
  accepts: ({ value, groups }) => {
    const body = groups["secretOfProject"] ?? groups["secretOfUser"] ?? "";
    return isOpaque(body) && !isTokenStandIn(value);
  },
  catches: [
    `sk-proj-${"aB3_dE6-gH9k".repeat(6)}`,
    `OPENAI_API_KEY=sk-${"aB3dE6gH9k".repeat(5)}`,
    `_sk-${"aB3dE6gH9k".repeat(5)}_`,
  ],
  spares: [
    "sk-...",
    `sk-${"x".repeat(48)}`,
    "sk-circle-fade-dot",
    "sk-proj-<your project key>",
    "sk-short1234",
  ],
});
