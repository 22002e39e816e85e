// What a tool does, by the words in its name: clients and servers name the same thing in many ways, but say what it is.
// `Write`, `write_file`, `mcp__filesystem__write_file` and `createTextFile` all write.

export type ToolKind = "shell" | "patch" | "remove" | "copy" | "write" | "search" | "list" | "read";

/** A kind, and the words that name it. */
export type ToolKinds = readonly (readonly [ToolKind, ReadonlySet<string>])[];

const KINDS: readonly (readonly [ToolKind, string])[] = [
  ["patch", "patch applypatch"],
  ["remove", "delete remove rm unlink move rename mv trash erase"],
  ["copy", "copy cp duplicate"],
  [
    "write",
    "write edit multiedit notebookedit create update replace insert append save put touch mkdir modify overwrite apply truncate change store editor",
  ],
  [
    "shell",
    "bash shell sh zsh powershell pwsh terminal exec execute run cmd command process stdin monitor repl eval evaluate start spawn",
  ],
  ["search", "grep search ripgrep rg"],
  ["list", "glob list ls tree find directory dir"],
  ["read", "read view open cat get show load fetch preview lsp attach"],
];
export const TOOL_KINDS: ToolKinds = KINDS.map(([kind, words]) => [kind, new Set(words.split(" "))]);

/** No tool has a longer name. */
const NAME_CHARS_MAX = 256;

/** What one call does: an editor that is only asked to show reads, and `search_and_replace` does both. */
export function kindsOfCall(
  tool: string,
  { commands, operations }: Pick<ToolFields, "commands" | "operations">,
  table: ToolKinds = TOOL_KINDS,
): ToolKind[] {
  // `run` says nothing; what it is told to do says it.
  const named = [tool, ...operations].flatMap((name) => {
    const words = splitName(name.slice(0, NAME_CHARS_MAX));
    return table.filter(([, verbs]) => words.some((word) => verbs.has(word))).map(([kind]) => kind);
  });
  // Words of a command are judged as one, whatever the tool is called.
  if (commands.some((command) => typeof command !== "string")) named.push("shell");
  const shows = commands.length === 1 && commands[0] === "view";
  return [...new Set(named)].map((kind) => (kind === "write" && shows ? "read" : kind));
}

/** The words of the tool itself, without the server that offers it. */
function splitName(tool: string): string[] {
  const own = tool.slice(/^mcp__/i.test(tool) ? tool.lastIndexOf("__") + 2 : tool.lastIndexOf(":") + 1);
  const spaced = own.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return spaced.split(/[^a-z0-9]+/);
}

/** The files that a call changed, and those that it read, as far as its input names them. */
export function listTouched(
  { tool, input }: { readonly tool: string; readonly input: unknown },
  table: ToolKinds = TOOL_KINDS,
): { readonly written: readonly string[]; readonly read: readonly string[] } {
  const { paths, patches, ...fields } = readFields(input);
  const kinds = kindsOfCall(tool, fields, table);
  const patched = kinds.includes("patch") ? patches.flatMap(readPatchPaths) : [];
  const changed = kinds.some((kind) => /^(?:patch|remove|copy|write)$/.test(kind)) ? paths : [];
  return {
    written: [...new Set([...changed, ...patched])],
    read: kinds.includes("read") ? [...new Set(paths)] : [],
  };
}

// Fields of a tool's input: which hold paths, patterns, commands. Names are compared without case and separators.

const PATHS =
  /^(?:target|destination|dest|source|src|from|to|url|pathinproject|notebook|targetnotebook)$|(?:path|file|filename|dir|director|folder|uri)(?:s|y|ies)?$/;
