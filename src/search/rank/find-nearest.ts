// The memories that mean most nearly what a query means, whatever their words: every vector of every root is compared. For a
// search only; a prompt does not wait for it.
//
// Attack: a text in the middle of all others is near to every query. What is near to its neighbours anyway counts for less.

import { askNumber, type SearchIndex } from "../index/open-index.ts";
import { readRows } from "../index/reader.ts";
import { matchesFilter, type RowFilter } from "../index/row-filter.ts";
import { rowOf, type VectorRun, walkVectors } from "../index/vectors.ts";
import type { Vector } from "../meaning/embed.ts";
import { openScanners, type Scanner } from "../meaning/scan.ts";
import { DIMENSIONS } from "../meaning/word-table.ts";
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
const COSINE_MIN = 0.22;
/** Where nothing else is found, how near one must be compared to the nearest. */
const SHARE_MIN = 0.6;
/** Beside what the words find, so many that have none of the words. */
const BESIDE_WORDS_MAX = 5;
/** More than this are near by chance. */
const FOUND_MAX = 2_000;

/** Best first. */
export function findNearest(query: NearestQuery): NearRow[] {
  const { indexes, meaning, filter, isKnown, limit } = query;
  const openScan = openScanners();
  const scan = openScan(meaning);
  const scanned = indexes.map((index) => scanIndex(index, scan));
  const hubs = measureHubs(indexes, scanned.flat().sort(compareFound).slice(0, HUBS_MAX), openScan);
  const found = indexes.flatMap((index, root) => {
    const near = scanned[root] ?? [];
    const rows = readRows(
      index,
      near.map(({ row }) => row),
    );
    return near.flatMap((each): NearRow[] => {
      const number = each.row;
      const cosine = each.cosine - (hubs.get(each) ?? 0);
      const row = rows.get(number);
      const isWanted = row !== undefined && matchesFilter(row, filter) && !isKnown(root, number);
      return isWanted ? [{ row, root, cosine }] : [];
    });
  });
  found.sort(compareNear);
  if (query.wordsFindSomething) return found.slice(0, BESIDE_WORDS_MAX);
  const nearest = found[0]?.cosine ?? 0;
  return found.slice(0, limit).filter(({ cosine }) => cosine >= nearest * SHARE_MIN);
}

function compareNear(a: NearRow, b: NearRow): number {
  return b.cosine - a.cosine || a.root - b.root || a.row.row - b.row.row;
}

type Found = {
  readonly row: number;
  readonly cosine: number;
  readonly run: VectorRun;
  readonly place: number;
};

/** Best first; of equals the older row. */
function scanIndex(index: SearchIndex, scan: Scanner): Found[] {
  let found: Found[] = [];
  let least = COSINE_MIN;
  for (const run of walkVectors(index)) {
    for (const { place, cosine } of scan(run.vectors, least))
      found.push({ row: rowOf(run, place), cosine, run, place });
    if (found.length <= FOUND_MAX) continue;
    found = found.sort(compareFound).slice(0, FOUND_MAX);
    least = found.at(-1)?.cosine ?? least;
  }
  return found.sort(compareFound);
}

function compareFound(a: Found, b: Found): number {
  return b.cosine - a.cosine || a.row - b.row;
}

// How near a memory is to its ten nearest, beyond what is usual among those found. Of a large store some thousand tell enough.

/** Only these can come to the top. */
const HUBS_MAX = 50;
const SAMPLE_MAX = 2_000;
const NEIGHBOURS = 10;
const HUB_SHARE = 0.25;
/** Itself, or a copy. */
const SAME = 0.98;

function measureHubs(
  indexes: readonly SearchIndex[],
  candidates: readonly Found[],
  openScan: (asked: Vector) => Scanner,
): ReadonlyMap<Found, number> {
  const sample = readSample(indexes);
  const hubs = candidates.map(({ run, place }) => {
    const vector = run.vectors.slice(place * DIMENSIONS, (place + 1) * DIMENSIONS);
    const near = openScan(vector)(sample, COSINE_MIN).map(({ cosine }) => cosine);
    const nearest = near.filter((cosine) => cosine < SAME).sort((a, b) => b - a);
    return average(nearest.slice(0, NEIGHBOURS));
  });
  const usual = average(hubs);
  return new Map(candidates.map((each, place) => [each, HUB_SHARE * ((hubs[place] ?? 0) - usual)]));
}

function readSample(indexes: readonly SearchIndex[]): Int8Array {
  const rows = indexes.reduce((sum, index) => sum + askNumber(index, "max(row)", "memories"), 0);
  const step = Math.max(1, Math.ceil(rows / SAMPLE_MAX));
  const sample = new Int8Array(2 * SAMPLE_MAX * DIMENSIONS);
  let end = 0;
  for (const index of indexes)
    for (const { vectors } of walkVectors(index))
      for (let at = 0; at < vectors.length && end < sample.length; at += step * DIMENSIONS) {
        sample.set(vectors.subarray(at, at + DIMENSIONS), end);
        end += DIMENSIONS;
      }
  return sample.subarray(0, end);
}

function average(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
