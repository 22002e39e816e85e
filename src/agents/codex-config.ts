// Codex's `config.toml`: the MCP servers of the person and which hooks the person trusts, beside much else. One table of ours
// comes and goes, and every other byte stays; the trust is Codex's and is only read.
//
// Attack: trust that we wrote ourselves would be worth nothing. Nothing here writes below `hooks`.

import { join, resolve } from "node:path";
import type { Edited, HookText, HookTrust, ServerSettings, Surroundings } from "./client-settings.ts";
import { readAt } from "./edit-json.ts";
import { isServerWords, serverWords } from "./hook-words.ts";
import { findGroupedHooks } from "./merge-entries.ts";

const SERVER = ["mcp_servers", "credence"] as const;
const CLIENT = "codex";

export function codexDirectory({ home, env, project }: Surroundings): string {
  return project === null ? resolve(env["CODEX_HOME"] || join(home, ".codex")) : join(project, ".codex");
}

function configFile(at: Surroundings): string {
  return join(codexDirectory({ ...at, project: null }), "config.toml");
}

export const codexServers: ServerSettings = {
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
    // Whether our server is in there nobody can say.
    if (statements === null) return UNREADABLE;
    const isThere = text !== null && codexServers.find(text) !== null;
    return { kind: "edited", text: isThere ? cutServer(text, statements) : text };
  },
  find: (text) => {
    const found = findServer((text === null ? null : readStatements(text)) ?? []);
    return typeof found === "string" ? null : found.words;
  },
};

const UNREADABLE: Edited = {
  kind: "refused",
  why: "it is not the TOML that the client reads, so nothing was changed",
  fix: "repair the file, then run the command again",
};

const NOT_OURS: Edited = {
  kind: "refused",
  why: 'it has an MCP server "credence" that is not ours, or all servers in one line, so nothing was changed',
  fix: "codex mcp remove credence, or write [mcp_servers.NAME] tables, then run the command again",
};

function renderServer([command = "", ...args]: readonly string[], newline: string): string {
  const list = args.map(renderText).join(", ");
  return [`[${SERVER.join(".")}]`, `command = ${renderText(command)}`, `args = [${list}]`].join(newline);
}

/** A basic string: TOML allows what JSON does, but for one character. */
function renderText(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

/** What stands before and behind our table tells how the text ended before it came. */
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
    // With nothing before it, not even an empty line, the file came with our table.
    if (text === "" && head === "") return null;
  }
  return text;
}

/** Ours, and those below it, in which Codex keeps what the person decided about the server. */
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

// Which hooks the person trusts: by the file they stand in, their event and their place in it.

/** Without a hash it was never trusted. */
type HookState = { readonly hash: string; readonly isOff: boolean };

/** The place is what Codex calls a hook by, after the path of its file. */
type Placed = { readonly event: string; readonly place: string };
export type PlacedState = Placed & HookState;

/** An event is one word: settings of a project may come from anybody, and what they call an event is repeated. */
function listHookPlaces(hooks: string | null): Placed[] {
  const settings = hooks === null ? null : readAt({ text: hooks, comments: false })?.value;
  const places = findGroupedHooks(settings, CLIENT).map(({ path }) => {
    const [, event = "", group = 0, , handler = 0] = path.map(String);
    const word = event.replaceAll(/(?<!^)[A-Z]/g, "_$&").toLowerCase();
    return { event, place: `${word}:${group}:${handler}` };
  });
  return places.filter(({ event }) => /^[A-Za-z]{1,20}$/.test(event));
}

