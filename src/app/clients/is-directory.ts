import { statSync } from "node:fs";
import { codeOf } from "../../store/fs-failure.ts";

/** A link to one is one. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    // A link without an end, a name that is too long, or one below a directory that nobody may look into.
    if (codeOf(error) === "") throw error;
    return false;
  }
}
