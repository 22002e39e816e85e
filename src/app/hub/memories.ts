// The interface between the tools and the holder of the memories: the roots of this machine, or a hub. Words, limits and
// forms of answers are the same for both.

import type { Draft } from "../../memory/file/draft.ts";
import type { Update } from "../../memory/file/merge-update.ts";
import type { Scope, Standing } from "../../memory/memory.ts";
import type { RowFilter } from "../../search/index/row-filter.ts";
import type { Finding } from "../../validate/verdict.ts";
import type { DescribedMemory } from "../memories/describe-memory.ts";
import type { SessionPrompt } from "../recall/answer-prompt.ts";
import type { GotMemories } from "../recall/get-memories.ts";
import type { Relations } from "../recall/relations.ts";
import type { SearchAnswer } from "../recall/search-memories.ts";

export type Memories = {
  readonly search: (query: SearchWords) => Promise<SearchAnswer>;
  readonly around: (query: AroundWords) => Promise<readonly Neighbour[]>;
  readonly get: (wanted: WantedIds) => Promise<Got>;
  readonly save: (offer: SaveWords) => Promise<WriteAnswer>;
  readonly update: (change: UpdateWords) => Promise<WriteAnswer>;
  readonly status: () => Promise<StatusFacts>;
  /** For a client's own hook: never fails. */
  readonly answerPrompt: (prompt: SessionPrompt) => Promise<PlainAnswer>;
};

export type SearchWords = { readonly query: string; readonly filter: RowFilter; readonly limit: number };
export type AroundWords = { readonly around: string; readonly before: number; readonly after: number };
export type WantedIds = { readonly ids: readonly string[]; readonly scope: Scope | null };

export type Neighbour = { readonly memory: DescribedMemory; readonly isCentre: boolean };

export type Got = Omit<GotMemories, "memories"> & {
  readonly memories: readonly {
    readonly memory: DescribedMemory;
    readonly relations?: Relations | undefined;
  }[];
};

export type SaveWords = {
  /** Null: the root that fits the draft's type. */
  readonly scope: Scope | null;
  readonly draft: Omit<Draft, "session" | "confidence" | "supersedes">;
};

export type UpdateWords = {
  readonly id: string;
  readonly scope: Scope | null;
  readonly update: Omit<Update, "isWhole">;
  readonly ifDigest: string | null;
};

export type WriteAnswer = {
  readonly outcome: WriteOutcome;
  readonly relations?: Relations | undefined;
  /** The memories that mean most nearly the same, as far as this surface may show them. */
  readonly nearest?: readonly NearMemory[];
  /** Cues that were not stored, each with the reason. */
  readonly cuesLeft?: readonly string[];
};

export type NearMemory = { readonly id: string; readonly standing: Standing; readonly gist: string };

export type StatusFacts = {
  readonly roots: readonly RootFacts[];
  readonly capture: "on" | "off" | "paused";
  /** The source of the counts, if it is not this machine. */
  readonly notice?: string;
};

export type RootFacts = {
  readonly scope: Scope;
  readonly path: string;
  readonly verified: number;
  readonly inferred: number;
  readonly withheld: number;
  readonly retired: number;
  readonly due: number;
  readonly stale: number;
  readonly waiting: number;
  readonly saves_left_today: number | null;
};

export type WriteOutcome = {
  readonly kind: "created" | "updated" | "proposed" | "unchanged";
  readonly id: string;
  readonly why: string;
  readonly supersedes: string | null;
  readonly flags: readonly string[];
  readonly findings: readonly Finding[];
  readonly similar: readonly string[];
};

/** An answer for a hook: its text goes to the client and is not counted. */
export type PlainAnswer = { readonly plain: string; readonly value: Record<string, unknown> };
