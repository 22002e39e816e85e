import { defineRule } from "../rule.ts";
import { isVaried } from "./judge/entropy.ts";
import { hasSequence, isTokenStandIn } from "./judge/placeholder.ts";
import { isPublishedSample } from "./judge/published-samples.ts";

export default defineRule({
  id: "google-api-key",
  family: "google",
  severity: "error",
  keywords: ["aiza"],
  anchored: true,
  // Underscores around the key are Markdown's emphasis, unless they join it to further characters.
  pattern: /(?<![A-Za-z0-9-]_{0,3})AIza[\w-]{35}(?!_{0,3}[A-Za-z0-9-])/g,
  message: "a Google API key",
  accepts: ({ value }) =>
    isVaried(value.slice(4)) && !isTokenStandIn(value) && !hasSequence(value) && !isPublishedSample(value),
  catches: [
    `maps: AIzaSy${"B7k-Qx2_Lm9".repeat(3)}`,
    `_AIzaSy${"B7k-Qx2_Lm9".repeat(3)}_`,
    `the key __AIzaSy${"B7k-Qx2_Lm9".repeat(3)}__ is`,
  ],
  spares: [
    `AIza${"a".repeat(35)}`,
    `AIza${"B7kQx".repeat(3)}`,
    `xAIzaSy${"B7k-Qx2_Lm9".repeat(3)}`,
    `AIzaSy${"B7k-Qx2_Lm9".repeat(3)}_x`,
  ],
});
