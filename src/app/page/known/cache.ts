// What the page keeps between two requests, until somebody says that something changed.

import type { Instant } from "../../../memory/instant.ts";
import type { Standing } from "../../../memory/memory.ts";
import type { SearchIndex } from "../../../search/index/open-index.ts";
import type { Request } from "../../change/requests.ts";
import type { Ailment } from "../../health/examine-root.ts";
import type { LoadedMemory } from "../../memories/load-memory.ts";
import type { ReviewReason } from "../../review/queue.ts";
import type { OpenRoot } from "../../workspace/workspace.ts";
import type { MemoryRow } from "../views.ts";

/** One that has something to tell. */
export type Told = {
  readonly root: OpenRoot;
  readonly row: MemoryRow;
  readonly digest: string | null;
  readonly cause: LoadedMemory["standing"]["cause"];
  readonly reason: string;
  /** Why it waits, the most urgent first; empty where it does not. */
  readonly waits: readonly ReviewReason[];
  readonly observedUntil: Instant | null;
  readonly requests: readonly Request[];
  readonly flags: readonly string[];
  /** Recall may show it. */
  readonly inUse: boolean;
  /** The memory that it replaces, or would. */
  readonly supersedes: string | null;
  /** The first of a pair of which it is the second. */
  readonly pairedWith: string | null;
  readonly changed: number;
  readonly path: string;
  /** Approved, and archived by nobody here. */
  readonly hidden: boolean;
  /** What is wrong with its file or its statements, as credence doctor says it. */
  readonly ailments: readonly Ailment[];
  /** Its file is none of a memory, and nobody moved it to quarantine. */
  readonly isNoMemory: boolean;
};

export type Known = {
  readonly identity: string;
  readonly standing: Standing;
  readonly inUse: boolean;
  /** From then on it may wait. */
  readonly due: Instant;
  /** What it says depends on other files: it is read each time. */
  readonly isUnsettled: boolean;
  readonly told: Told | null;
};

export type VouchedIds = {
  /** In the order in which this machine saw what was said. */
  position: number;
  readonly byId: Map<string, { readonly signer: string; readonly verified: Instant }>;
};

export type PageCache = {
  /** Called when everything was read that had to be. */
  readonly onRead: () => void;
  /** Something may be another by now. */
  readonly changed: () => void;
  /** How often that was said. */
  readonly generation: () => number;
  readonly known: Map<string, Known>;
  /** The words of what no search index of a root holds, by root. */
  readonly withheld: Map<string, SearchIndex>;
  /** Who vouched last for each id, by root: what came since is added. */
  readonly vouched: Map<string, VouchedIds>;
  /** What other views keep until something changes. */
  readonly kept: Map<string, { readonly generation: number; readonly value: unknown }>;
  readonly run: {
    work: Promise<void> | null;
    done: number;
    total: number;
    /** What the last one that came to its end was about, what it found, and when it is to be done again. */
    generation: number;
    basis: string;
    told: readonly Told[];
    due: Instant;
  };
  readonly close: () => void;
};

/** `onRead` is called when everything was read that had to be. */
export function createPageCache(
  onRead: () => void = () => undefined,
): PageCache & { readonly onRead: () => void } {
  let generation = 1;
  const withheld = new Map<string, SearchIndex>();
  return {
    onRead,
    changed: () => {
      generation += 1;
    },
    generation: () => generation,
    known: new Map(),
    withheld,
    vouched: new Map(),
    kept: new Map(),
    run: { work: null, done: 0, total: 0, generation: 0, basis: "", told: [], due: 0 },
    close: () => {
      for (const { database } of withheld.values()) database.close();
      withheld.clear();
    },
  };
}

/** What is computed once for each change. */
export function keep<Value>(cache: PageCache, name: string, compute: () => Value): Value {
  const generation = cache.generation();
  const found = cache.kept.get(name);
  // Whatever stands under a name was put there by this very function's caller.
  if (found?.generation === generation) return found.value as Value;
  const value = compute();
  cache.kept.set(name, { generation, value });
  return value;
}
