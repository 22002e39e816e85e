// A search goes on where the words end: what means the same in other words is added to what they found, and all of it is put in
// one order. Not part of the process that a prompt waits for.

import { askNumber, type SearchIndex } from "../index/open-index.ts";
import { readRows } from "../index/reader.ts";
import { matchesFilter, type RowFilter } from "../index/row-filter.ts";
import { rowOf, type VectorRun, walkVectors } from "../index/vectors.ts";
import type { Vector } from "../meaning/embed.ts";
import { openScanners, type Scanner } from "../meaning/scan.ts";
import { DIMENSIONS } from "../meaning/word-table.ts";
import { openMeaningWeigher } from "../rank/weigh-meaning.ts";
import type { IndexRow } from "../row.ts";
import type { NearestSource } from "./credence.ts";
import { compareFound, keepPlace, type Scored } from "./tie-order.ts";

/** Who asks with fewer words means the words themselves. */
const QUESTION_WORDS_MIN = 2;

export function addNearest({ hits, plan, hitsMax, wordsFindSomething, ...query }: NearestSource): Scored[] {
  const words = plan.terms.filter(({ word }) => word.telling && !word.whole).length;
  if (words < QUESTION_WORDS_MIN && hits.length > 0) return [...hits];
  const weigh = openMeaningWeigher(plan, wordsFindSomething);
  const byWords = hits.map((hit) => ({ ...hit, score: hit.wordScore + weigh(hit.cosine) }));
  const known = new Set(hits.map(({ root, row }) => `${root} ${row.row}`));
  const isKnown = (root: number, row: number): boolean => known.has(`${root} ${row}`);
  const nearest = findNearest({ ...query, isKnown, limit: hitsMax, wordsFindSomething });
  const byMeaning = nearest.map(
    (near): Scored => ({
      ...near,
      score: weigh(near.cosine),
      wordScore: 0,
      isRelevant: false,
      confidence: "low",
      terms: () => [],
    }),
  );
  // Any common word beats a memory that has none.
  return keepPlace([...byWords, ...byMeaning].sort(compareFound), byMeaning[0]).slice(0, hitsMax);
}

// The memories that mean most nearly what a query means, whatever their words: every vector of every root is compared. For a
// search only; a prompt does not wait for it.
//
// Attack: a text in the middle of all others is near to every query. What is near to its neighbours anyway counts for less.

type NearestQuery = {
  readonly indexes: readonly SearchIndex[];
  readonly meaning: Vector;
  readonly filter: RowFilter;
  /** Whether the words found it already. */
  readonly isKnown: (root: number, row: number) => boolean;
  readonly limit: number;
  readonly wordsFindSomething: boolean;
};

type NearRow = { readonly row: IndexRow; readonly root: number; readonly cosine: number };

/** Texts that have nothing to do with each other are seldom nearer than this. */
const COSINE_MIN = 0.22;
/** Where nothing else is found, how near one must be compared to the nearest. */
const SHARE_MIN = 0.6;
/** Beside what the words find, so many that have none of the words. */
const BESIDE_WORDS_MAX = 5;
/** More than this are near by chance. Of those that a filter leaves out more are looked at. */
const FOUND_MAX = { all: 500, filtered: 2_000 } as const;

/** Best first. Rows are read from the best on, until there are enough: of thousands that are near, a few are wanted. */
function findNearest(query: NearestQuery): NearRow[] {
  const { indexes, meaning, limit, wordsFindSomething } = query;
  const openScan = openScanners();
  const scan = openScan(meaning);
  const sample = openSample(indexes);
  const most = FOUND_MAX[Object.keys(query.filter).length === 0 ? "all" : "filtered"];
  const scanned = indexes.map((index) => scanIndex(index, { scan, most, take: sample.take }));
  const candidates = scanned.flat().sort(compareScanned).slice(0, HUBS_MAX);
  const hubs = measureHubs(candidates, sample.read(), openScan);
  const near = scanned.flatMap((each, root) =>
    each.map((found): Near => ({ row: found.row, root, cosine: found.cosine - (hubs.get(found) ?? 0) })),
  );
  near.sort((a, b) => b.cosine - a.cosine || a.root - b.root || a.row - b.row);
  const found = readWanted(query, near, wordsFindSomething ? BESIDE_WORDS_MAX : limit);
  if (wordsFindSomething) return found;
  const nearest = found[0]?.cosine ?? 0;
  return found.filter(({ cosine }) => cosine >= nearest * SHARE_MIN);
}

type Near = { readonly row: number; readonly root: number; readonly cosine: number };

const READ_AT_ONCE = 32;

