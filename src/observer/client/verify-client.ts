// Attack: options that the client does not know are ignored without a word, and an older client expands `@path` in spite
// of all of ours. Fails closed: a client that is too old, says nothing, or reports anything that could act, is unsafe and
// gets no word of the session.

import { readField, readList, readText } from "../model/parse-candidates.ts";
import { ProviderError } from "../model/provider.ts";

/** The first version that sends prompts as they are. */
const VERSION_MIN = [2, 1, 248] as const;

/** Before anything is sent: the client's answer to our handshake. */
export function verifyVersion(handshake: unknown): void {
  const version = readText(handshake, "claude_code_version");
  if (version === null) throw unsafe("does not say its version");
  if (!isRecent(version)) throw unsafe(`is older than ${VERSION_MIN.join(".")}`);
}

/** After a message without content, and again each time the client says how it is set up. */
export function verifyInit(init: unknown, jail: string): void {
  verifyVersion(init);
  for (const key of ["tools", "mcp_servers", "slash_commands", "skills"] as const) {
    if (readList(init, key)?.length !== 0) throw unsafe(`reports ${key}`);
  }
  const plugins = readList(init, "plugins");
  if (plugins?.every((plugin) => readField(plugin, "path") === "builtin") !== true)
    throw unsafe("reports plugins of others");
  if (readText(init, "permissionMode") !== "dontAsk") throw unsafe("is in another permission mode");
  if (readText(init, "cwd") !== jail) throw unsafe("is in another directory");
}

function isRecent(version: string): boolean {
  const parts = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(version)?.slice(1).map(Number);
  if (parts === undefined) return false;
  for (const [index, least] of VERSION_MIN.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

export function unsafe(what: string): ProviderError {
  return new ProviderError("unsafe", `the client ${what}`);
}
