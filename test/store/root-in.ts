import { join } from "node:path";
import { makeRoot } from "../../src/store/root-files.ts";

/** A shared root as a directory would have it. */
export function makeRootIn(directory: string): string {
  const path = join(directory, ".claude/memory");
  makeRoot({ kind: "shared", path, shown: ".claude/memory/" });
  return path;
}
