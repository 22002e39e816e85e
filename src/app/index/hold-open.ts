// What a server holds open from one call to the next.

import { type BigIntStats, lstatSync } from "node:fs";
import { rememberCounts } from "../../search/index/known-counts.ts";
import {
  hasOwnVersion,
  isSqliteFailure,
  isWidened,
  narrowCache,
  openIndexFile,
  type SearchIndex,
} from "../../search/index/open-index.ts";
import { holdSeenSets, type SeenHolder } from "../../trust/hold-seen-sets.ts";
import type { IndexHolder } from "../workspace/workspace.ts";

// The indexes that a server holds open between its calls: to open one, and to read its first pages, takes as long as to ask it.
// Before each use it is looked at again.
//
// Attack: the file is replaced, removed, linked elsewhere, opened to others or of another version since it was opened, by an
// upgrade, a rebuild, a purge or whoever can write there. It is let go then, and whatever is at its place now is judged as if
// this were the first look. What other processes write into the same file SQLite notices by itself.

export type HeldIndexes = IndexHolder & {
  /** Closes those whose file is gone or replaced: as long as they are open, the system keeps what was in them. */
  readonly letGo: () => void;
  readonly close: () => void;
};

/** The file as it was before it was opened: if it was replaced in between, it looks replaced at the next use. */
const files = new WeakMap<SearchIndex, string>();

export function holdIndexes(): HeldIndexes {
  const held = new Map<string, SearchIndex>();
  const drop = (path: string, index: SearchIndex): void => {
    held.delete(path);
    index.database.close();
  };
  return {
    open: (path) => {
      const index = held.get(path);
      if (index === undefined) return openNew(path);
      if (isSame(path, index) && isOurs(index)) {
        // Whoever has it has it alone.
        held.delete(path);
        return index;
      }
      drop(path, index);
      return openNew(path);
    },
    release: (index) => {
      const { path } = index;
      if (path === null || held.has(path) || !mayHold(index)) index.database.close();
      else held.set(path, index);
    },
    letGo: () => {
      for (const [path, index] of held) if (!isSame(path, index)) drop(path, index);
    },
    close: () => {
      for (const [path, index] of held) drop(path, index);
    },
  };
}

function openNew(path: string): SearchIndex | null {
  const file = identify(path);
  const opened = openIndexFile(path);
  if (opened === null || file === null) return opened;
  const index = rememberCounts(opened);
  narrowCache(index);
  files.set(index, file);
  return index;
}

function isSame(path: string, index: SearchIndex): boolean {
  return files.get(index) === identify(path);
}

function mayHold(index: SearchIndex): boolean {
  return files.has(index) && !index.database.isTransaction && !isWidened(index);
}

/** @returns null when there is nothing that may be opened. While it is open, no other file gets its number. */
function identify(path: string): string | null {
  const stat = statOf(path);
  if (stat === null || !stat.isFile() || stat.nlink !== 1n || (stat.mode & 0o777n) !== 0o600n) return null;
  return `${stat.dev} ${stat.ino}`;
}

function statOf(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch (error) {
    // Whatever cannot be looked at is opened anew, which says why.
    if (error instanceof Error && "syscall" in error) return null;
    throw error;
  }
}

/** Reads the head of the file, too. */
function isOurs(index: SearchIndex): boolean {
  try {
    return index.database.isOpen && hasOwnVersion(index);
  } catch (error) {
    if (isSqliteFailure(error)) return false;
    throw error;
  }
}

export type HeldOpen = {
  readonly indexes: HeldIndexes;
  readonly seen: SeenHolder;
  /** Closes what is gone or replaced. */
  readonly letGo: () => void;
  readonly close: () => void;
};

export function holdOpen(): HeldOpen {
  const [indexes, seen] = [holdIndexes(), holdSeenSets()];
  return {
    indexes,
    seen,
    letGo: () => {
      indexes.letGo();
      seen.letGo();
    },
    close: () => {
      indexes.close();
      seen.close();
    },
  };
}
