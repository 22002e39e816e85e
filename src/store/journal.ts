// The operation journal: what was done to which memory, when and by whom. Never a text, a prompt or a secret: a reason
// is kept because a person wrote it for exactly this record.

import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { isRecord, parseJson } from "../memory/json.ts";
import { isMemoryId } from "../memory/memory.ts";
import { replaceFile } from "./durable.ts";
import { ifPossible, ifThere } from "./fs-failure.ts";

export type JournalEntry = {
  readonly v: 1;
  /** Unique; operations of one root sort by it. */
  readonly op: string;
  readonly at: string;
  readonly command: string;
  readonly id: string;
  readonly actor: "person" | "machine" | "validator";
  /** The content after the operation, where there is one. */
  readonly digest: string | null;
  readonly reason: string | null;
  /** Somebody did it at a terminal or on the page, and signed nothing. A terminal is no proof of a person. */
  readonly terminal?: true;
  /** Finished by a later process, after the first one died. */
  readonly recovered?: true;
};

export function renderJournalEntry(entry: JournalEntry): string {
  return JSON.stringify(entry);
}

/** Oldest first. A line that a crash cut short is left out. */
export function readJournal(path: string): JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (const line of ifThere(() => readFileSync(path, "utf8"), "").split("\n")) {
    const entry = parseEntry(line);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

/** @returns null for what is no line of a journal. */
function parseEntry(line: string): JournalEntry | null {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : null;
  } catch {
    // Cut short, or empty: the operation it would have told of is carried out again by its intent.
    return null;
  }
}

function isEntry(value: unknown): value is JournalEntry {
  return typeof value === "object" && value !== null && "op" in value && "command" in value && "id" in value;
}

// A journal grows with every change for years, and is read whole by some. Beyond its bound the older half keeps of each memory the
// last line of each kind of change: what was done to it, archived it or made it, which undo and the checks rest on. What else was
// done that long ago stays in the signed statements; lines about what was forgotten go.

const JOURNAL_BYTES_MAX = 8 * 1024 * 1024;
const MODE = 0o600;

/** What a journal tells no more: stands first in it, and is no entry. */
type Dropped = {
  readonly v: 1;
  /** How many lines, in all. */
  readonly dropped: number;
  /** When the last of them was done. */
  readonly until: string;
  /** How large the journal was afterwards. */
  readonly bytes: number;
};

/** After an operation; the caller holds the root's lock. Fails open: the next one tries again. */
export function trimJournal(path: string, bytesMax: number = JOURNAL_BYTES_MAX): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= bytesMax) return;
  ifPossible(() => {
    const before = readDropped(path);
    // Where so much has to be kept, it is not looked through after each operation.
    if (size <= 2 * (before?.bytes ?? 0)) return;
    const entries = readJournal(path);
    const kept = chooseKept(entries, bytesMax / 2);
    const gone = entries.filter((entry) => !kept.has(entry));
    const until = gone.reduce((last, { at }) => (at > last ? at : last), before?.until ?? "");
    const text = entries
      .flatMap((entry) => (kept.has(entry) ? [`${renderJournalEntry(entry)}\n`] : []))
      .join("");
    const dropped = (before?.dropped ?? 0) + gone.length;
    const first: Dropped = { v: 1, dropped, until, bytes: Buffer.byteLength(text) };
    replaceFile(path, `${JSON.stringify(first)}\n${text}`, MODE);
  });
}

function chooseKept(entries: readonly JournalEntry[], bytes: number): ReadonlySet<JournalEntry> {
  const kept = new Set<JournalEntry>();
  const known = new Set<string>();
  let room = bytes;
  for (const entry of entries.toReversed()) {
    const kind = `${entry.id} ${entry.command}`;
    room -= Buffer.byteLength(renderJournalEntry(entry));
    if (room >= 0 || (isMemoryId(entry.id) && !known.has(kind))) kept.add(entry);
    known.add(kind);
  }
  return kept;
}

/** @returns null where a journal tells everything. */
export function readDropped(path: string): Dropped | null {
  const value = parseJson(ifThere(() => readFileSync(path, "utf8"), "").split("\n", 1)[0] ?? "");
  if (!isRecord(value)) return null;
  const { dropped, until, bytes } = value;
  if (typeof dropped !== "number" || typeof until !== "string" || typeof bytes !== "number") return null;
  return { v: 1, dropped, until, bytes };
}

const PIECE_BYTES = 64 * 1024;

/** The journal line by line, oldest first, for whoever tells of all of it: it grows for years. */
export function* walkJournal(path: string): Generator<JournalEntry> {
  const file = ifThere(() => openSync(path, "r"), null);
  if (file === null) return;
  try {
    const [piece, decoder] = [Buffer.alloc(PIECE_BYTES), new StringDecoder("utf8")];
    let rest = "";
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
      const lines = (rest + decoder.write(piece.subarray(0, read))).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield* entryIn(line);
    }
    yield* entryIn(rest + decoder.end());
  } finally {
    closeSync(file);
  }
}

function entryIn(line: string): JournalEntry[] {
  const entry = parseEntry(line);
  return entry === null ? [] : [entry];
}
