// Appends to a session's spool and reads it back. Many short processes write at once and none waits for another: a line is one
// write to a file opened for appending, which a local file system carries out whole and in turn. A line begins with a line
// end, so that one which a crash cut short spoils no other; readers skip what is empty or not whole.

import { chmodSync, closeSync, constants, fchmodSync, mkdirSync, openSync, writeSync } from "node:fs";
import { CredenceError } from "../../memory/errors.ts";
import { readIfThere, readStart } from "./read-if-there.ts";
import { listSpool, type MeasuredFile, measureFiles, pathOfLines, type SpoolFile } from "./spool-files.ts";
import { findTime, LINE_BYTES_MAX, parseSpoolLine, type SpoolLine, START_CHARS } from "./spool-line.ts";

/** A session goes on in its next file from here. Files go by the time of their last line, so none may hold many days. */
const FILE_BYTES_MAX = 1024 * 1024;
const FILE_MS_MAX = 86_400_000;
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** Says whether a new file was begun: then it is time to see what has to go. */
export function appendToSpool(directory: string, key: string, line: string): { readonly isNewFile: boolean } {
  const bytes = Buffer.from(`\n${line}\n`);
  if (bytes.length > LINE_BYTES_MAX) throw new CredenceError("INTERNAL", "a captured line is too long");
  const files = listSpool(directory).filter((file) => file.key === key);
  if (files.length === 0) makeDirectory(directory);
  const last = measureFiles(files.slice(-1))[0];
  const isNewFile = last === undefined || isFull(last, line);
  const number = last === undefined ? 0 : last.number + Number(isNewFile);
  const descriptor = openSync(pathOfLines(directory, key, number), APPEND, 0o600);
  try {
    // Whatever the umask says.
    if (isNewFile) fchmodSync(descriptor, 0o600);
    // The rest of a line would be a second write, and another process may come in between.
    if (writeSync(descriptor, bytes) < bytes.length)
      throw new CredenceError("DISK_FULL", "a captured line was cut short");
  } finally {
    closeSync(descriptor);
  }
  return { isNewFile };
}

function isFull({ path, bytes }: MeasuredFile, line: string): boolean {
  if (bytes >= FILE_BYTES_MAX) return true;
  const [begun, now] = [findTime(readStart(path, START_CHARS)), findTime(line)];
  return begun !== null && now !== null && Math.abs(now - begun) > FILE_MS_MAX;
}

export type SpoolContent = {
  readonly lines: readonly SpoolLine[];
  /** Lines that are not whole, or were changed. */
  readonly damaged: readonly { readonly file: string; readonly line: number }[];
};

export function readSpool(files: readonly SpoolFile[]): SpoolContent {
  const lines: SpoolLine[] = [];
  const damaged: { file: string; line: number }[] = [];
  for (const { path, name } of files) {
    for (const [index, text] of readIfThere(path).split("\n").entries()) {
      if (text === "") continue;
      const line = parseSpoolLine(text);
      if (line === null) damaged.push({ file: name, line: index + 1 });
      else lines.push(line);
    }
  }
  return { lines, damaged };
}

export function makeDirectory(directory: string): void {
  const made = mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (made !== undefined) chmodSync(directory, 0o700);
}
