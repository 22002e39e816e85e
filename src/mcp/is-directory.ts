import { statSync } from "node:fs";
import { isAbsolute } from "node:path";

export function isDirectory(path: string): boolean {
  try {
    return isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // Such as a name that is too long, or one below a directory that is not ours to look into.
    return false;
  }
}
