// Events while the page is open, in sentences: acts on memories, requests of agents, and recalls. Each log is read from the
// position of the last read, never from its beginning. News name ids and contain nothing of a text.

import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { parseMemoryId, type Scope } from "../../../memory/memory.ts";
import { pluralize } from "../../../memory/pluralize.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { MemoryRef } from "../views.ts";

export type News = { readonly at: string; readonly says: string; readonly ref: MemoryRef | null };

/** The parts of the page that an event may have changed. */
export type LiveKind = "memories" | "queue" | "sessions";

/** The paths that change when an agent, a terminal or an editor acts. */
export function listLivePlaces({
  roots,
  state,
}: Workspace): { readonly path: string; readonly kind: LiveKind }[] {
  const inRoots = roots.flatMap((root) => [
    ...["memories", "quarantine", "archive"].map((name) => [join(root.path, name), "memories"] as const),
    [journalOf(root.records), "memories"] as const,
    [requestsOf(root.records), "queue"] as const,
  ]);
  const all = [...inRoots, [receiptsOf(state.path), "sessions"] as const];
  return all.map(([path, kind]) => ({ path, kind }));
}

function journalOf(records: string): string {
  return join(records, "journal.ndjson");
}

function requestsOf(records: string): string {
  return join(records, "requests.ndjson");
}

function receiptsOf(state: string): string {
  return join(state, "receipts.ndjson");
}

/** @returns a function that reads the news since its last call. */
export function createNewsReader({ roots, state }: Workspace): () => News[] {
  const here = roots[0]?.id;
  const tails = [
    ...roots.flatMap(({ records, scope }) => [
      { read: createTail(journalOf(records)), toNews: (line: unknown) => toDone(line, scope) },
      { read: createTail(requestsOf(records)), toNews: (line: unknown) => toWish(line, scope) },
    ]),
    { read: createTail(receiptsOf(state.path)), toNews: (line: unknown) => toShown(line, here) },
  ];
  return () =>
    tails
      .flatMap(({ read, toNews }) => read().flatMap((line) => toNews(line) ?? []))
      .sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

const ACTORS: Readonly<Record<string, string>> = { person: "You", machine: "An agent", validator: "A check" };

/** Verbs for the commands of the journal; a command without one stands for itself. */
const DONE: Readonly<Record<string, string>> = {
  save: "saved",
  update: "changed",
  promote: "confirmed",
  reaffirm: "confirmed",
  keep: "kept as advice",
  restore: "brought back",
  demote: "moved to quarantine",
  quarantine: "moved to quarantine",
  retire: "took out of use",
  unretire: "brought back into use",
  archive: "archived",
  unarchive: "brought back into use",
  forget: "erased",
  merge: "merged",
  move: "moved",
};

function toDone(line: unknown, scope: Scope): News | null {
  if (!isRecord(line)) return null;
  const { at, command, actor } = line;
  const id = parseMemoryId(String(line["id"]));
  if (typeof at !== "string" || typeof command !== "string" || id === null) return null;
  const who = ACTORS[String(actor)] ?? "Somebody";
  return { at, says: `${who} ${DONE[command] ?? `ran ${command} on`} ${id}`, ref: { scope, id } };
}

function toWish(line: unknown, scope: Scope): News | null {
  if (!isRecord(line)) return null;
  const { at, command } = line;
  const id = parseMemoryId(String(line["id"]));
  if (typeof at !== "string" || typeof command !== "string" || id === null) return null;
  return { at, says: `An agent or a script asks to ${command} ${id}`, ref: { scope, id } };
}

function toShown(line: unknown, here: string | undefined): News | null {
  if (!isRecord(line)) return null;
  const { at, roots, shown, kind } = line;
  const isOurs = Array.isArray(roots) && here !== undefined && roots.includes(here);
  if (typeof at !== "string" || !Array.isArray(shown) || !isOurs || shown.length === 0) return null;
  const what = pluralize(shown.length, "memory was", "memories were");
  const when = kind === "prompt" ? "for a prompt" : "at the start of a session";
  return { at, says: `${what} shown to an agent ${when}`, ref: null };
}

// Reading from the end of a log.

const BYTES_MAX = 64 * 1024;

/** @returns a function that reads the complete lines added since its last call; a log that shrank is read from its start. */
function createTail(path: string): () => unknown[] {
  let at = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return () => {
    const { bytes, from } = readFrom(path, at);
    // An incomplete last line is left for the next read.
    const end = bytes.lastIndexOf("\n") + 1;
    const whole = bytes.subarray(0, end).toString("utf8");
    at = from + end;
    return whole.split("\n").map(parseJson);
  };
}

function readFrom(path: string, at: number): { readonly bytes: Buffer; readonly from: number } {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch {
    // A log that does not exist yet, or is unreadable, has no news; the views report the problem.
    return { bytes: Buffer.alloc(0), from: 0 };
  }
  try {
    const { size } = fstatSync(descriptor);
    // More bytes than this are skipped, because the views show the result anyway.
    const from = size < at ? size : Math.max(at, size - BYTES_MAX);
    const bytes = Buffer.alloc(size - from);
    const length = readSync(descriptor, bytes, 0, bytes.length, from);
    return { bytes: bytes.subarray(0, length), from };
  } finally {
    closeSync(descriptor);
  }
}
