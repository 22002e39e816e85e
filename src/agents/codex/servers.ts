// The user's MCP servers in Codex's `config.toml`, next to much else: one table of ours is added or removed, and every
// other byte stays.

import { join, resolve } from "node:path";
import type { EditResult, ServerEntries, Surroundings } from "../client-settings.ts";
import { isServerWords, serverWords } from "../hook-words.ts";
import { readStatements, readTexts, type Statement } from "./toml.ts";

const SERVER = ["mcp_servers", "credence"] as const;

export function configFile({ home, env }: Surroundings): string {
  return join(resolve(env["CODEX_HOME"] || join(home, ".codex")), "config.toml");
}

export const codexServers: ServerEntries = {
  file: configFile,
  merge: (given, { launch }) => {
    const words = serverWords(launch);
    if (given === null) return { kind: "edited", text: `${renderServer(words, "\n")}\n` };
    const statements = readStatements(given);
    if (statements === null) return UNREADABLE;
    const found = findServer(statements);
    if (found === "none") return { kind: "edited", text: append(given, words) };
    if (found === "elsewhere" || found.words === null) return NOT_OURS;
    if (found.words.join("\0") === words.join("\0")) return { kind: "edited", text: given };
    return { kind: "edited", text: replaceWords(given, statements, words) };
  },
  remove: (text) => {
    const statements = text === null ? [] : readStatements(text);
    // An unreadable text may contain our server.
    if (statements === null) return UNREADABLE;
    const isThere = text !== null && codexServers.find(text) !== null;
    return { kind: "edited", text: isThere ? cutServer(text, statements) : text };
  },
  find: (text) => {
    const found = findServer((text === null ? null : readStatements(text)) ?? []);
    return typeof found === "string" ? null : found.words;
  },
};

const UNREADABLE: EditResult = {
  kind: "refused",
  why: "it is not the TOML that the client reads, so nothing was changed",
  fix: "repair the file, then run the command again",
};

const NOT_OURS: EditResult = {
  kind: "refused",
  why: 'it has an MCP server "credence" that is not ours, or all servers in one line, so nothing was changed',
  fix: "codex mcp remove credence, or write [mcp_servers.NAME] tables, then run the command again",
};

function renderServer([command = "", ...args]: readonly string[], newline: string): string {
  const list = args.map(renderText).join(", ");
  return [`[${SERVER.join(".")}]`, `command = ${renderText(command)}`, `args = [${list}]`].join(newline);
}

/** A basic string of TOML, which has the escapes of JSON, but must also escape one more character. */
function renderText(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

/** The blank lines around our table record how the text ended before it. */
function append(text: string, words: readonly string[]): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const table = renderServer(words, newline);
  const isWhole = text === "" || text.endsWith("\n");
  return isWhole ? `${text}${newline}${table}${newline}` : `${text}${newline}${newline}${table}`;
}

function cutServer(given: string, statements: readonly Statement[]): string | null {
  let text = given;
  for (const { start, end } of listServerTables(statements).toReversed()) {
    const [head, tail] = [text.slice(0, start), text.slice(end)];
    const isLast = tail === "" && !text.endsWith("\n");
    text = head.replace(isLast ? /\r?\n\r?\n$/ : /(?<=^|\n)\r?\n$/, "") + tail;
    // A table with nothing before it, not even an empty line, means that we created the file.
    if (text === "" && head === "") return null;
  }
  return text;
}

/** Our table, and those below it, in which Codex keeps the user's decisions about the server. */
function listServerTables(statements: readonly Statement[]): { start: number; end: number }[] {
  const tables: { start: number; end: number }[] = [];
  for (const { table, key, start, end } of statements) {
    if (!isBelow(table, SERVER)) continue;
    const last = tables.at(-1);
    if (key === null || last === undefined) tables.push({ start, end });
    else last.end = end;
  }
  return tables;
}

function replaceWords(text: string, statements: readonly Statement[], words: readonly string[]): string {
  const [command = "", ...args] = words;
  const values: Readonly<Record<string, string>> = {
    command: renderText(command),
    args: `[${args.map(renderText).join(", ")}]`,
  };
  return statements
    .filter(({ table, key }) => isSame(table, SERVER) && key?.length === 1)
    .toReversed()
    .reduce((now, { key, valueAt, end }) => {
      const value = values[key?.[0] ?? ""];
      if (value === undefined || valueAt === null) return now;
      const rest = /\s*(?:#[^\n]*)?\r?\n?$/.exec(now.slice(valueAt, end))?.[0] ?? "";
      return now.slice(0, valueAt) + value + rest + now.slice(end);
    }, text);
}

type FoundServer = "none" | "elsewhere" | { readonly words: readonly string[] | null };

function findServer(statements: readonly Statement[]): FoundServer {
  const paths = statements.map(({ table, key }) => [...table, ...(key ?? [])]);
  const isInline = statements.some(
    ({ key }, at) => key !== null && isSame(paths[at] ?? [], SERVER.slice(0, 1)),
  );
  if (isInline) return "elsewhere";
  if (!paths.some((path) => isBelow(path, SERVER))) return "none";
  const isTable = statements.some(({ table, key }) => key === null && isSame(table, SERVER));
  const own = statements.filter(({ table }) => isSame(table, SERVER));
  if (!isTable || own.some(({ isList }) => isList)) return "elsewhere";
  const rawOf = (name: string): string =>
    own.find(({ key }) => key !== null && isSame(key, [name]))?.value ?? "";
  const [command, ...more] = readTexts(rawOf("command")) ?? [];
  const args = readTexts(rawOf("args"));
  const words = command === undefined || more.length > 0 || args === null ? [] : [command, ...args];
  return { words: isServerWords(words) ? words : null };
}

function isSame(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && isBelow(path, other);
}

function isBelow(path: readonly string[], other: readonly string[]): boolean {
  return other.every((part, index) => path[index] === part);
}