function readWanted(
  { indexes, filter, isKnown }: NearestQuery,
  near: readonly Near[],
  enough: number,
): NearRow[] {
  const left = near.filter(({ root, row }) => !isKnown(root, row));
  const found: NearRow[] = [];
  for (let at = 0; at < left.length && found.length < enough; at += READ_AT_ONCE) {
    const piece = left.slice(at, at + READ_AT_ONCE);
    const read = indexes.map((index, root) =>
      readRows(
        index,
        piece.filter((each) => each.root === root).map(({ row }) => row),
      ),
    );
    for (const { row: number, root, cosine } of piece) {
      const row = read[root]?.get(number);
      if (row !== undefined && matchesFilter(row, filter)) found.push({ row, root, cosine });
    }
  }
  return found.slice(0, enough);
}

type Scanned = {
  readonly row: number;
  readonly cosine: number;
  readonly run: VectorRun;
  readonly place: number;
};

type Scanning = {
  readonly scan: Scanner;
  readonly most: number;
  readonly take: (run: VectorRun) => void;
};

/** Best first; of equals the older row. What is worse than as many as are wanted is not even told. */
function scanIndex(index: SearchIndex, { scan, most, take }: Scanning): Scanned[] {
  let found: Scanned[] = [];
  let least = COSINE_MIN;
  for (const run of walkVectors(index)) {
    take(run);
    for (const vectors of cut(run.vectors, most)) {
      const first = (vectors.byteOffset - run.vectors.byteOffset) / DIMENSIONS;
      scan(vectors, least, (place, cosine) => {
        found.push({ row: rowOf(run, first + place), cosine, run, place: first + place });
      });
      if (found.length <= 2 * most) continue;
      found = found.sort(compareScanned).slice(0, most);
      least = found.at(-1)?.cosine ?? least;
    }
  }
  return found.sort(compareScanned).slice(0, most);
}

function* cut(vectors: Int8Array, each: number): Generator<Int8Array> {
  for (let at = 0; at < vectors.length; at += each * DIMENSIONS)
    yield vectors.subarray(at, at + each * DIMENSIONS);
}

function compareScanned(a: Scanned, b: Scanned): number {
  return b.cosine - a.cosine || a.row - b.row;
}

// How near a memory is to its ten nearest, beyond what is usual among those found. Of a large store some thousand tell enough.

/** Only these can come to the top. */
const HUBS_MAX = 50;
const SAMPLE_MAX = 2_000;
const NEIGHBOURS = 10;
/** Scanned at once: behind them less has to be told. */
const PIECE = 100;
const HUB_SHARE = 0.25;
/** Itself, or a copy. */
const SAME = 0.98;

function measureHubs(
  candidates: readonly Scanned[],
  sample: Int8Array,
  openScan: (asked: Vector) => Scanner,
): ReadonlyMap<Scanned, number> {
  const hubs = candidates.map(({ run, place }) => {
    const vector = run.vectors.subarray(place * DIMENSIONS, (place + 1) * DIMENSIONS);
    const scan = openScan(vector);
    // The nearest so far, nearest first: thousands are near, and what is told of each is what a search would wait for.
    const nearest: number[] = [];
    const least = (): number => (nearest.length < NEIGHBOURS ? COSINE_MIN : (nearest.at(-1) ?? 0));
    for (const piece of cut(sample, PIECE))
      scan(piece, least(), (_, cosine) => {
        if (cosine >= SAME || (nearest.length === NEIGHBOURS && cosine <= least())) return;
        const after = nearest.findIndex((each) => each < cosine);
        nearest.splice(after === -1 ? nearest.length : after, 0, cosine);
        if (nearest.length > NEIGHBOURS) nearest.pop();
      });
    return average(nearest);
  });
  const usual = average(hubs);
  return new Map(candidates.map((each, place) => [each, HUB_SHARE * ((hubs[place] ?? 0) - usual)]));
}

type Sample = { readonly take: (run: VectorRun) => void; readonly read: () => Int8Array };

/** Taken while the vectors are scanned: they are read once. */
function openSample(indexes: readonly SearchIndex[]): Sample {
  const rows = indexes.reduce((sum, index) => sum + askNumber(index, "max(row)", "memories"), 0);
  const step = Math.max(1, Math.ceil(rows / SAMPLE_MAX));
  const sample = new Int8Array(2 * SAMPLE_MAX * DIMENSIONS);
  let end = 0;
  return {
    take: ({ vectors }) => {
      for (let at = 0; at < vectors.length && end < sample.length; at += step * DIMENSIONS) {
        sample.set(vectors.subarray(at, at + DIMENSIONS), end);
        end += DIMENSIONS;
      }
    },
    read: () => sample.subarray(0, end),
  };
}

function average(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
