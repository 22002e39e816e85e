// What is in quarantine in a root because somebody trusted put it there, and which texts are nearly the same.

import { isLowering } from "../../../memory/law/kinds.ts";
import {
  areNearCopies,
  type CopiedText,
  type CopySketch,
  copyKeysOf,
  sketchText,
} from "../../../memory/law/near-copy.ts";
import { gather } from "../../../memory/law/sets/gather.ts";
import type { StandingInput } from "../../../memory/law/standing.ts";
import type { Memory } from "../../../memory/memory.ts";
import { findFile, listArchive, listDirectory } from "../../../store/memory-files.ts";
import { loadFile } from "../../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";

export type Quarantined = { readonly id: string; readonly memory: Memory; readonly digest: string | null };

/** Those in the archive were quarantined before, and are still, unless they are here again. */
export function readQuarantined(workspace: Workspace, root: OpenRoot): Quarantined[] {
  const archived = listArchive(root.path).filter(({ id }) => findFile(root.path, id) === null);
  return [...listDirectory(root.path, "quarantine").entries, ...archived].flatMap((file) => {
    const { memory, digest, input } = loadFile(workspace, root, { file, remembered: null });
    return memory === null || !wasLowered(input) ? [] : [{ id: file.id, memory, digest }];
  });
}

/** By somebody trusted here. */
export function wasLowered(input: StandingInput): boolean {
  return gather(input).counted.some(isLowering);
}

/** For many texts at once: each is compared with those alone that share a run of words with it. Of its own memory none is a copy. */
export function createCopyFinder(
  workspace: Workspace,
  root: OpenRoot,
): (id: string, text: CopiedText) => boolean {
  const byKey = new Map<number, { readonly id: string; readonly sketch: CopySketch }[]>();
  for (const { id, memory } of readQuarantined(workspace, root)) {
    const sketch = sketchText(memory);
    for (const key of new Set(copyKeysOf(sketch)))
      byKey.set(key, [...(byKey.get(key) ?? []), { id, sketch }]);
  }
  if (byKey.size === 0) return () => false;
  return (id, text) => {
    const sketch = sketchText(text);
    const near = new Set(copyKeysOf(sketch).flatMap((key) => byKey.get(key) ?? []));
    return [...near].some((each) => each.id !== id && areNearCopies(sketch, each.sketch));
  };
}
