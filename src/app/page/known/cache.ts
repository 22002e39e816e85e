// What the page keeps between two requests, until somebody says that something changed.

import type { Instant } from "../../../memory/instant.ts";
import type { SearchIndex } from "../../../search/index/open-index.ts";

export type VouchedIds = {
  /** In the order in which this machine saw what was said. */
  position: number;
  readonly byId: Map<string, { readonly signer: string; readonly verified: Instant }>;
};

export type PageCache = {
  /** Called when something became known that nobody waited for. */
  readonly onRead: () => void;
  /** Something may be another by now. */
  readonly changed: () => void;
  /** How often that was said. */
  readonly generation: () => number;
  /** The words of what no search index of a root holds, by root. */
  readonly withheld: Map<string, SearchIndex>;
  /** Who vouched last for each id, by root: what came since is added. */
  readonly vouched: Map<string, VouchedIds>;
  /** What views keep until something changes. */
  readonly kept: Map<string, { readonly generation: number; readonly value: unknown }>;
  /** In which hour all texts of a root were judged last, by root. */
  readonly judged: Map<string, number>;
  /** What would let each in that is kept out, as long as it is as it was. */
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
