// The same for editors and the file tools of MCP servers.

import type { ToolCase } from "./cases-tools.ts";

const MEMORY = ".claude/memory/memories/project_a.md";
const BAD = ".claude/memory/quarantine/project_bad.md";

export const SERVERS: readonly ToolCase[] = [
  [
    "an editor that creates is denied",
    "str_replace_editor",
    { command: "create", path: MEMORY },
    "write-root",
  ],
  ["an editor that views is free", "str_replace_editor", { command: "view", path: MEMORY }, null],
  [
    "an editor that views quarantine is denied",
    "str_replace_editor",
    { command: "view", path: BAD },
    "read-quarantine",
  ],
  ["a server's write is denied", "mcp__filesystem__write_file", { path: MEMORY, content: "" }, "write-root"],
  ["a server's edit is denied", "mcp__filesystem__edit_file", { path: MEMORY, edits: [] }, "write-root"],
  [
    "a server's move out is denied",
    "mcp__filesystem__move_file",
    { source: MEMORY, destination: "/tmp/x" },
    "write-root",
  ],
  [
    "a server's move in is denied",
    "mcp__filesystem__move_file",
    { source: "/tmp/x", destination: MEMORY },
    "write-root",
  ],
  [
    "a server's move of the parent is denied",
    "mcp__filesystem__move_file",
    { source: ".claude", destination: "x" },
    "write-root",
  ],
  [
    "a server's move to here is free",
    "mcp__filesystem__move_file",
    { source: "/tmp/x", destination: "." },
    null,
  ],
  [
    "a server's directory is denied",
    "mcp__filesystem__create_directory",
    { path: ".claude/memory/x" },
    "write-root",
  ],
  ["a server's read is judged", "mcp__filesystem__read_text_file", { path: BAD }, "read-quarantine"],
  [
    "a server's reads are judged",
    "mcp__filesystem__read_multiple_files",
    { paths: [MEMORY, BAD] },
    "read-quarantine",
  ],
  ["a server's read of a memory is free", "mcp__filesystem__read_file", { path: MEMORY }, null],
  ["a server's tree is free", "mcp__filesystem__directory_tree", { path: "." }, null],
  [
    "a server's search by name is judged",
    "mcp__filesystem__search_files",
    { path: BAD, pattern: "x" },
    "read-quarantine",
  ],
  [
    "a server's copy is judged by its ends",
    "mcp__x__copy_file",
    { source: MEMORY, destination: "/tmp/x" },
    null,
  ],
  [
    "a server's copy into a root is denied",
    "mcp__x__copy_file",
    { source: "/tmp/x", destination: MEMORY },
    "write-root",
  ],
  [
    "files in a list are seen",
    "mcp__x__createFiles",
    { files: [{ path: MEMORY, content: "" }] },
    "write-root",
  ],
  [
    "an address of a file is a path",
    "mcp__x__save",
    { uri: `file:///proc/self/cwd/${MEMORY}` },
    "write-root",
  ],
  ["a server that is told to write is denied", "mcp__x__run", { op: "write", path: MEMORY }, "write-root"],
  [
    "a server that is told so in a nested field is denied",
    "mcp__x__run",
    { arguments: { operation: { op: "write", target: { path: MEMORY } } } },
    "write-root",
  ],
  [
    "a call inside a call is judged",
    "mcp__x__run",
    { steps: [{ tool: "write_file", input: { path: MEMORY, content: "x" } }] },
    "write-root",
  ],
  ["a nested command is judged", "mcp__x__run", { args: { command: `rm ${MEMORY}` } }, "write-root"],
  [
    "a command with its arguments beside it is judged",
    "mcp__x__run",
    { command: "rm", args: [MEMORY] },
    "write-root",
  ],
  [
    "a server that is told to read a memory is free",
    "mcp__x__run",
    { args: { op: "read", path: MEMORY } },
    null,
  ],
  [
    "a server that is told to write elsewhere is free",
    "mcp__x__run",
    { args: { op: "write", path: "src/a.ts", content: MEMORY } },
    null,
  ],
  ["code for a server is searched", "mcp__x__execute_code", { code: `open("${MEMORY}", "w")` }, "write-root"],
];
