// The command line of a hook as settings files hold it, and how to know it again. Nothing in it comes from the environment
// of a session: the interpreter, the program and both places are absolute, and what would load other code is taken away.

import type { ClientName } from "./hook-event.ts";

/** What every entry of ours points at; all of it absolute. */
export type Launch = {
  readonly node: string;
  readonly script: string;
  readonly state: string;
  readonly cache: string;
};

/** An event, or where a client can run a part of the work while nobody waits, that part of it. */
export type HookPart = { readonly event: string; readonly part?: "recall" | "capture" };

export type HookEntry = Launch & { readonly event: string; readonly part: string | null };

/** By its path, because a repository can also choose where programs are looked for. */
export const ENV = ["/usr/bin/env", "-u", "NODE_OPTIONS", "-u", "NODE_PATH"];
export const QUIET = "--disable-warning=ExperimentalWarning";

export function hookWords(
  { node, script, state, cache }: Launch,
  client: ClientName,
  { event, part }: HookPart,
): string[] {
  const only = part === undefined ? [] : ["--only", part];
  return [...ENV, node, QUIET, script, "hook", client, event, ...only, "--state", state, "--cache", cache];
}

/** There is one entry of ours for each. */
export function slotOf({ event, part }: { readonly event: string; readonly part?: string | null }): string {
  return part === undefined || part === null ? event : `${event} ${part}`;
}

/** Null for a command line that is not ours. */
export function readHookWords(words: readonly string[], client: ClientName): HookEntry | null {
  const at = words.lastIndexOf("hook");
  const [name, event, ...rest] = words.slice(at + 1);
  const part = rest[0] === "--only" ? (rest[1] ?? null) : null;
  const [stateName, state, cacheName, cache, ...more] = rest.slice(part === null ? 0 : 2);
  const [node, script] = [words[at - 3], words[at - 1]];
  const isOurs = name === client && stateName === "--state" && cacheName === "--cache" && more.length === 0;
  if (!isOurs || event === undefined || state === undefined || cache === undefined) return null;
  return node === undefined || script === undefined ? null : { event, part, node, script, state, cache };
}

/** For a client that hands the line to a shell. */
export function quoteWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quote(word))).join(" ");
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

const WORD = /(?:[\w@%+=:,./-]|'[^']*'|\\')+|( +)/y;

/** The words of a line that quoteWords made; null for one that only a shell understands. */
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
