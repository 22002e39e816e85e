// Attack: a link in place of one of a root's own directories leads a read, a write or a removal out of the root. So every
// directory on the way from the root to a file is a plain one, or is not there yet.

import { lstatSync, type Stats } from "node:fs";
import { join, sep } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { codeOf } from "./fs-failure.ts";

/** `directory` is relative to the root. Says whether it is there. */
export function refuseOutside(root: string, directory: string): boolean {
  let way = "";
  for (const name of directory.split(sep)) {
    way = join(way, name);
    const stat = statOf(root, way);
    if (stat === undefined) return false;
    if (!stat.isDirectory()) {
      throw new CredenceError(
        "PATH_ERROR",
        `${way} is not a plain directory of its root`,
        "a root holds plain directories and files: put them back from git or a backup",
      );
    }
  }
  return true;
}

function statOf(root: string, way: string): Stats | undefined {
  try {
    return lstatSync(join(root, way), { throwIfNoEntry: false });
  } catch (error) {
    // What cannot be looked at is not taken for absent: it might hold the lower of two standings.
    if (codeOf(error) === "EACCES") throw new CredenceError("NOT_READABLE", `${way} cannot be read`);
    throw error;
  }
}
