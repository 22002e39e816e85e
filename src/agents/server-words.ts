// The command line of our MCP server as clients start it, in the same terms as a hook's.

import { ENV, type Launch, placeWords, QUIET, readPlaceWords } from "./hook-words.ts";

/** One pool of memory for all threads: each of its own would keep a part that it once needed. */
const ONE_POOL = "MALLOC_ARENA_MAX=1";

export function serverWords(launch: Launch): string[] {
  return [...ENV, ONE_POOL, launch.node, QUIET, launch.script, "mcp", ...placeWords(launch)];
}

/** Null for a command line that is not ours. */
export function readServerWords(words: readonly string[]): Launch | null {
  const at = words.lastIndexOf("mcp");
  const places = at > 2 ? readPlaceWords(words.slice(at + 1)) : null;
  const [node, script] = [words[at - 3], words[at - 1]];
  return places === null || node === undefined || script === undefined ? null : { node, script, ...places };
}
