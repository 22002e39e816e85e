// What a model proposes, after it was checked and before anything is stored.

import type { Category, MemoryType } from "../../memory/memory.ts";

export type Candidate = {
  readonly type: MemoryType;
  readonly category: Category | null;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly body: string;
  readonly confidence: number;
  /** Numbers of events in the batch, from 1. */
  readonly evidence: readonly number[];
  /** The session says that the matter is over. */
  readonly ends: boolean;
};

export const CANDIDATES_MAX = 10;
export const EVIDENCE_MAX = 40;
