// What a tool does, by the words in its name: clients and servers name the same thing in many ways, but say what it is.
// `Write`, `write_file`, `mcp__filesystem__write_file` and `createTextFile` all write.

import { words } from "./programs/arguments.ts";

export type ToolKind = "shell" | "patch" | "remove" | "copy" | "write" | "search" | "list" | "read";

const KINDS: readonly (readonly [ToolKind, ReadonlySet<string>])[] = [
  ["patch", new Set(words("patch applypatch"))],
  ["remove", new Set(words("delete remove rm unlink move rename mv trash erase"))],
  ["copy", new Set(words("copy cp duplicate"))],
  [
    "write",
    new Set(
      words(
        "write edit multiedit notebookedit create update replace insert append save put touch mkdir modify overwrite apply truncate change store editor",
      ),
    ),
  ],
  [
    "shell",
    new Set(
      words(
        "bash shell sh zsh powershell pwsh terminal exec execute run cmd command process stdin monitor repl eval evaluate start spawn",
      ),
    ),
  ],
  ["search", new Set(words("grep search ripgrep rg"))],
  ["list", new Set(words("glob list ls tree find directory dir"))],
  ["read", new Set(words("read view open cat get show load fetch preview lsp attach"))],
];

/** A name longer than this is nobody's. */
const NAME_CHARS_MAX = 256;

/** All that the name says: `search_and_replace` does both. */
export function kindsOfTool(tool: string): ToolKind[] {
  const named = splitName(tool.slice(0, NAME_CHARS_MAX));
  return KINDS.filter(([, verbs]) => named.some((word) => verbs.has(word))).map(([kind]) => kind);
}

/** The words of the tool itself, without the server that offers it. */
function splitName(tool: string): string[] {
  const own = /^mcp__/i.test(tool)
    ? tool.slice(tool.lastIndexOf("__") + 2)
    : tool.slice(tool.lastIndexOf(":") + 1);
  return own
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .flatMap((word) => (word === "" ? [] : [word]));
}
