// Fields and patterns of tools that are spelled in a way of their own.

import type { ToolCase } from "./cases-tools.ts";

const MEMORY = ".claude/memory/memories/project_a.md";
const BAD = ".claude/memory/quarantine/project_bad.md";
const BOTH = ".claude/memory/{memories,quarantine}/*.md";

export const FIELDS: readonly ToolCase[] = [
  ["words under argv are a command", "mcp__box__go", { argv: ["rm", "-f", MEMORY] }, "write-root"],
  ["words under args are one, too", "mcp__box__run", { args: ["sh", "-c", `rm ${MEMORY}`] }, "write-root"],
  ["lines in a list are commands", "mcp__box__run", { commands: ["ls", `rm ${MEMORY}`] }, "write-root"],
  [
    "a person's command as words is denied",
    "mcp__box__go",
    { argv: ["credence", "keep", "a"] },
    "person-command",
  ],
  ["words that read are free", "mcp__box__go", { argv: ["cat", MEMORY] }, null],
  [
    "a new file of an IDE is denied",
    "mcp__jetbrains__create_new_file",
    { pathInProject: MEMORY },
    "write-root",
  ],
  [
    "a replacement by an IDE is denied",
    "mcp__jetbrains__replace_text_in_file",
    { pathInProject: MEMORY, oldText: "a" },
    "write-root",
  ],
  [
    "an IDE's read of quarantine is denied",
    "mcp__jetbrains__get_file_text_by_path",
    { pathInProject: BAD },
    "read-quarantine",
  ],
  [
    "an IDE's read of a memory is free",
    "mcp__jetbrains__get_file_text_by_path",
    { pathInProject: MEMORY },
    null,
  ],
  ["EditNotebook is denied", "EditNotebook", { target_notebook: ".claude/memory/n.ipynb" }, "write-root"],
  ["Glob with braces is denied", "Glob", { pattern: BOTH }, "read-quarantine"],
  ["Grep with braces is denied", "Grep", { pattern: "x", glob: BOTH }, "read-quarantine"],
  ["Glob with other braces is free", "Glob", { pattern: ".claude/{commands,skills}/*.md" }, null],
  [
    "Grep in a root for memories only is free",
    "Grep",
    { pattern: "x", path: ".claude/memory", glob: "memories/*.md" },
    null,
  ],
  [
    "Grep in a root for all notes is denied",
    "Grep",
    { pattern: "x", path: ".claude/memory", glob: "**/*.md" },
    "read-quarantine",
  ],
  [
    "Grep in a root by an ending is denied",
    "Grep",
    { pattern: "x", path: ".claude/memory", glob: "*.md" },
    "read-quarantine",
  ],
];
