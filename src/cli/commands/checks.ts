import { defineCheckCommand } from "../frames/check-command.ts";

export const check = defineCheckCommand({
  name: "check",
  tools: ["validate", "secret-check", "injection-check"],
  summary: "Check a text with all three validators",
  exits: {
    0: "nothing found",
    1: "not a memory file, or a secret",
    2: "a field has the wrong form",
    3: "a warning, or flagged",
  },
  examples: ["check project_x.md", "check --all .claude/memory"],
});

export const injectionCheck = defineCheckCommand({
  name: "injection-check",
  tools: ["injection-check"],
  summary: "Check a text for attempts to steer a model",
  options: {
    strong: { type: "boolean", help: "exit 3 for strong findings [!] alone" },
  },
  exits: { 0: "CLEAN", 3: "FLAGGED (never blocks storing)" },
  examples: ["injection-check notes.md", "injection-check --all .claude/memory"],
});

export const secretCheck = defineCheckCommand({
  name: "secret-check",
  tools: ["secret-check"],
  summary: "Check a text for secrets and personal data",
  options: {
    "redacted-counts": {
      type: "boolean",
      help: "exempt the content of <redacted>…</redacted>",
    },
  },
  exits: { 0: "CLEAN", 1: "SECRET-DETECTED" },
  examples: ["secret-check notes.md", "git diff | credence secret-check -"],
});

export const validate = defineCheckCommand({
  name: "validate",
  tools: ["validate"],
  summary: "Check that a text is a well-formed memory file",
  exits: { 0: "PASS", 1: "FAIL-STRUCT", 2: "FAIL-FORMAT", 3: "WARN-SEMANTIC" },
  examples: [
    "validate project_x.md",
    "validate --all .claude/memory",
    "validate - --name project_x.md < draft",
  ],
});
