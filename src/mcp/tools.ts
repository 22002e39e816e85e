// The tools, in the order in which every client gets them: cheapest reads first, then writes.

import { memoryGet } from "./memory-get.ts";
import { memorySave } from "./memory-save.ts";
import { memorySearch } from "./memory-search.ts";
import { memoryStatus } from "./memory-status.ts";
import { memoryTimeline } from "./memory-timeline.ts";
import { memoryUpdate } from "./memory-update.ts";
import type { Tool } from "./tool.ts";

export const TOOLS: readonly Tool[] = [
  memorySearch,
  memoryTimeline,
  memoryGet,
  memorySave,
  memoryUpdate,
  memoryStatus,
];
