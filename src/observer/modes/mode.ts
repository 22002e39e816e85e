// A mode is data: the Observer's instructions, and which kinds of memory it may propose.

import type { Category, MemoryType } from "../../memory/memory.ts";

export type Mode = {
  readonly name: string;
  /** Everything that the model is told besides the session itself. */
  readonly system: string;
  readonly types: readonly MemoryType[];
  readonly categories: readonly Category[];
};
