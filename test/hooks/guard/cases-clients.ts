// The same for the tools of other clients.

import type { ToolCase } from "./cases-tools.ts";

const MEMORY = ".claude/memory/memories/project_a.md";
const BAD = ".claude/memory/quarantine/project_bad.md";
const PATCH = `*** Begin Patch\n*** Update File: ${MEMORY}\n@@\n-x\n+y\n*** End Patch`;

export const OTHER_CLIENTS: readonly ToolCase[] = [
  ["a patch of Codex is read", "apply_patch", { input: PATCH }, "write-root"],
  ["a patch as words of a command is read", "shell", { command: ["apply_patch", PATCH] }, "write-root"],
  ["a patch elsewhere is free", "apply_patch", { input: "*** Add File: src/b.ts\n+x" }, null],
  ["words of a command are read", "shell", { command: ["rm", "-f", MEMORY] }, "write-root"],
  ["words that run a shell are read", "shell", { command: ["bash", "-lc", `rm ${MEMORY}`] }, "write-root"],
  ["a quoted star among words stays a star", "shell", { command: ["rm", ".claude/mem*"] }, null],
  [
    "the directory of a command counts",
    "exec_command",
    { cmd: "rm -r memory", workdir: ".claude" },
    "write-root",
  ],
  ["keys for a running shell are read", "write_stdin", { chars: "credence promote a\n" }, "person-command"],
  ["write_file of Gemini is denied", "write_file", { file_path: MEMORY, content: "" }, "write-root"],
  ["replace of Gemini is denied", "replace", { file_path: MEMORY, old_string: "a" }, "write-root"],
  [
    "a shell of Gemini is read",
    "run_shell_command",
    { command: "rm -r memory", directory: ".claude" },
    "write-root",
  ],
  ["read_file of Gemini is judged", "read_file", { absolute_path: BAD }, "read-quarantine"],
  [
    "a pattern of paths is held against quarantine",
    "read_many_files",
    { paths: [".claude/**"] },
    "read-quarantine",
  ],
  ["a pattern of paths elsewhere is free", "read_many_files", { paths: ["**/*.md", "src/*.{ts,js}"] }, null],
  ["read_many_files of Gemini is judged", "read_many_files", { paths: ["src/a.ts", BAD] }, "read-quarantine"],
  [
    "a search of Gemini is judged",
    "search_file_content",
    { pattern: "x", path: ".claude" },
    "read-quarantine",
  ],
  ["edit of OpenCode is denied", "edit", { filePath: MEMORY, newString: "" }, "write-root"],
  ["write of OpenCode is denied", "write", { filePath: MEMORY }, "write-root"],
  ["a patch of OpenCode is read", "patch", { patchText: PATCH }, "write-root"],
  ["edit_file of Cursor is denied", "edit_file", { target_file: MEMORY, code_edit: "x" }, "write-root"],
  ["delete_file of Cursor is denied", "delete_file", { target_file: MEMORY }, "write-root"],
  ["a terminal of Cursor is read", "run_terminal_cmd", { command: `rm ${MEMORY}` }, "write-root"],
  ["Shell of Cursor is read", "Shell", { command: `rm ${MEMORY}`, cwd: "." }, "write-root"],
];
