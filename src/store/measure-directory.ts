import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "./fs-failure.ts";

/** How many bytes its files have. One that somebody removes just now has none: others work in the same directory. */
export function measureDirectory(path: string): number {
  let bytes = 0;
  for (const entry of listEntries(path)) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) bytes += measureDirectory(inside);
    else if (entry.isFile()) bytes += lstatSync(inside, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

function listEntries(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
