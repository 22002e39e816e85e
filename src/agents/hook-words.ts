// The command line of a hook in settings files, and its recognition. Nothing in it comes from the environment of a session:
// the launcher and both places are absolute. The launcher, a file in machine state, names the interpreter and the program,
// and passes a short list of variables (app/clients/launcher.ts). So the line stays the same when Node or Credence moves,
// and a client that asks for trust in every line asks once.

import { join } from "node:path";

/** The directories of the program; all of them absolute. */
export type LaunchPlaces = {
  readonly state: string;
  readonly cache: string;
  /** The directory of Claude Code's own files, if it is not the usual one, because the user root is there. */
  readonly claude?: string;
};

/** The program that every entry of ours starts. */
export type Launch = LaunchPlaces & { readonly node: string; readonly script: string };

/** An event, or a part of it that a client can run in the background. */
export type HookPart = {
  readonly event: string;
  readonly part?: "recall" | "capture";
  /** The entry's room for context in characters, if it is more than the client's default. */
  readonly room?: number;
};

export type HookEntry = LaunchPlaces & {
  readonly event: string;
  readonly part: string | null;
  readonly launcher: string;
};

/** By its path, because a repository can also set the PATH. If /bin/sh is bash, SHELLOPTS could make it run foreign text
 * before the launcher's first line. */
const ENV = ["/usr/bin/env", "-u", "SHELLOPTS"];

/** A missing launcher stops no client: a hook of ours always succeeds, and the session start reports the missing launcher.
 * The text has no quote that a line of settings would have to escape. */
const START = `[ ! -x "$0" ] || exec "$0" "$@"`;
const SAY = `printf "{\\042systemMessage\\042:\\042credence: its launcher is gone (was your home moved?), so there are no memories and no write guard: run credence install\\042}\\n"`;

/** Stands for the name of the event, for a client that fills it in. */
export const ANY_EVENT = "EVENT";

const STARTS: Readonly<Record<string, string>> = {
  SessionStart: SAY,
  [ANY_EVENT]: `[ "$3" != session.created ] || ${SAY}`,
};

function startWords(state: string, event: string): string[] {
  const say = STARTS[event];
  const text = say === undefined ? START : `[ -x "$0" ] && exec "$0" "$@"; ${say}`;
  return ["/bin/sh", "-c", text, launcherIn(state)];
}

const USUAL_LAUNCHER = "/.local/state/credence/launch";

/** @returns the home in which this is the usual place of machine state; null for any other place. */
export function homeOf(state: string): string | null {
  const launcher = launcherIn(state);
  return launcher.endsWith(USUAL_LAUNCHER) ? launcher.slice(0, -USUAL_LAUNCHER.length) : null;
}

export function launcherIn(state: string): string {
  return join(state, "launch");
}

export function hookWords(launch: LaunchPlaces, client: string, { event, part, room }: HookPart): string[] {
  const only = part === undefined ? [] : ["--only", part];
  const more = room === undefined ? only : [...only, "--room", String(room)];
  return [...ENV, ...startWords(launch.state, event), "hook", client, event, ...more, ...placeWords(launch)];
}

/** The directories of the program, as words of its command line. */
function placeWords({ state, cache, claude }: LaunchPlaces): string[] {
  return ["--state", state, "--cache", cache, ...(claude === undefined ? [] : ["--claude", claude])];
}

/** @returns null when the words were not made by placeWords. */
function readPlaceWords(words: readonly string[]): LaunchPlaces | null {
  const [stateName, state, cacheName, cache, claudeName, claude, ...more] = words;
  if (stateName !== "--state" || cacheName !== "--cache" || more.length > 0) return null;
  if (state === undefined || cache === undefined) return null;
  if (claudeName === undefined) return { state, cache };
  return claudeName === "--claude" && claude !== undefined ? { state, cache, claude } : null;
}

/** There is one entry of ours per slot. */
export function slotOf({ event, part }: { readonly event: string; readonly part?: string | null }): string {
  return part === undefined || part === null ? event : `${event} ${part}`;
}

/** @returns null when the command line is not ours. */
export function readHookWords(words: readonly string[], client: string): HookEntry | null {
  const at = words.lastIndexOf("hook");
  const [name, event, ...rest] = words.slice(at + 1);
  const part = rest[0] === "--only" ? (rest[1] ?? null) : null;
  const behind = rest.slice(part === null ? 0 : 2);
  const places = readPlaceWords(behind[0] === "--room" ? behind.slice(2) : behind);
  if (name !== client || event === undefined || places === null) return null;
  const launcher = words[at - 1];
  return launcher === launcherIn(places.state) ? { event, part, launcher, ...places } : null;
}

/** For a client that passes the line to a shell. */
export function quoteWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoteWord(word))).join(" ");
}

export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

const WORD = /(?:[\w@%+=:,./-]|'[^']*'|\\')+|( +)/y;

/** @returns the words of a line that quoteWords made; null when only a shell understands the line. */
export function splitWords(line: string): string[] | null {
  const words: string[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < line.length) {
    const found = WORD.exec(line);
    if (found === null) return null;
    if (found[1] === undefined) words.push(unquote(found[0]));
  }
  return words;
}

function unquote(word: string): string {
  return word.replaceAll(/'([^']*)'|\\(')/g, (_, inside, quoted) => inside ?? quoted);
}

// The command line of our MCP server as clients start it, in the same form as a hook's.

/** One memory pool for all threads, because each separate pool would keep the memory that it once needed. */
const ONE_POOL = "MALLOC_ARENA_MAX=1";

export function serverWords(launch: LaunchPlaces): string[] {
  return [...ENV, ONE_POOL, launcherIn(launch.state), "mcp", ...placeWords(launch)];
}

/** The command line of Claude Code's status line. */
export function statuslineWords(launch: LaunchPlaces): string[] {
  return [...ENV, launcherIn(launch.state), "statusline", ...placeWords(launch)];
}

/** True for a command line of ours. */
export function isServerWords(words: readonly string[]): boolean {
  const at = words.lastIndexOf("mcp");
  const places = readPlaceWords(words.slice(at + 1));
  return at > 0 && places !== null && words[at - 1] === launcherIn(places.state);
}
