// The caches of a hub process: rows with their passages, and the word lists of roots. A cache never decides who may see an
// entry: the database names the matching rows anew for each search, and a list is used only in the version that the
// database names.

import type { Transaction } from "../database/connect.ts";
import { type ReadRow, readRows } from "./rows.ts";
import { readWordList, type WordList } from "./word-list.ts";

export type SearchCache = {
  readonly readRows: (tx: Transaction, rows: readonly number[]) => Promise<ReadonlyMap<number, ReadRow>>;
  readonly readLists: (tx: Transaction, keys: readonly number[]) => Promise<ReadonlyMap<number, WordList>>;
};

export type CacheLimits = { readonly rowsMax: number; readonly listBytesMax: number };

/** About 200 MB of each in a process of a large organisation. */
const LIMITS: CacheLimits = { rowsMax: 200_000, listBytesMax: 200_000_000 };

export function createSearchCache({ rowsMax, listBytesMax }: CacheLimits = LIMITS): SearchCache {
  const rows = createLru<number, ReadRow>(rowsMax, () => 1);
  return {
    readRows: async (tx, wanted) => {
      const found = new Map<number, ReadRow>();
      const unknown: number[] = [];
      for (const row of wanted) {
        const known = rows.get(row);
        if (known === undefined) unknown.push(row);
        else found.set(row, known);
      }
      for (const each of await readRows(tx, unknown)) {
        rows.set(each.row.row, each);
        found.set(each.row.row, each);
      }
      return found;
    },
    readLists: openListReader(listBytesMax),
  };
}

/** About five megabytes. */
const LISTS_AT_ONCE = 50;

type ListVersion = { readonly version: number; readonly list: WordList };

function openListReader(bytesMax: number): SearchCache["readLists"] {
  const lists = createLru<number, ListVersion>(bytesMax, ({ list }) => list.bytes);
  return async (tx, keys) => {
    const versions = await tx<{ key: number; version: number }[]>`
      SELECT key, version FROM search_root WHERE key = ANY (${[...keys]})`;
    const found = new Map<number, WordList>();
    const unknown: number[] = [];
    for (const { key, version } of versions) {
      const known = lists.get(key);
      if (known?.version === version) found.set(key, known.list);
      else unknown.push(key);
    }
    for (let at = 0; at < unknown.length; at += LISTS_AT_ONCE) {
      const read = await tx<{ key: number; version: number; words: Uint8Array }[]>`
        SELECT key, version, words FROM search_root WHERE key = ANY (${unknown.slice(at, at + LISTS_AT_ONCE)})`;
      for (const { key, version, words } of read) {
        const list = readWordList(words);
        lists.set(key, { version, list });
        found.set(key, list);
      }
    }
    return found;
  };
}

type Lru<Key, Value> = {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
};

/** Keeps the most recently used entries; the order of a map's keys is the order of their insertion. */
function createLru<Key, Value>(most: number, sizeOf: (value: Value) => number): Lru<Key, Value> {
  const held = new Map<Key, Value>();
  let size = 0;
  const drop = (key: Key): void => {
    const known = held.get(key);
    if (known === undefined) return;
    size -= sizeOf(known);
    held.delete(key);
  };
  return {
    get: (key) => {
      const known = held.get(key);
      if (known === undefined) return undefined;
      held.delete(key);
      held.set(key, known);
      return known;
    },
    set: (key, value) => {
      drop(key);
      held.set(key, value);
      size += sizeOf(value);
      for (const oldest of held.keys()) {
        if (size <= most) return;
        drop(oldest);
      }
    },
  };
}
