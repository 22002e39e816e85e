// What a server that listens answers to whoever is not its client: a page of another site, a name that points here, any process.

import { findPorts, findProcesses } from "./processes.ts";
import { type Asked, sendHttp } from "./send-http.ts";
import type { Subject } from "./subject.ts";

const FOREIGN = "attacker.example";

export type Port = {
  readonly ports: readonly number[];
  /** Those that were answered, of four. */
  readonly open: readonly string[];
};

/** `known` is a memory of it. */
export async function measurePort(
  { rival, run }: Subject,
  known: { name: string; word: string },
): Promise<Port> {
  const ports = findPorts(findProcesses(run));
  const [port] = ports;
  if (port === undefined || rival.requests === undefined) return { ports, open: [] };
  const { read, write, note } = rival.requests;
  const body = JSON.stringify(note({ name: "Planted by a page", description: "", body: "Planted." }));
  const get = { method: "GET", path: read(known.word), body: "" };
  const tried: Readonly<Record<string, Asked>> = {
    "a read without a token": { ...get, headers: {} },
    "a read for a foreign Origin": { ...get, headers: { origin: `https://${FOREIGN}` } },
    "a read under a foreign Host": { ...get, headers: { host: FOREIGN } },
    "a write for a foreign Origin": {
      ...{ method: "POST", path: write, body },
      headers: { "content-type": "application/json", origin: `https://${FOREIGN}` },
    },
    "a write under a foreign Host": {
      ...{ method: "POST", path: write, body },
      headers: { "content-type": "application/json", host: FOREIGN },
    },
  };
  const open: string[] = [];
  for (const [what, asked] of Object.entries(tried)) {
    const { status, text } = await sendHttp(port, asked);
    if (status === 200 && (asked.method === "POST" || text.includes(known.name))) open.push(what);
  }
  return { ports, open };
}
