// What a path leads to, while roots and work trees are looked for. A path that leads through a file, in circles, into
// an unreadable directory or beyond every limit leads to nothing: a hostile tree must not end the search.

import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { platform } from "node:process";
import { CredenceError } from "../memory/errors.ts";
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

/** The system's own way is several times as fast. On macOS it also corrects the case of letters, and a place that was written
 * down as somebody typed it would be another. */
export const resolveLinks: (path: string) => string =
  platform === "darwin" ? realpathSync : realpathSync.native;

/** A plain name in a directory whose path is in its shortest form. `join` looks at every character of it again, which takes as
 * long as asking for the file; a prompt asks for a hundred. */
export function nameIn(directory: string, name: string): string {
  return directory.endsWith(sep) ? directory + name : directory + sep + name;
}

/** Resolves links as far as the path exists; the rest stays as it is. @returns null when a link leads nowhere. */
export function findRealPlace(path: string): string | null {
  let at = path;
  while (findEntry(at) === null && at !== dirname(at)) at = dirname(at);
  try {
    return join(resolveLinks(at), relative(at, path));
  } catch {
    // The last thing there is a link without an end, or one that nobody may follow.
    return null;
  }
}

// Attack: a link in place of one of a root's own directories leads a read, a write or a removal out of the root. So every
// directory on the way from the root to a file is a plain one, or is not there yet.

/** `directory` is relative to the root. Says whether it is there. */
export function refuseOutside(root: string, directory: string): boolean {
  let way = "";
  for (const name of directory.split(sep)) {
    way = way === "" ? name : nameIn(way, name);
    const stat = statOf(root, way);
    if (stat === undefined) return false;
    if (!stat.isDirectory()) {
      throw new CredenceError(
        "PATH_ERROR",
        `${way} is not a regular directory of its root`,
        "a root contains only regular directories and files: restore them from git or a backup",
      );
    }
  }
  return true;
}

function statOf(root: string, way: string): Stats | undefined {
  try {
    return lstatSync(nameIn(root, way), { throwIfNoEntry: false });
  } catch (error) {
    // What cannot be looked at is not taken for absent: it might hold the lower of two standings.
    if (codeOf(error) === "EACCES") throw new CredenceError("NOT_READABLE", `${way} cannot be read`);
    throw error;
  }
}
