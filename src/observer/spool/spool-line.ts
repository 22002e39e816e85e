// One captured event, as one line of NDJSON. It begins with its id, which is a hash of all the rest, so that a line can be
// verified by itself: many processes write to one file, and none knows what the others wrote.

import { sha256Hex } from "../../memory/file/sha256.ts";
import { parseJson } from "../../memory/json.ts";

export type SpoolRecord = {
  readonly v: 1;
  readonly at: string;
  /** Two events that are alike in everything else are still two. */
  readonly nonce: string;
  readonly kind: "prompt" | "tool" | "turn-end";
  readonly session: string;
  readonly prompt: string | null;
  readonly client: string;
  readonly agent: string | null;
  /** What was said: by the person in a prompt, by the model at the end of a turn. */
  readonly text: string | null;
  readonly tool: string | null;
  readonly input: string | null;
  readonly output: string | null;
  readonly paths: readonly string[];
  /** Where the words in it came from, if not from here. */
  readonly taint: readonly string[];
};

export type SpoolLine = { readonly id: string; readonly record: SpoolRecord };

/** Far above any honest line: a file is read line by line. */
export const LINE_BYTES_MAX = 32 * 1024;

const ID_CHARS = 32;
/** In these first characters of a file, or of a line, its time is told. */
export const START_CHARS = 128;
const TIME = /^\s?\{"id":"[0-9a-f]{32}","v":1,"at":"(?<at>[^"]{1,40})"/;
const HEAD = /^\{"id":"(?<id>[0-9a-f]{32})",/;

export function renderSpoolLine(record: SpoolRecord): string {
  const rest = JSON.stringify(record).slice(1);
  return `{"id":"${idOf(rest)}",${rest}`;
}

/** Null for a line that is not whole, or was changed since. */
export function parseSpoolLine(line: string): SpoolLine | null {
  const head = HEAD.exec(line);
  const id = head?.groups?.["id"];
  if (head === null || id === undefined || idOf(line.slice(head[0].length)) !== id) return null;
  const record = parseJson(line);
  return isRecord(record) ? { id, record } : null;
}

/** When a line was captured, from what it begins with; null where it does not say. */
export function findTime(start: string): number | null {
  const at = Date.parse(TIME.exec(start)?.groups?.["at"] ?? "");
  return Number.isNaN(at) ? null : at;
}

function idOf(rest: string): string {
  return sha256Hex(rest).slice(0, ID_CHARS);
}

/** The hash says that it is ours; a later version of us may have written it. */
function isRecord(value: unknown): value is SpoolRecord {
  if (typeof value !== "object" || value === null) return false;
  const { v, at, kind, session, paths, taint } = value as Readonly<Record<string, unknown>>;
  const isList = (list: unknown): boolean =>
    Array.isArray(list) && list.every((each) => typeof each === "string");
  return (
    v === 1 &&
    typeof at === "string" &&
    (kind === "prompt" || kind === "tool" || kind === "turn-end") &&
    typeof session === "string" &&
    isList(paths) &&
    isList(taint)
  );
}
