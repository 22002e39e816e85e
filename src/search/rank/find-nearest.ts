// The memories that mean most nearly what a query means, whatever their words: every vector of every root is compared. For a
// search only; a prompt does not wait for it.

import type { SearchIndex } from "../index/open-index.ts";
import { readRows } from "../index/reader.ts";
import { matchesFilter, type RowFilter } from "../index/row-filter.ts";
import { rowOf, walkVectors } from "../index/vectors.ts";
import type { Vector } from "../meaning/embed.ts";
import { openScanner, type Scanner } from "../meaning/scan.ts";
import type { IndexRow } from "../row.ts";

export type NearestQuery = {
  readonly indexes: readonly SearchIndex[];
  readonly meaning: Vector;
  readonly filter: RowFilter;
  /** Whether the words found it already. */
  readonly isKnown: (root: number, row: number) => boolean;
  readonly limit: number;
  readonly wordsFindSomething: boolean;
};

export type NearRow = { readonly row: IndexRow; readonly root: number; readonly cosine: number };

/** Texts that have nothing to do with each other are seldom nearer than this. */
const COSINE_MIN = 0.2;
/** Where nothing else is found, how near one must be compared to the nearest. */
const SHARE_MIN = 0.6;
/** Beside what the words find, so many that have none of the words. */
const BESIDE_WORDS_MAX = 5;
/** More than this are near by chance. */
const FOUND_MAX = 2_000;

/** Best first. */
export function findNearest(query: NearestQuery): NearRow[] {
  const { indexes, meaning, filter, isKnown, limit } = query;
  const scan = openScanner(meaning);
  const found = indexes.flatMap((index, root) => {
    const near = scanIndex(index, scan);
    const rows = readRows(
      index,
      near.map(({ row }) => row),
    );
    return near.flatMap(({ row: number, cosine }): NearRow[] => {
      const row = rows.get(number);
      const isWanted = row !== undefined && matchesFilter(row, filter) && !isKnown(root, number);
      return isWanted ? [{ row, root, cosine }] : [];
    });
  });
  found.sort((a, b) => b.cosine - a.cosine || a.root - b.root || a.row.row - b.row.row);
  if (query.wordsFindSomething) return found.slice(0, BESIDE_WORDS_MAX);
  const nearest = found[0]?.cosine ?? 0;
  return found.slice(0, limit).filter(({ cosine }) => cosine >= nearest * SHARE_MIN);
}

type Found = { readonly row: number; readonly cosine: number };

/** Best first; of equals the older row. */
function scanIndex(index: SearchIndex, scan: Scanner): Found[] {
  let found: Found[] = [];
  let least = COSINE_MIN;
  for (const run of walkVectors(index)) {
    for (const { place, cosine } of scan(run.vectors, least)) found.push({ row: rowOf(run, place), cosine });
    if (found.length <= FOUND_MAX) continue;
    found = found.sort(compareFound).slice(0, FOUND_MAX);
    least = found.at(-1)?.cosine ?? least;
  }
  return found.sort(compareFound);
}

function compareFound(a: Found, b: Found): number {
  return b.cosine - a.cosine || a.row - b.row;
}
