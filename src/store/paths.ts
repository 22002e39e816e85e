// What lies under a name, while roots and work trees are looked for. There a path that leads through a file, around in
// circles, behind a closed door or beyond every limit leads to nothing: a hostile tree may not end the search.

import { lstatSync, type Stats } from "node:fs";
import { codeOf } from "./fs-failure.ts";

const NOTHING_THERE: ReadonlySet<string> = new Set([
  "ENOENT",
  "ENOTDIR",
  "ELOOP",
  "ENAMETOOLONG",
  "EACCES",
  // A path with a NUL in it.
  "ERR_INVALID_ARG_VALUE",
]);

export function findEntry(path: string): Stats | null {
  try {
    // What is not there is the usual case, and an error takes long to make.
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (NOTHING_THERE.has(codeOf(error))) return null;
    throw error;
  }
}
