// Directories that come with a file of ours and go with it: those that were missing, as long as nothing else is in them.

import { existsSync, rmdirSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../../store/fs-failure.ts";

/** What would have to be made above a file, the deepest first. */
export function listMissingDirectories(file: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(file); !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.push(at);
  return missing;
}

/** The deepest first, as listed. */
export function removeEmptyDirectories(directories: readonly string[]): void {
  for (const directory of directories) {
    try {
      rmdirSync(directory);
    } catch (error) {
      // Somebody uses it, or it is gone: both are as they should be, and an empty directory too many harms nobody.
      if (codeOf(error) === "") throw error;
    }
  }
}