/** By `FILE:PLACE`. */
function readHookStates(config: string | null): ReadonlyMap<string, HookState> {
  const states = new Map<string, HookState>();
  for (const { table, key, value } of (config === null ? null : readStatements(config)) ?? []) {
    const [hooks, state, name, field] = [...table, ...(key ?? [])];
    if (hooks !== "hooks" || state !== "state" || name === undefined) continue;
    const before = states.get(name) ?? { hash: "", isOff: false };
    const said = field === undefined ? value : `${field} = ${value}`;
    const hash = /\btrusted_hash\s*=\s*["']([\w:-]+)["']/.exec(said)?.[1] ?? before.hash;
    states.set(name, { hash, isOff: before.isOff || /\benabled\s*=\s*false\b/.test(said) });
  }
  return states;
}

export const codexTrust: HookTrust = {
  file: configFile,
  judge: (settings, config) => {
    const hooks = listHookStates(settings, config);
    return {
      hooks: hooks.map(({ event }) => event),
      untrusted: hooks.filter(({ hash }) => hash === "").map(({ event }) => event),
      off: hooks.filter(({ isOff }) => isOff).map(({ event }) => event),
    };
  },
  fix: 'start codex and choose "Trust all and continue"',
};

export function listHookStates({ paths, text }: HookText, config: string | null): PlacedState[] {
  const states = readHookStates(config);
  return listHookPlaces(text).map(({ event, place }) => {
    const noted = paths.map((path) => states.get(`${path}:${place}`)).find((state) => state !== undefined);
    return { event, place, ...(noted ?? { hash: "", isOff: false }) };
  });
}

// TOML as statements with their places, so that a file can be changed at one spot and stay as it is everywhere else. What the
// values mean is of no matter here, only where they end.

type Statement = {
  /** The table that it opens or stands in. */
  readonly table: readonly string[];
  /** Null for a line that opens a table. */
  readonly key: readonly string[] | null;
  /** It opens one more table of a list. */
  readonly isList: boolean;
  readonly value: string;
  readonly valueAt: number | null;
  /** Whole lines, with the last one's end. */
  readonly start: number;
  readonly end: number;
};

const PART = /[\w-]+|"(?:\\[^\n]|[^"\\\n])*"|'[^'\n]*'/g;
const BLANK = /(?:[ \t]*(?:#[^\n]*)?\n|[ \t]*\r\n)*(?:[ \t]*(?:#[^\n]*)?$)?/y;
const HEADER =
  /[ \t]*(\[\[?)[ \t]*((?:[\w-]|"(?:\\[^\n]|[^"\\\n])*"|'[^'\n]*'|[ \t]{0,8}\.[ \t]{0,8})+)[ \t]*\]\]?[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const KEY = /[ \t]*((?:[\w-]|"(?:\\[^\n]|[^"\\\n])*"|'[^'\n]*'|[ \t]{0,8}\.[ \t]{0,8})+)[ \t]*=[ \t]*/y;
const TOKEN =
  /"""(?:\\[\s\S]|(?!""")[^\\])*"{3,5}|'''(?:(?!''')[\s\S])*'{3,5}|"(?:\\[^\n]|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[[\]{}]|\n|[^"'#[\]{}\n]+/y;

/** @returns null for a text that is not TOML. */
function readStatements(text: string): Statement[] | null {
  const statements: Statement[] = [];
  let table: readonly string[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (;;) {
    const start = at + (matchAt(BLANK, text, at)?.[0].length ?? 0);
    if (start === text.length) return statements;
    const header = matchAt(HEADER, text, start);
    if (header !== null) {
      table = readPath(header[2] ?? "");
      at = start + header[0].length;
      const isList = header[1] === "[[";
      statements.push({ table, key: null, isList, value: "", valueAt: null, start, end: at });
      continue;
    }
    const key = matchAt(KEY, text, start);
    const valueAt = start + (key?.[0].length ?? 0);
    const end = key === null ? null : findEnd(text, valueAt);
    if (key === null || end === null) return null;
    at = end;
    const value = text.slice(valueAt, end).trim();
    statements.push({ table, key: readPath(key[1] ?? ""), isList: false, value, valueAt, start, end });
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Behind the line on which a value ends; null when it never does. */
function findEnd(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const token = matchAt(TOKEN, text, at)?.[0];
    if (token === undefined) return null;
    at += token.length;
    if (token === "[" || token === "{") depth += 1;
    if (token === "]" || token === "}") depth -= 1;
    if (depth < 0) return null;
    if (token === "\n" && depth === 0) return at;
  }
  return depth === 0 && text.length > from ? text.length : null;
}

function readPath(path: string): string[] {
  return [...path.matchAll(PART)].map(([part]) => readText(part) ?? part);
}

function readText(part: string): string | null {
  if (part.startsWith("'")) return part.slice(1, -1);
  if (!part.startsWith('"')) return null;
  try {
    const text: unknown = JSON.parse(part);
    return typeof text === "string" ? text : null;
  } catch {
    // An escape of TOML that JSON does not have: nothing that we would write.
    return null;
  }
}

const LISTED = /"(?:\\[^\n]|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[^\s,[\]]+/g;

/** A text, or a list of texts on one line or many. */
function readTexts(value: string): string[] | null {
  const parts = [...value.matchAll(LISTED)].map(([part]) => part).filter((part) => !part.startsWith("#"));
  const texts = parts.map(readText);
  return texts.includes(null) ? null : texts.filter((text) => text !== null);
}
