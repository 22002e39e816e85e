// One memory in the index: what is needed to choose it, to filter it, and to notice that it changed.

import type { Category, MemoryType, Standing, Status, Tier } from "../memory/memory.ts";

export type IndexRow = {
  readonly row: number;
  readonly id: string;
  readonly directory: string;
  /** Null when the file is not a memory. */
  readonly digest: string | null;
  readonly standing: Standing;
  readonly status: Status;
  readonly type: MemoryType | null;
  readonly category: Category | null;
  readonly tier: Tier | null;
  readonly name: string;
  readonly tags: readonly string[];
  /** When it last changed, as the file says. */
  readonly time: number;
};

/** What tells a file from a changed one without reading it. */
export type Identities = {
  readonly file: string;
  readonly attest: string;
  /** So new that a later change could look the same. */
  readonly young: boolean;
};

/** What is searched; null when recall may not show the memory. */
export type IndexedText = {
  readonly name: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly cues: readonly string[];
  readonly body: string;
  /** The ids of memories that it says it contradicts. */
  readonly contradicts?: readonly string[];
};

export type NewRow = Omit<IndexRow, "row"> & {
  /** Why it has its standing. */
  readonly cause: string;
  /** When an inferred one can be promoted, when a verified one grows stale, since when one is quarantined. */
  readonly mark: number | null;
  /** The id of the memory that it says it replaces. */
  readonly supersedes: string | null;
  readonly identities: Identities;
  readonly text: IndexedText | null;
  /** Its line in index.md. */
  readonly line: string | null;
  /** Why it waits for a person, whatever the time is: a word of whoever writes rows. */
  readonly waits: string | null;
  /** Whether it waits is told by more than its file and its statements. */
  readonly doubt: boolean;
  /** What is wrong with its file, in one word. */
  readonly fault: string | null;
  /** The files that it is about, and when this text was last vouched for. */
  readonly cites: Cites;
};

export type Cites = { readonly paths: readonly string[]; readonly since: number };
