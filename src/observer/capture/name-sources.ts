// The foreign sources of the words in a session's context: the web, an MCP server, a file outside of the project. Memories
// learned from the session later carry these names as their taint.

import { isAbsolute, relative, resolve, sep } from "node:path";
import { TAINTS_MAX } from "../../memory/limits.ts";

const PATHS_MAX = 8;
const PATH_KEYS: ReadonlySet<string> = new Set([
  "file_path",
  "filePath",
  "path",
  "paths",
  "file_paths",
  "absolute_path",
  "notebook_path",
  "dir_path",
  "directory",
]);
const WEB_TOOL = /^(?:web[_-]?(?:fetch|search)|google_web_search|fetch|fetch_url|browser.{0,40})$/i;
const SHELL_TOOL = /^(?:bash|shell|local_shell|exec_command|run_shell_command|terminal|powershell)$/i;
const FETCHES = /\b(?:curl|wget|https?:\/\/|gh\s+(?:api|issue|pr)\b|git\s+(?:clone|fetch|pull)\b)/i;
const MCP_TOOL = /^mcp__(?<server>.{1,200}?)__/;
/** Our own server, installed by itself or with the plugin. */
const OWN_TOOL = /^mcp__(?:plugin_)?credence(?:_[\w-]{1,60})?__/;

export type ToolCall = { readonly tool: string; readonly input: unknown; readonly cwd: string | null };

export type Surroundings = {
  /** The directories of the project: its work tree, and the one that contains its root. */
  readonly projects: readonly string[];
  readonly home: string;
};

/** Uncut, because a name is cut only after secrets were removed from it. */
export type ToolSources = {
  /** Relative to the project for paths inside it. */
  readonly paths: readonly string[];
  readonly taint: readonly string[];
};

/** True for a tool of ours, whose output was recalled and is not learned again. */
export function isOwnTool(tool: string): boolean {
  return OWN_TOOL.test(tool);
}

export function nameSources(call: ToolCall, around: Surroundings): ToolSources {
  const places = listPaths(call).map((path) => placeOf(path, around));
  const outside = places.filter(({ isInside }) => !isInside).map(({ shown }) => `file:${shown}`);
  const taint = [...new Set([...nameChannels(call), ...outside])];
  return { paths: places.map(({ shown }) => shown), taint: taint.slice(0, TAINTS_MAX) };
}

/** The absolute paths that the call names. */
export function listPaths({ input, cwd }: ToolCall): string[] {
  if (typeof input !== "object" || input === null) return [];
  const named = Object.entries(input).filter(([key]) => PATH_KEYS.has(key));
  const paths = named.flatMap(([, value]: [string, unknown]) => (Array.isArray(value) ? value : [value]));
  return paths
    .filter((path) => typeof path === "string" && path !== "" && !path.includes("\0"))
    .slice(0, PATHS_MAX)
    .flatMap((path) => (isAbsolute(path) ? [resolve(path)] : cwd === null ? [] : [resolve(cwd, path)]));
}

function nameChannels({ tool, input }: ToolCall): string[] {
  const server = MCP_TOOL.exec(tool)?.groups?.["server"];
  if (server !== undefined) return isOwnTool(tool) ? [] : [`mcp:${server}`];
  const isWeb = WEB_TOOL.test(tool) || (SHELL_TOOL.test(tool) && FETCHES.test(commandOf(input)));
  return isWeb ? ["web"] : [];
}

function commandOf(input: unknown): string {
  if (typeof input !== "object" || input === null || !("command" in input)) return "";
  const { command } = input;
  return Array.isArray(command) ? command.join(" ") : String(command);
}

function placeOf(
  path: string,
  { projects, home }: Surroundings,
): { readonly shown: string; readonly isInside: boolean } {
  const project = projects.find((each) => isBelow(each, path));
  if (project !== undefined) return { shown: relative(project, path) || ".", isInside: true };
  return { shown: isBelow(home, path) ? `~/${relative(home, path)}` : path, isInside: false };
}

export function isBelow(directory: string, path: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);
}
