// The command line of a hook as settings files hold it, and how to know it again. Nothing in it comes from the environment
// of a session: the interpreter, the program and both places are absolute, and what would load other code is taken away.

/** What every entry of ours points at; all of it absolute. */
export type Launch = {
  readonly node: string;
  readonly script: string;
  readonly state: string;
  readonly cache: string;
  /** Where Claude Code keeps its own files, if that is not the usual place: the user root is there. */
  readonly claude?: string;
};

/** An event, or where a client can run a part of the work while nobody waits, that part of it. */
export type HookPart = { readonly event: string; readonly part?: "recall" | "capture" };

export type HookEntry = Launch & { readonly event: string; readonly part: string | null };

/** By its path, because a repository can also choose where programs are looked for. */
const ENV = ["/usr/bin/env", "-u", "NODE_OPTIONS", "-u", "NODE_PATH"];
const QUIET = "--disable-warning=ExperimentalWarning";

export function hookWords(launch: Launch, client: string, { event, part }: HookPart): string[] {
  const only = part === undefined ? [] : ["--only", part];
  return [...ENV, launch.node, QUIET, launch.script, "hook", client, event, ...only, ...placeWords(launch)];
}

/** Where the program finds what it keeps, in the words of its command line. */
function placeWords({ state, cache, claude }: Launch): string[] {
  return ["--state", state, "--cache", cache, ...(claude === undefined ? [] : ["--claude", claude])];
}

/** @returns null when placeWords did not make these words. */
function readPlaceWords(words: readonly string[]): Omit<Launch, "node" | "script"> | null {
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
  const places = readPlaceWords(rest.slice(part === null ? 0 : 2));
  const [node, script] = [words[at - 3], words[at - 1]];
  if (name !== client || event === undefined || places === null) return null;
  return node === undefined || script === undefined ? null : { event, part, node, script, ...places };
}

/** For a client that hands the line to a shell. */
export function quoteWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quote(word))).join(" ");
}

function quote(word: string): string {
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

export function serverWords(launch: Launch): string[] {
  return [...ENV, ONE_POOL, launch.node, QUIET, launch.script, "mcp", ...placeWords(launch)];
}

/** @returns null when the command line is not ours. */
export function readServerWords(words: readonly string[]): Launch | null {
  const at = words.lastIndexOf("mcp");
  const places = at > 2 ? readPlaceWords(words.slice(at + 1)) : null;
  const [node, script] = [words[at - 3], words[at - 1]];
  return places === null || node === undefined || script === undefined ? null : { node, script, ...places };
}
