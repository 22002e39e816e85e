// Whether the MCP server that a client would start has answered here: written down by whoever tried it, read by whoever would
// rely on it. Fails closed: what cannot be read proves nothing.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { parseJson } from "../../memory/json.ts";
import { replaceFile } from "../../store/durable.ts";
import { writing } from "../../store/fs-failure.ts";

export type ServerProof = {
  /** The command line that was tried. */
  readonly words: readonly string[];
  readonly works: boolean;
};

const FILE = "server-proof.json";

export function writeServerProof(state: string, { words, works }: ServerProof, now: Instant): void {
  const text = JSON.stringify({ v: 1, at: renderInstant(now), words, works });
  writing("machine state", () => replaceFile(join(state, FILE), `${text}\n`, 0o600));
}

/** Did exactly this command line work when it was tried last? */
export function isServerProved(state: string, words: readonly string[]): boolean {
  const path = join(state, FILE);
  const value = existsSync(path) ? parseJson(readFileSync(path, "utf8")) : null;
  if (typeof value !== "object" || value === null || !("words" in value) || !("works" in value)) return false;
  return value.works === true && JSON.stringify(value.words) === JSON.stringify(words);
}
