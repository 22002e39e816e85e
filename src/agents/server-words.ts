// The command line of our MCP server as clients start it, in the same terms as a hook's.

import { ENV, type Launch, QUIET } from "./hook-words.ts";

/** One pool of memory for all threads: each of its own would keep a part that it once needed. */
const ONE_POOL = "MALLOC_ARENA_MAX=1";

export function serverWords({ node, script, state, cache }: Launch): string[] {
  return [...ENV, ONE_POOL, node, QUIET, script, "mcp", "--state", state, "--cache", cache];
}

/** Null for a command line that is not ours. */
export function readServerWords(words: readonly string[]): Launch | null {
  const at = words.lastIndexOf("mcp");
  const [stateName, state, cacheName, cache, ...more] = words.slice(at + 1);
  const [node, script] = [words[at - 3], words[at - 1]];
  const isOurs = at > 2 && stateName === "--state" && cacheName === "--cache" && more.length === 0;
  if (!isOurs || state === undefined || cache === undefined) return null;
  return node === undefined || script === undefined ? null : { node, script, state, cache };
}
