// Whether an update would leave the memory as it is: then there is nothing to sign, and no passphrase is asked for.

import { mergeUpdate, rewriteFile, type Update } from "../memory/merge-update.ts";
import { existsInProject } from "./exists-in-project.ts";
import type { LoadedMemory } from "./load-memory.ts";
import { sanitizeUpdate } from "./sanitize-update.ts";

export function saysAlready({ memory, text, root }: LoadedMemory, given: Update): boolean {
  if (memory === null || text === null) return false;
  const update = sanitizeUpdate(given);
  const merged = mergeUpdate(memory, update, (path) => existsInProject(root, path));
  return rewriteFile(text, merged, update.body) === text;
}
