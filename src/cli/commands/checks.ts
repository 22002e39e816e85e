import { defineCheckCommand } from "../frames/check-command.ts";

export const injectionCheck = defineCheckCommand({
  name: "injection-check",
  tool: "injection-check",
  summary: "Look for text that tries to steer a model",
  exits: { 0: "CLEAN", 3: "FLAGGED (never blocks storing)" },
  examples: ["injection-check notes.md", "injection-check --all .claude/memory"],
});
