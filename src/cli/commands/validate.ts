import { defineCheckCommand } from "../frames/check-command.ts";

export const validate = defineCheckCommand({
  name: "validate",
  tool: "validate",
  summary: "Check that a text is a well-formed memory file",
  exits: { 0: "PASS", 1: "FAIL-STRUCT", 2: "FAIL-FORMAT", 3: "WARN-SEMANTIC" },
  examples: [
    "validate project_x.md",
    "validate --all .claude/memory",
    "validate - --name project_x.md < draft",
  ],
});
