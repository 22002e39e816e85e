// What a hub answers agents with, whoever makes the words of it: which memories, and the statements and texts behind them. Nothing
// here is believed by itself: how a memory stands is computed from what lies behind it, by a policy.

import type { Confidence } from "../../memory/block/block.ts";
import type { Category, MemoryType, Scope } from "../../memory/memory.ts";
import type { Evidence } from "../../trust/read-evidence.ts";

export type HubHit = {
  readonly root: string;
  readonly born: string;
  readonly score: number;
  readonly wordScore: number;
  readonly confidence: Confidence | null;
};

export type RootEvidence = Evidence & { readonly root: string; readonly scope: Scope };

/** `policies`: the whole chain, oldest first. */
export type Answered<Hit> = {
  readonly hits: readonly Hit[];
  readonly evidence: readonly RootEvidence[];
  readonly policies: readonly string[];
};

export type PlainHit = { readonly root: string; readonly born: string; readonly isCentre: boolean };

export type SearchAsked = {
  readonly prompt: string;
  readonly limit: number;
  readonly abstains: boolean;
  readonly type: MemoryType | null;
  readonly category: Category | null;
};

export type HubStatus = {
  readonly verified: number;
  readonly inferred: number;
  readonly withheld: number;
  readonly retired: number;
  readonly savesLeft: number | null;
};

export type Destination = { readonly root: string; readonly scope: Scope };

export type HubStore = {
  readonly search: (asked: SearchAsked) => Promise<Answered<HubHit> & { readonly isList: boolean }>;
  /** An id, or a day as a moment. */
  readonly around: (asked: {
    readonly around: string;
    readonly before: number;
    readonly after: number;
  }) => Promise<Answered<PlainHit>>;
  readonly get: (ids: readonly string[]) => Promise<Answered<PlainHit>>;
  readonly status: () => Promise<HubStatus>;
  /** The roots that a save may go to. */
  readonly destinations: () => Promise<readonly Destination[]>;
  readonly save: (saved: {
    readonly root: string;
    readonly statement: string;
    readonly text: string;
  }) => Promise<void>;
};
