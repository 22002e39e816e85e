// What a tool does, by the words in its name: clients and servers name the same thing in many ways, but say what it is.
// `Write`, `write_file`, `mcp__filesystem__write_file` and `createTextFile` all write.

import { readPatchPaths, words } from "./shell/arguments.ts";

export type ToolKind = "shell" | "patch" | "remove" | "copy" | "write" | "search" | "list" | "read";

/** A kind, and the words that name it. */
export type ToolKinds = readonly (readonly [ToolKind, ReadonlySet<string>])[];

export const TOOL_KINDS: ToolKinds = [
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
function kindsOfTool(tool: string, table: ToolKinds): ToolKind[] {
  const named = splitName(tool.slice(0, NAME_CHARS_MAX));
  return table.filter(([, verbs]) => named.some((word) => verbs.has(word))).map(([kind]) => kind);
}

/** What one call does: an editor that is only asked to show reads. */
export function kindsOfCall(
  tool: string,
  { commands, operations }: Pick<ToolFields, "commands" | "operations">,
  table: ToolKinds = TOOL_KINDS,
): ToolKind[] {
  const shows = commands.length === 1 && commands[0] === "view";
  // `run` says nothing; what it is told to do says it.
  const named = [tool, ...operations].flatMap((name) => kindsOfTool(name, table));
  // Words of a command are judged as one, whatever the tool is called.
  const argv: ToolKind[] = commands.some((command) => typeof command !== "string") ? ["shell"] : [];
  return [...new Set([...named, ...argv])].map((kind) => (kind === "write" && shows ? "read" : kind));
}

const CHANGES: ReadonlySet<ToolKind> = new Set<ToolKind>(["patch", "remove", "copy", "write"]);

/** The files that a call changed, and those that it read, as far as its input names them. */
export function listTouched(
  { tool, input }: { readonly tool: string; readonly input: unknown },
  table: ToolKinds = TOOL_KINDS,
): { readonly written: readonly string[]; readonly read: readonly string[] } {
  const fields = readFields(input);
  const kinds = kindsOfCall(tool, fields, table);
  const patched = kinds.includes("patch") ? fields.patches.flatMap(readPatchPaths) : [];
  const changed = kinds.some((kind) => CHANGES.has(kind)) ? fields.paths : [];
  return {
    written: [...new Set([...changed, ...patched])],
    read: kinds.includes("read") ? [...new Set(fields.paths)] : [],
  };
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

// Fields of a tool's input: which hold paths, patterns, commands. Names are compared without case and separators.

const PATH_NAMES = words(
  "pathinproject notebook targetnotebook target destination dest source src from to url",
);
const PATH_ENDINGS = words("path paths file files filename dir directory folder uri uris");
const SOURCE_NAMES = words("source src from sourcepath srcpath oldpath frompath sourcefile");
const GLOB_NAMES = ["glob", "include", "includepattern", "globpattern", "includes"];
const COMMAND_NAMES = words("command commands cmd script commandline chars shellcommand input");
const PATCH_NAMES = ["input", "patch", "patchtext", "diff", "command", "content", "arguments"];
const DIRECTORY_NAMES = ["workdir", "workingdirectory", "cwd", "directory", "dirpath"];
const OPERATION_NAMES = ["op", "operation", "action", "verb", "tool", "toolname"];
const ARGUMENT_NAMES = ["args", "arguments", "argv"];
const CODE_NAMES = ["code", "python", "javascript"];

const DEPTH_MAX = 4;
const FIELDS_MAX = 10_000;
const OPERATIONS_MAX = 64;

export type ToolFields = {
  readonly paths: readonly string[];
  /** Among the paths, those that something is taken from. */
  readonly sources: readonly string[];
  readonly globs: readonly string[];
  /** Patterns of file names to one tool, of text to another. */
  readonly patterns: readonly string[];
  /** A command line, or its words. */
  readonly commands: readonly (string | readonly string[])[];
  /** What the call is told to do, where its name does not say. */
  readonly operations: readonly string[];
  readonly patches: readonly string[];
  readonly codes: readonly string[];
  readonly directory: string | null;
};

type Leaf = { readonly name: string; readonly text: string };

export function readFields(input: unknown): ToolFields {
  const leaves: Leaf[] = [];
  collect("input", input, { leaves, depth: 0 });
  const of = (names: readonly string[]): string[] =>
    leaves.filter(({ name }) => names.includes(name)).map(({ text }) => text);
  const sources = leaves.filter(({ name }) => SOURCE_NAMES.includes(name)).map(({ text }) => text);
  return {
    paths: leaves.filter(({ name }) => isPathName(name)).map(({ text }) => text),
    sources,
    globs: of(GLOB_NAMES),
    patterns: of(["pattern"]),
    commands: typeof input === "string" ? [input] : readCommands(input, 0),
    operations: of(OPERATION_NAMES).slice(0, OPERATIONS_MAX),
    patches: of(PATCH_NAMES),
    codes: of(CODE_NAMES),
    directory: of(DIRECTORY_NAMES)[0] ?? null,
  };
}

function isPathName(name: string): boolean {
  return PATH_NAMES.includes(name) || PATH_ENDINGS.some((ending) => name.endsWith(ending));
}

/** Every text below, under the name of the nearest field that holds it. */
function collect(
  name: string,
  value: unknown,
  sink: { readonly leaves: Leaf[]; readonly depth: number },
): void {
  const { leaves, depth } = sink;
  if (depth > DEPTH_MAX || leaves.length >= FIELDS_MAX) return;
  if (typeof value === "string") leaves.push({ name, text: value });
  else if (Array.isArray(value)) for (const each of value) collect(name, each, { leaves, depth: depth + 1 });
  else if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value))
      collect(foldKey(key), each, { leaves, depth: depth + 1 });
  }
}

/** Also of calls inside the call; words that stand beside a command are its arguments. */
function readCommands(input: unknown, depth: number): (string | readonly string[])[] {
  if (typeof input !== "object" || input === null || depth > DEPTH_MAX) return [];
  const entries = Object.entries(input)
    .slice(0, FIELDS_MAX)
    .map(([key, value]) => [foldKey(key), value] as const);
  const beside = entries.find(([key, value]) => ARGUMENT_NAMES.includes(key) && Array.isArray(value))?.[1];
  const given = listTexts(beside);
  // Words without a command beside them are one themselves.
  const isAlone = !entries.some(([key, value]) => COMMAND_NAMES.includes(key) && typeof value === "string");
  const commands: (string | readonly string[])[] =
    isAlone && given.length > 0 ? [given, ...listLines(beside)] : [];
  for (const [key, value] of entries) {
    const isCommand = !Array.isArray(input) && COMMAND_NAMES.includes(key);
    if (isCommand && typeof value === "string") {
      commands.push(value);
      if (given.length > 0) commands.push([value, ...given]);
    } else if (isCommand && Array.isArray(value)) commands.push(listTexts(value), ...listLines(value));
    for (const inner of readCommands(value, depth + 1)) commands.push(inner);
  }
  return commands;
}

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** Those that are whole command lines. */
function listLines(value: unknown): string[] {
  return listTexts(value).filter((each) => /\s/.test(each));
}

function foldKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z]/g, "");
}
