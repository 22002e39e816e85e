import { defineCheckCommand } from "../frames/check-command.ts";

export const secretCheck = defineCheckCommand({
  name: "secret-check",
  tool: "secret-check",
  summary: "Look for secrets and personal data in a text",
  options: {
    "redacted-counts": {
      type: "boolean",
      help: "spare what <redacted>…</redacted> wraps",
    },
  },
  exits: { 0: "CLEAN", 1: "SECRET-DETECTED" },
  examples: ["secret-check notes.md", "git diff | credence secret-check -"],
});
