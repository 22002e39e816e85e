// The table of word vectors: 32 000 English words and 8 192 buckets for parts of other words, 64 numbers each. It lies beside
// the program. Fails open: without it, or where it is not what it should be, search goes by words alone.
//
// The file: a mark, its three sizes and two bounds; the hashes of the words in order; one byte for the weight of each row; the
// rows. It holds no words: a row is found by the hash of its word.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";

export const DIMENSIONS = 64;
const [WORDS, BUCKETS] = [32_000, 8_192];
export const TABLE_ROWS: number = WORDS + BUCKETS;
const HEAD_BYTES = 24;
const ROWS_AT = HEAD_BYTES + WORDS * 4 + WORDS + BUCKETS;
const TABLE_BYTES = ROWS_AT + (WORDS + BUCKETS) * DIMENSIONS;

export type WordTable = {
  /** The row of a known word, by its hash. @returns -1 when the word is unknown. */
  readonly findWord: (hash: number) => number;
  readonly bucketOf: (hash: number) => number;
  readonly weightOf: (row: number) => number;
  /** Adds `times` this row to `sum`. */
  readonly addRow: (row: number, times: number, sum: Float64Array) => void;
};

/** Beside the sources, or beside the bundle. */
export function tablePath(): string {
  return join(import.meta.dirname, "words-64x32k.bin");
}

let opened: WordTable | null | undefined;

/** @returns null when there is no table, or a damaged one. It is opened once per process. */
export function openWordTable(): WordTable | null {
  if (opened === undefined) opened = readWordTable(tablePath());
  return opened;
}

export function readWordTable(path: string): WordTable | null {
  try {
    const file = openSync(path, "r");
    const front = new Uint8Array(ROWS_AT);
    const isWhole = fstatSync(file).size === TABLE_BYTES && readSync(file, front, 0, ROWS_AT, 0) === ROWS_AT;
    if (isWhole && isTable(front)) return makeTable(file, front);
    closeSync(file);
    return null;
  } catch (error) {
    if (error instanceof Error && "syscall" in error) return null;
    throw error;
  }
}

/** Four numbers in its first sixteen bytes. */
function isTable(front: Uint8Array): boolean {
  return new Uint32Array(front.buffer, 0, 4).join() === HEAD;
}

/** The mark is `CSV1`. */
const HEAD = [0x31565343, DIMENSIONS, WORDS, BUCKETS].join();

function makeTable(file: number, front: Uint8Array): WordTable {
  const head = new DataView(front.buffer);
  const [low, high] = [head.getFloat32(16, true), head.getFloat32(20, true)];
  const hashes = new Uint32Array(front.buffer, HEAD_BYTES, WORDS);
  const weights = front.subarray(HEAD_BYTES + WORDS * 4);
  const rowAt = openRows(file);
  return {
    findWord: (hash) => findHash(hashes, hash >>> 0),
    bucketOf: (hash) => WORDS + ((hash >>> 0) % BUCKETS),
    weightOf: (row) => 2 ** (low + ((weights[row] ?? 0) * (high - low)) / 255),
    addRow: (row, times, sum) => {
      const { bytes, start } = rowAt(row);
      // Four at a time: a prompt adds its rows before anything is optimised, and an index adds millions.
      for (let at = 0, from = start; at < DIMENSIONS; at += 4, from += 4) {
        sum[at] = (sum[at] ?? 0) + times * (bytes[from] ?? 0);
        sum[at + 1] = (sum[at + 1] ?? 0) + times * (bytes[from + 1] ?? 0);
        sum[at + 2] = (sum[at + 2] ?? 0) + times * (bytes[from + 2] ?? 0);
        sum[at + 3] = (sum[at + 3] ?? 0) + times * (bytes[from + 3] ?? 0);
      }
    },
  };
}

function findHash(hashes: Uint32Array, hash: number): number {
  let [low, high] = [0, hashes.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = hashes[middle] ?? 0;
    if (found === hash) return middle;
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** A prompt needs some rows; whoever needs more than that needs most of them. */
const SINGLE_ROWS_MAX = 256;

type RowReader = (row: number) => { readonly bytes: Int8Array; readonly start: number };

/** What it returns is overwritten by its next call. */
function openRows(file: number): RowReader {
  const one = { bytes: new Int8Array(DIMENSIONS), start: 0 };
  const all = { bytes: new Int8Array(0), start: 0 };
  let singles = 0;
  return (row) => {
    if (all.bytes.length === 0) {
      singles += 1;
      if (singles <= SINGLE_ROWS_MAX) {
        readSync(file, one.bytes, 0, DIMENSIONS, ROWS_AT + row * DIMENSIONS);
        return one;
      }
      all.bytes = new Int8Array((WORDS + BUCKETS) * DIMENSIONS);
      readSync(file, all.bytes, 0, all.bytes.length, ROWS_AT);
    }
    all.start = row * DIMENSIONS;
    return all;
  };
}
