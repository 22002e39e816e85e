// Threat: the prompt of a turn was private, and what its tools did is captured by processes that never saw that prompt. So a
// turn is captured only if its prompt was seen and was not private: a session remembers its open turns, and what belongs to
// no open turn is left out. Fails closed: a mark that cannot be read or written opens nothing.

import { readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { isRecord, parseJson } from "../../memory/json.ts";
import { makeDirectory, pathOfTurns } from "./spool.ts";
import { removeFile } from "./trim.ts";

export type TurnMarks = {
  readonly v: 1;
  /** Whether the latest prompt opened a turn. */
  readonly isOpen: boolean;
  /** Names of the prompts that did, newest last. */
  readonly turns: readonly string[];
  /** How many records triage has looked at. */
  readonly triaged: number;
};

/** Tools that run in the background report to a turn that is over; after this many turns none does. */
const TURNS_MAX = 100;
const NO_MARKS: TurnMarks = { v: 1, isOpen: false, turns: [], triaged: 0 };

export type SessionPlace = { readonly directory: string; readonly key: string };

export function readMarks({ directory, key }: SessionPlace): TurnMarks {
  const path = pathOfTurns(directory, key);
  try {
    const value = parseJson(readFileSync(path, "utf8"));
    return isMarks(value) ? value : NO_MARKS;
  } catch {
    // Absent as a rule, and unreadable where somebody meddled: either way no turn is known to be open.
    return NO_MARKS;
  }
}

/** Does an event of this prompt belong to a turn that may be captured? A client that names none has one turn at a time. */
export function isOpenTurn(marks: TurnMarks, prompt: string | null): boolean {
  return prompt === null ? marks.isOpen : marks.turns.includes(prompt);
}

export function openTurn(place: SessionPlace, marks: TurnMarks, prompt: string | null): void {
  const turns = prompt === null ? marks.turns : [...marks.turns, prompt].slice(-TURNS_MAX);
  writeMarks(place, { ...marks, isOpen: true, turns });
}

/** From here on nothing is captured until the next prompt opens a turn. */
export function closeTurn(place: SessionPlace, marks: TurnMarks, prompt: string | null): void {
  if (!marks.isOpen && !marks.turns.includes(prompt ?? "")) return;
  const turns = marks.turns.filter((each) => each !== prompt);
  try {
    writeMarks(place, { ...marks, isOpen: false, turns });
  } catch {
    // A full disk still lets go of a file, and without marks no turn is open.
    forgetMarks(place);
  }
}

export function noteTriaged(place: SessionPlace, marks: TurnMarks, triaged: number): void {
  writeMarks(place, { ...marks, triaged });
}

function forgetMarks({ directory, key }: SessionPlace): void {
  const path = pathOfTurns(directory, key);
  try {
    removeFile(path);
  } catch {
    // The directory may be closed, and the file not.
    truncateSync(path);
  }
}

function writeMarks({ directory, key }: SessionPlace, marks: TurnMarks): void {
  const path = pathOfTurns(directory, key);
  const temporary = `${path}.${Math.random().toString(36).slice(2)}.tmp`;
  makeDirectory(directory);
  try {
    writeFileSync(temporary, JSON.stringify(marks), { flag: "wx", mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    removeFile(temporary);
    throw error;
  }
}

function isMarks(value: unknown): value is TurnMarks {
  if (!isRecord(value)) return false;
  const { v, isOpen, turns, triaged } = value;
  return (
    v === 1 &&
    typeof isOpen === "boolean" &&
    Array.isArray(turns) &&
    turns.every((each) => typeof each === "string") &&
    typeof triaged === "number"
  );
}
