// Caches that the page keeps between requests until something changes.

import type { Instant } from "../../../memory/instant.ts";
import type { SearchIndex } from "../../../search/index/open-index.ts";

export type VouchedIds = {
  /** The position in this machine's record up to which statements were read. */
  position: number;
  readonly byId: Map<string, { readonly signer: string; readonly verified: Instant }>;
};

export type PageCache = {
  /** Called when a background computation has finished. */
  readonly onRead: () => void;
  /** Marks everything cached as possibly outdated. */
  readonly changed: () => void;
  /** Increases with each change. */
  readonly generation: () => number;
  /** A search index per root for the texts that the root's own index does not hold. */
  readonly withheld: Map<string, SearchIndex>;
  /** The last signer of each id, by root; new statements are added. */
  readonly vouched: Map<string, VouchedIds>;
  /** Values of views, with the generation they belong to. */
  readonly kept: Map<string, { readonly generation: number; readonly value: unknown }>;
  /** The hour in which all texts of a root were last judged, by root. */
  readonly judged: Map<string, number>;
  /** The advice for each withheld memory in its present state. */
  readonly advice: Map<string, string>;
  readonly close: () => void;
};

export function createPageCache(onRead: () => void = () => undefined): PageCache {
  let generation = 1;
  const withheld = new Map<string, SearchIndex>();
  return {
    onRead,
    changed: () => {
      generation += 1;
    },
    generation: () => generation,
    withheld,
    vouched: new Map(),
    kept: new Map(),
    judged: new Map(),
    advice: new Map(),
    close: () => {
      for (const { database } of withheld.values()) database.close();
      withheld.clear();
    },
  };
}

/** Computes a value once per generation. */
export function keep<Value>(cache: PageCache, name: string, compute: () => Value): Value {
  const generation = cache.generation();
  const found = cache.kept.get(name);
  // The value has this type, because each name is used by one caller only.
  if (found?.generation === generation) return found.value as Value;
  const value = compute();
  cache.kept.set(name, { generation, value });
  return value;
}