const SOURCES = /^(?:source|src|from|sourcepath|srcpath|oldpath|frompath|sourcefile)$/;
const GLOBS = /^(?:glob|includes?|includepattern|globpattern)$/;
const COMMANDS = /^(?:commands?|cmd|script|commandline|chars|shellcommand|input)$/;
const PATCHES = /^(?:input|patch|patchtext|diff|command|content|arguments)$/;
const DIRECTORIES = /^(?:workdir|workingdirectory|cwd|directory|dirpath)$/;
const OPERATIONS = /^(?:op|operation|action|verb|tool|toolname)$/;
const ARGUMENTS = /^(?:args|arguments|argv)$/;

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
  /** What the call is told to do, if its name does not say. */
  readonly operations: readonly string[];
  readonly patches: readonly string[];
  readonly codes: readonly string[];
  readonly directory: string | null;
};

export function readFields(input: unknown): ToolFields {
  const leaves: (readonly [name: string, text: string])[] = [];
  collect("input", input, { leaves, depth: 0 });
  const of = (names: RegExp): string[] => leaves.flatMap(([name, text]) => (names.test(name) ? [text] : []));
  return {
    paths: of(PATHS),
    sources: of(SOURCES),
    globs: of(GLOBS),
    patterns: of(/^pattern$/),
    commands: typeof input === "string" ? [input] : readCommands(input, 0),
    operations: of(OPERATIONS).slice(0, OPERATIONS_MAX),
    patches: of(PATCHES),
    codes: of(/^(?:code|python|javascript)$/),
    directory: of(DIRECTORIES)[0] ?? null,
  };
}

type Sink = { readonly leaves: (readonly [name: string, text: string])[]; readonly depth: number };

/** Every text below, under the name of the nearest field that holds it. */
function collect(name: string, value: unknown, { leaves, depth }: Sink): void {
  if (depth > DEPTH_MAX || leaves.length >= FIELDS_MAX) return;
  if (typeof value === "string") leaves.push([name, value]);
  else if (typeof value === "object" && value !== null)
    for (const [key, each] of Object.entries(value))
      collect(Array.isArray(value) ? name : foldKey(key), each, { leaves, depth: depth + 1 });
}

/** Also of calls inside the call; words that stand beside a command are its arguments, and alone they are one themselves. */
function readCommands(input: unknown, depth: number): (string | readonly string[])[] {
  if (typeof input !== "object" || input === null || depth > DEPTH_MAX) return [];
  const entries = Object.entries(input)
    .slice(0, FIELDS_MAX)
    .map(([key, value]) => [foldKey(key), value] as const);
  const named = Array.isArray(input) ? [] : entries.filter(([key]) => COMMANDS.test(key));
  const words = listTexts(entries.find(([key, value]) => ARGUMENTS.test(key) && Array.isArray(value))?.[1]);
  const lines = named.flatMap(([, value]) => (typeof value === "string" ? [value] : []));
  const lists = [...named.map(([, value]) => listTexts(value)), ...(lines.length === 0 ? [words] : [])];
  return [
    ...lines.flatMap((line) => (words.length > 0 ? [line, [line, ...words]] : [line])),
    // A list is the words of one command, or holds whole command lines.
    ...lists.flatMap((texts) =>
      texts.length === 0 ? [] : [texts, ...texts.filter((text) => /\s/.test(text))],
    ),
    ...entries.flatMap(([, value]) => readCommands(value, depth + 1)),
  ];
}

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function foldKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z]/g, "");
}

/** The files that a patch names, in both forms that agents send: `*** Update File: path` and `+++ b/path`. Looked for in the text
 * as a whole, because a patch can have millions of lines. */
const HEADER =
  /^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |(\+\+\+ |--- )|rename from |rename to |copy to )([^\n\t]*)/gm;

export function readPatchPaths(patch: string): string[] {
  const paths = Array.from(patch.matchAll(HEADER), ([, sign, rest = ""]) => {
    const path = rest.trim();
    return sign !== undefined && /^[ab]\//.test(path) ? [path, path.slice(2)] : [path];
  });
  return [...new Set(paths.flat())].filter((path) => path !== "" && path !== "/dev/null");
}
