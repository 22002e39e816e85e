// The command line of a hook as settings files hold it, and how to know it again. Nothing in it comes from the environment
// of a session: the launcher and both places are absolute. The launcher, a file in machine state, names the interpreter and
// the program, and lets a short list of variables through (app/clients/launcher.ts). So the line stays the same when Node or
// Credence moves: a client that asks for trust in every line asks once.

import { join } from "node:path";

/** Where the program keeps its things; all of it absolute. */
export type LaunchPlaces = {
  readonly state: string;
  readonly cache: string;
  /** Where Claude Code keeps its own files, if that is not the usual place: the user root is there. */
  readonly claude?: string;
};

/** What every entry of ours starts. */
export type Launch = LaunchPlaces & { readonly node: string; readonly script: string };

/** An event, or where a client can run a part of the work while nobody waits, that part of it. */
export type HookPart = {
  readonly event: string;
  readonly part?: "recall" | "capture";
  /** How many characters of context this entry has room for, where that is more than the client gives by itself. */
  readonly room?: number;
};

export type HookEntry = LaunchPlaces & {
  readonly event: string;
  readonly part: string | null;
  readonly launcher: string;
};

/** By its path, because a repository can also choose where programs are looked for. Where /bin/sh is bash, SHELLOPTS could
 * have it run a text of somebody else before the launcher's first line. */
const ENV = ["/usr/bin/env", "-u", "SHELLOPTS"];

/** A launcher that is gone stops no client: a hook of ours always ends well, and the start of a session says what is missing. The
 * text has no quote in it that a line of settings would have to escape. */
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

/** @returns the home whose usual place for machine state this is; null for any other place. */
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

/** Where the program finds what it keeps, in the words of its command line. */
function placeWords({ state, cache, claude }: LaunchPlaces): string[] {
  return ["--state", state, "--cache", cache, ...(claude === undefined ? [] : ["--claude", claude])];
}

/** @returns null when placeWords did not make these words. */
function readPlaceWords(words: readonly string[]): LaunchPlaces | null {
  const [stateName, state, cacheName, cache, claudeName, claude, ...more] = words;
  if (stateName !== "--state" || cacheName !== "--cache" || more.length > 0) return null;
  if (state === undefined || cache === undefined) return null;
  if (claudeName === undefined) return { state, cache };
  return claudeName === "--claude" && claude !== undefined ? { state, cache, claude } : null;
}

/** There is one entry of ours for each. */
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

/** For a client that hands the line to a shell. */
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

// The command line of our MCP server as clients start it, in the same terms as a hook's.

/** One pool of memory for all threads: each of its own would keep a part that it once needed. */
const ONE_POOL = "MALLOC_ARENA_MAX=1";

export function serverWords(launch: LaunchPlaces): string[] {
  return [...ENV, ONE_POOL, launcherIn(launch.state), "mcp", ...placeWords(launch)];
}

/** What Claude Code runs for its status line. */
export function statuslineWords(launch: LaunchPlaces): string[] {
  return [...ENV, launcherIn(launch.state), "statusline", ...placeWords(launch)];
}

/** Is it a command line of ours? */
export function isServerWords(words: readonly string[]): boolean {
  const at = words.lastIndexOf("mcp");
  const places = readPlaceWords(words.slice(at + 1));
  return at > 0 && places !== null && words[at - 1] === launcherIn(places.state);
}
