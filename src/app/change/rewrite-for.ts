// What an update makes of a file's text, before anything is said of who changed it and when.

import { mergeUpdate, rewriteFile, type Update } from "../../memory/file/merge-update.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { existsInProject } from "../workspace/exists-in-project.ts";
import { sanitizeUpdate } from "./sanitize-update.ts";

/** Null where the file is no memory. */
export function rewriteFor({ memory, text, root }: LoadedMemory, update: Update): string | null {
  if (memory === null || text === null) return null;
  const merged = mergeUpdate(memory, update, (path) => existsInProject(root, path));
  return rewriteFile(text, merged, update.body);
}

/** Then there is nothing to sign, and no passphrase is asked for. */
export function saysAlready(target: LoadedMemory, given: Update): boolean {
  return target.text !== null && rewriteFor(target, sanitizeUpdate(given)) === target.text;
}
