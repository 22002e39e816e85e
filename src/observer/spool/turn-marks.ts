// Threat: the prompt of a turn was private, and processes that never saw the prompt capture the output of its tools. So a
// turn is captured only if its prompt was seen and was not private: a session remembers its open turns, and an event
// outside of an open turn is left out. Fails closed: a mark that cannot be read or written opens nothing.

import { readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { isRecord, parseJson } from "../../memory/json.ts";
import { makeDirectory, pathOfTurns } from "./spool.ts";
import { removeFile } from "./trim.ts";

export type TurnMarks = {
  readonly v: 1;
  /** True when the latest prompt opened a turn. */
  readonly isOpen: boolean;
  /** Names of the prompts that opened a turn, newest last. */
  readonly turns: readonly string[];
  /** The number of records that triage has examined. */
  readonly triaged: number;
};

/** Tools that run in the background may report to a turn that is over, but not after this many further turns. */
const TURNS_MAX = 100;
const NO_MARKS: TurnMarks = { v: 1, isOpen: false, turns: [], triaged: 0 };

export type SessionPlace = { readonly directory: string; readonly key: string };

export function readMarks({ directory, key }: SessionPlace): TurnMarks {
  const path = pathOfTurns(directory, key);
  try {
    const value = parseJson(readFileSync(path, "utf8"));
    return isMarks(value) ? value : NO_MARKS;
  } catch {
    // Usually absent, and unreadable after tampering: in both cases no turn is known to be open.
    return NO_MARKS;
  }
}

/** True when an event of this prompt belongs to an open turn. A client without turn names has one turn at a time. */
export function isOpenTurn(marks: TurnMarks, prompt: string | null): boolean {
  return prompt === null ? marks.isOpen : marks.turns.includes(prompt);
}

export function openTurn(place: SessionPlace, marks: TurnMarks, prompt: string | null): void {
  const turns = prompt === null ? marks.turns : [...marks.turns, prompt].slice(-TURNS_MAX);
  writeMarks(place, { ...marks, isOpen: true, turns });
}

/** From now on nothing is captured until the next prompt opens a turn. */
export function closeTurn(place: SessionPlace, marks: TurnMarks, prompt: string | null): void {
  if (!marks.isOpen && !marks.turns.includes(prompt ?? "")) return;
  const turns = marks.turns.filter((each) => each !== prompt);
  try {
    writeMarks(place, { ...marks, isOpen: false, turns });
  } catch {
    // A file can be removed even from a full disk, and without marks no turn is open.
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
    // The directory may be closed although the file is writable.
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
