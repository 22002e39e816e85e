// A log in machine state: one JSON value per line, for the owner's eyes only, in two files of bounded size, the current one
// and the one before (`.1`). The Observer's audit log is not one of these: it has a hard limit and three older generations,
// and an engine imports no other.

import {
  appendFileSync,
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { parseJson } from "../memory/json.ts";
import { appendLine, temporaryBeside } from "./durable.ts";
import { ifPossible } from "./fs-failure.ts";

const MODE = 0o600;

/** Fails open: a note that cannot be written spoils nothing else. Says whether it was written. */
export function appendToLog(path: string, value: object, bytesMax: number): boolean {
  return ifPossible(() => {
    rotate(path, bytesMax);
    appendFileSync(path, `${JSON.stringify(value)}\n`, { mode: MODE });
    return true;
  }, false);
}

/** For a record that others rely on: it is on disk afterwards, or the failure is the caller's. */
export function appendDurably(path: string, value: object, bytesMax: number): void {
  rotate(path, bytesMax);
  appendLine(path, JSON.stringify(value), MODE);
}

/** Oldest first, of both files. A line that is damaged, or that a crash cut short, is left out, as is a file that is closed. */
export function readLog<Value>(path: string, isValue: (value: unknown) => value is Value): Value[] {
  return [`${path}.1`, path]
    .flatMap((each) => readQuietly(each).split("\n"))
    .map((line) => (line === "" ? null : parseJson(line)))
    .filter(isValue);
}

/** Of the current file's last bytes, oldest first; the line that the cut goes through is left out. */
export function readLogEnd<Value>(
  path: string,
  bytes: number,
  isValue: (value: unknown) => value is Value,
): Value[] {
  const text = ifPossible(() => readEnd(path, bytes), "");
  return text
    .split("\n")
    .map((line) => (line === "" ? null : parseJson(line)))
    .filter(isValue);
}

function readEnd(path: string, bytes: number): string {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, bytes));
    const read = readSync(file, buffer, 0, buffer.length, size - buffer.length);
    const text = buffer.toString("utf8", 0, read);
    return size > bytes ? text.slice(text.indexOf("\n") + 1) : text;
  } finally {
    closeSync(file);
  }
}

/** The text of a file that decides nothing: empty where there is none, or none that can be read. */
export function readQuietly(path: string): string {
  return ifPossible(() => readFileSync(path, "utf8"), "");
}

/** The text of a file to whoever asks first, and no file afterwards. @returns null when there is none that can be taken. */
export function takeOnce(path: string): string | null {
  const taken = temporaryBeside(path);
  return ifPossible(() => {
    // Only one of two processes that ask at once can move it away.
    renameSync(path, taken);
    const text = readFileSync(taken, "utf8");
    unlinkSync(taken);
    return text;
  }, null);
}

/** A file may exceed the limit by its last line. */
function rotate(path: string, bytesMax: number): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > bytesMax) renameSync(path, `${path}.1`);
}
