// Which version of each client was last seen here: by its program's own word, or by its hello to our MCP server. A client that
// changed under us is told by it. What is not a version is not kept.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CLIENT_WORDS } from "../../agents/client-words.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import { ifPossible } from "../../store/fs-failure.ts";

const FILE = "client-versions.json";

/** By the name of the client on our command line. */
export function readClientVersions(state: string): Readonly<Record<string, string>> {
  const path = join(state, FILE);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  const seen = isRecord(value) && isRecord(value["seen"]) ? value["seen"] : {};
  const known = Object.entries(seen).filter(([, version]) => isVersion(version));
  return Object.fromEntries(known.map(([name, version]) => [name, String(version)]));
}

/** As the client calls itself. Best effort: nobody waits for it. */
export function noteClientVersion(state: string, called: string, version: string | null): void {
  const name = CLIENT_WORDS.names.find((each) => called.toLowerCase().startsWith(each.replace("-code", "")));
  if (name === undefined || !isVersion(version) || !existsSync(state)) return;
  ifPossible(() => {
    const seen = readClientVersions(state);
    if (seen[name] === version) return;
    const text = `${JSON.stringify({ v: 1, seen: { ...seen, [name]: version } })}\n`;
    replaceFile(join(state, FILE), text, 0o600);
  });
}

function isVersion(value: unknown): value is string {
  return typeof value === "string" && /^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(value);
}
