// A mode is data: what the Observer is told about its work, and which kinds of memory it may propose.

import type { Category, MemoryType } from "../../memory/memory.ts";

export type Mode = {
  readonly name: string;
  /** The whole of what the model is told beside the session itself. */
  readonly system: string;
  readonly types: readonly MemoryType[];
  readonly categories: readonly Category[];
};
