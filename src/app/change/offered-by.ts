// Which program a memory came from, when it was offered over MCP. It stands in the file beside the digest, so anybody who can
// write the file can change it: it decides between changing an inferred memory and proposing a change of it, never about
// trust.

import { SESSION_CHARS_MAX } from "../../memory/limits.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";

export type Offerer = {
  /** The client's own name for itself. */
  readonly client: string;
  /** The client's name of its session, where it tells. */
  readonly session: string | null;
};

const CLIENT_CHARS_MAX = 40;

/** As `session` in the file. */
export function markOffered({ client, session }: Offerer): string {
  const mark = prefixOf(client);
  return sanitizeLine(session === null ? mark : `${mark}/${session}`, SESSION_CHARS_MAX);
}

export function isOfferedBy({ memory }: LoadedMemory, client: string): boolean {
  const mark = prefixOf(client);
  return memory?.session === mark || memory?.session?.startsWith(`${mark}/`) === true;
}

function prefixOf(client: string): string {
  const name = client.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, CLIENT_CHARS_MAX);
  return `mcp/${name === "" ? "unknown" : name}`;
}
