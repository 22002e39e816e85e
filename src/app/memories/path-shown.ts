import { relative } from "node:path";
import type { LoadedMemory } from "./load-memory.ts";

/** As people and agents can open it: `.claude/memory/memories/project_x.md`. */
export function pathShown({ root, file }: Pick<LoadedMemory, "root" | "file">): string {
  return `${root.shown}${relative(root.path, file.path)}`;
}
