// What this machine remembers of a root on a hub: up to where it was told, and which papers it sent. All of it can be lost: then more
// is compared, and nothing else happens.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../memory/json.ts";

/** A place in the order of a root, and the hub's name for what it had then: another past has other names. */
export type Cursor = { readonly n: number; readonly mark: string };

export type HubState = {
  readonly cursor: Cursor | null;
  /** Of our papers as they were sent last, one hash. */
  readonly papers: string | null;
};

const NOTHING: HubState = { cursor: null, papers: null };
const FILE = "hub.json";
const UUID = /^[0-9a-f-]{36}$/;

export function readHubState(directory: string): HubState {
  let text: string;
  try {
    text = readFileSync(join(directory, FILE), "utf8");
  } catch {
    // The first meeting, or it was lost.
    return NOTHING;
  }
  const value = parseJson(text);
  if (!isRecord(value) || value["v"] !== 1) return NOTHING;
  const { papers } = value;
  return { cursor: readCursor(value["cursor"]), papers: typeof papers === "string" ? papers : null };
}

/** @returns null for what is none. */
export function readCursor(value: unknown): Cursor | null {
  const { n, mark } = isRecord(value) ? value : {};
  const isOne =
    typeof n === "number" && Number.isSafeInteger(n) && typeof mark === "string" && UUID.test(mark);
  return isOne ? { n, mark } : null;
}

export function writeHubState(
  directory: string,
  state: HubState,
  temporaryBeside: (path: string) => string,
): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, FILE);
  const temporary = temporaryBeside(path);
  try {
    writeFileSync(temporary, `${JSON.stringify({ v: 1, ...state })}\n`, { mode: 0o600 });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
