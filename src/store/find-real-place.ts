import { realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { findEntry } from "./paths.ts";

/** Links resolved as far as the path exists; what is still to be made stays as it is. Null where a link leads nowhere. */
export function findRealPlace(path: string): string | null {
  let at = path;
  while (findEntry(at) === null && at !== dirname(at)) at = dirname(at);
  try {
    return join(realpathSync(at), relative(at, path));
  } catch {
    // The last thing there is a link without an end, or one that nobody may follow.
    return null;
  }
}
