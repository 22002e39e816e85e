// Calls of the tools of Claude Code: a sentence, the tool, its input, and the rule or null.

export type ToolCase = readonly [says: string, tool: string, input: unknown, rule: string | null];

const MEMORY = ".claude/memory/memories/project_a.md";
const BAD = ".claude/memory/quarantine/project_bad.md";

export const CLAUDE_CODE: readonly ToolCase[] = [
  ["Write into a root is denied", "Write", { file_path: MEMORY, content: "x" }, "write-root"],
  ["Write by the home is denied", "Write", { file_path: `~/proj/${MEMORY}`, content: "x" }, "write-root"],
  [
    "Write through a link is denied",
    "Write",
    { file_path: "notes/memories/x.md", content: "" },
    "write-root",
  ],
  ["Edit is denied", "Edit", { file_path: MEMORY, old_string: "a", new_string: "b" }, "write-root"],
  ["MultiEdit is denied", "MultiEdit", { file_path: MEMORY, edits: [] }, "write-root"],
  ["NotebookEdit is denied", "NotebookEdit", { notebook_path: ".claude/memory/a.ipynb" }, "write-root"],
  [
    "Write of an attestation is denied",
    "Write",
    { file_path: ".claude/memory/attest/a/1.json" },
    "write-root",
  ],
  [
    "Write of the config of a root is denied",
    "Write",
    { file_path: "notes/memory-config.json" },
    "write-root",
  ],
  [
    "Write into state is denied",
    "Write",
    { file_path: "~/.local/state/credence/config.json" },
    "write-state",
  ],
  [
    "Write into the cache is denied",
    "Write",
    { file_path: "~/.cache/credence/0/index.sqlite" },
    "write-cache",
  ],
  ["Write elsewhere is free", "Write", { file_path: "src/a.ts", content: `see ${MEMORY}` }, null],
  ["Write of the settings beside a root is free", "Write", { file_path: ".claude/settings.json" }, null],
  ["Write of another memory directory is free", "Write", { file_path: "docs/memory/a.md" }, null],
  ["Edit that only mentions a path is free", "Edit", { file_path: "README.md", new_string: MEMORY }, null],
  ["Read of a memory is free", "Read", { file_path: MEMORY }, null],
  ["Read of the index is free", "Read", { file_path: ".claude/memory/index.md" }, null],
  ["Read of quarantine is denied", "Read", { file_path: BAD }, "read-quarantine"],
  [
    "Read of quarantine through a link is denied",
    "Read",
    { file_path: "notes/quarantine/project_bad.md" },
    "read-quarantine",
  ],
  ["Read of state is denied", "Read", { file_path: "~/.local/state/credence/config.json" }, "read-state"],
  [
    "Grep in quarantine is denied",
    "Grep",
    { pattern: "x", path: ".claude/memory/quarantine" },
    "read-quarantine",
  ],
  ["Grep in the root is denied", "Grep", { pattern: "x", path: ".claude/memory" }, "read-quarantine"],
  [
    "Grep with a glob that names it is denied",
    "Grep",
    { pattern: "x", glob: "**/quarantine/*.md" },
    "read-quarantine",
  ],
  ["Grep in memories is free", "Grep", { pattern: "x", path: ".claude/memory/memories" }, null],
  ["Grep from above is free", "Grep", { pattern: ".claude/memory/quarantine" }, null],
  ["Grep in a directory of that name is free", "Grep", { pattern: "x", glob: "src/quarantine/**" }, null],
  ["Glob of quarantine is denied", "Glob", { pattern: ".claude/memory/quarantine/*" }, "read-quarantine"],
  [
    "Glob in quarantine is denied",
    "Glob",
    { pattern: "*", path: ".claude/memory/quarantine" },
    "read-quarantine",
  ],
  ["a search of the web is free", "WebSearch", { query: "x" }, null],
  ["a list of things to do is free", "TodoWrite", { todos: [{ content: MEMORY }] }, null],
  ["Glob of all notes is free", "Glob", { pattern: "**/*.md" }, null],
  ["Bash is read as a shell", "Bash", { command: `rm ${MEMORY}` }, "write-root"],
  ["a tool in lower case is the same", "bash", { command: `rm ${MEMORY}` }, "write-root"],
  ["our own tool is free", "mcp__credence__memory_save", { name: "x", body: MEMORY }, null],
  ["an unknown tool is free", "Frobnicate", { path: MEMORY }, null],
  ["a tool without input is free", "Write", null, null],
  ["a tool with a strange input is free", "Write", [1, { file_path: 7 }], null],
];
