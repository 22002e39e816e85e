// A memory as an entry of the block.

import type { BlockEntry, Confidence } from "../../memory/block/block-entry.ts";
import type { Memory } from "../../memory/memory.ts";
import { hideRedactedIn } from "../../memory/text/redacted.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { pathShown } from "../memories/path-shown.ts";

export type EntryText = {
  readonly confidence: Confidence | null;
  /** Takes its part of the body; what is redacted is gone from it already. */
  readonly excerptOf: (memory: Memory) => string;
};

/** Null for a file that is no memory. */
export function blockEntryOf(loaded: LoadedMemory, { confidence, excerptOf }: EntryText): BlockEntry | null {
  const { standing, root } = loaded;
  if (loaded.memory === null) return null;
  const memory = hideRedactedIn(loaded.memory);
  return {
    label: memory.category ?? memory.type,
    name: memory.name,
    path: pathShown(loaded),
    tags: memory.tags,
    // Whatever is not verified says so.
    inferred: standing.standing !== "verified",
    confidence,
    date: memory.lastVerified ?? memory.updatedAt?.slice(0, 10) ?? memory.createdAt?.slice(0, 10) ?? null,
    excerpt: excerptOf(memory),
    scope: root.scope,
  };
}
