// The operation journal: what was done to which memory, when and by whom. Never a text, a prompt or a secret: a reason
// is kept because a person wrote it for exactly this record.

import { existsSync, readFileSync } from "node:fs";

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
  if (!existsSync(path)) return [];
  const entries: JournalEntry[] = [];
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const entry = parseEntry(line);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

/** @returns null for what is no line of a journal. */
export function parseEntry(line: string): JournalEntry | null {
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
