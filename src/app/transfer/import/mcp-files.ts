// The files of the MCP memory server that clients' settings name, as `MEMORY_FILE_PATH` of a server.
//
// Attack: a cloned repository's settings name a file elsewhere, of another project or of no memory at all. Such a file is only
// this project's if it lies in it; what the person's own settings name for all projects may be anybody's.

import { join, resolve } from "node:path";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { isInside } from "../../../store/find-root.ts";
import { readFileContent } from "../../../store/memory-files.ts";
import { findEntry, findRealPlace } from "../../../store/paths.ts";
import type { CallPlace } from "./claude-projects.ts";

export type McpFile = { readonly path: string; readonly isOwn: boolean; readonly why: string };

const SETTINGS_BYTES_MAX = 64 * 1024 * 1024;
const IN_PROJECT = [
  ".mcp.json",
  ".cursor/mcp.json",
  ".gemini/settings.json",
  "opencode.json",
  ".vscode/mcp.json",
];
const IN_HOME = [".cursor/mcp.json", ".gemini/settings.json", ".config/opencode/opencode.json"];

/** Those that exist, each once. */
export function findMcpFiles({ home, env }: CallPlace, tops: readonly string[]): McpFile[] {
  const claude = readSettings(join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json"));
  const named = [
    ...tops.flatMap((top) =>
      IN_PROJECT.flatMap((name) =>
        listNamed(readSettings(join(top, name))).map((path) => judge(resolve(top, path), tops, name)),
      ),
    ),
    // The person's own word, for this very directory.
    ...tops.flatMap((top) => {
      const own = isRecord(claude) && isRecord(claude["projects"]) ? claude["projects"][top] : null;
      return listNamed(own).map((path) => ({ path: resolve(top, path), isOwn: true, why: "" }));
    }),
    ...listNamed(claude).map((path) => forAll(resolve(home, path))),
    ...IN_HOME.flatMap((name) =>
      listNamed(readSettings(join(home, name))).map((path) => forAll(resolve(home, path))),
    ),
  ];
  const present = named.filter(({ path }) => findEntry(path)?.isFile() === true);
  // One that is known for sure is not doubted for being named elsewhere, too.
  const sorted = present.sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
  return sorted.filter(({ path }, index) => sorted.findIndex((each) => each.path === path) === index);
}

function judge(path: string, tops: readonly string[], name: string): McpFile {
  const place = findRealPlace(path) ?? path;
  const isOwn = tops.some((top) => isInside(top, place));
  return { path, isOwn, why: `${name} names it, and it is outside this project` };
}

function forAll(path: string): McpFile {
  return { path, isOwn: false, why: "a client uses it for all projects" };
}

/** What the servers of some settings name; clients differ in the keys. */
function listNamed(settings: unknown): string[] {
  if (!isRecord(settings)) return [];
  const servers = ["mcpServers", "mcp", "servers"].flatMap((key) => {
    const value = settings[key];
    return isRecord(value) ? Object.values(value) : [];
  });
  return servers.flatMap((server) => {
    const environment = isRecord(server) ? (server["env"] ?? server["environment"]) : null;
    const path = isRecord(environment) ? environment["MEMORY_FILE_PATH"] : null;
    return typeof path === "string" && path !== "" ? [path] : [];
  });
}

/** Null where there is nothing that can be read: what is wrong with it, its client says. */
function readSettings(path: string): unknown {
  const content = readFileContent(path, SETTINGS_BYTES_MAX);
  return content.kind === "refused" ? null : parseJson(new TextDecoder().decode(content.bytes));
}
