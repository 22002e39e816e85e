// Takes a word out of files in place, by writing another of the same length over it: whoever appends to a file meanwhile
// loses nothing, every position in it stays what it was, and no copy with the old word is left on disk.

import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { codeOf, writing } from "../../../store/fs-failure.ts";

export type Overwriting = {
  /** An id: of letters, digits and `_`. Found only where it stands alone. */
  readonly word: string;
  /** As long as the word. */
  readonly by: string;
};

/** In every regular file below a directory but those that are spared, by path. Links are not followed. */
export function overwriteWords(
  directory: string,
  overwritten: readonly Overwriting[],
  isSpared: (path: string) => boolean,
): void {
  for (const name of namesIn(directory)) {
    const path = join(directory, name);
    if (isSpared(path)) continue;
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) overwriteWords(path, overwritten, isSpared);
    else if (stat?.isFile() === true) writing(path, () => overwriteIn(path, overwritten));
  }
}

function overwriteIn(path: string, overwritten: readonly Overwriting[]): void {
  const bytes = readFileSync(path);
  const places = overwritten.flatMap(({ word, by }) => findWord(bytes, word).map((at) => ({ at, by })));
  if (places.length === 0) return;
  const descriptor = openSync(path, "r+");
  try {
    for (const { at, by } of places) writeSync(descriptor, Buffer.from(by), 0, by.length, at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function findWord(bytes: Buffer, word: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1)) {
    if (!isPart(bytes[at - 1]) && !isPart(bytes[at + word.length])) places.push(at);
  }
  return places;
}

/** Would a longer id begin or end here? */
function isPart(byte: number | undefined): boolean {
  return byte !== undefined && /[a-z0-9_]/.test(String.fromCharCode(byte));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
