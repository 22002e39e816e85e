// Which of many vectors point most nearly the same way as one.

import { cosine, PRODUCT_MAX, type Vector } from "./embed.ts";
import { DIMENSIONS } from "./word-table.ts";

// The one loop that every vector of a store goes through, as WebAssembly: four multiplications of sixteen bytes each. In plain
// JavaScript a hundred thousand vectors take a person's search three times as long, and a server that keeps its code small
// ten times.
//
// scan(asked, vectors, count, out, least): writes the place and the product of every vector whose product with the asked one
// is at least `least`, and returns where it stopped writing.

const [ASKED, VECTORS, COUNT, OUT, LEAST, PLACE, PRODUCT] = [0, 1, 2, 3, 4, 5, 6];
/** The four quarters of the vector asked for, a quarter of the other, and the sum. */
const [QUARTERS, QUARTER, SUM] = [7, 11, 12];

const [I32, V128, NOTHING] = [0x7f, 0x7b, 0x40];
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const constant = (value: number): number[] => [0x41, value & 0x7f];
const LONG_64 = [0x41, 0xc0, 0x00];
const ADD = [0x6a];
const EQUALS = [0x46];
const AT_LEAST = [0x4e];
const END = [0x0b];
const LOOP = [0x03, NOTHING];
const BLOCK = [0x02, NOTHING];
const IF = [0x04, NOTHING];
const leaveIf = (depth: number): number[] => [0x0d, depth];
const repeat = (depth: number): number[] => [0x0c, depth];
const store = (offset: number): number[] => [0x36, 2, offset];
const loadQuarter = (quarter: number): number[] => [0xfd, 0x00, 0, quarter * 16];
const MULTIPLY_LOW = [0xfd, 0x9c, 0x01];
const MULTIPLY_HIGH = [0xfd, 0x9d, 0x01];
const ADD_NEIGHBOURS = [0xfd, 0x7e];
const ADD_FOURS = [0xfd, 0xae, 0x01];
const takeLane = (lane: number): number[] => [0xfd, 0x1b, lane];

const FOUR = [0, 1, 2, 3];

const multiplyQuarter = (quarter: number): number[] => {
  const half = (multiply: number[]): number[] => [
    ...get(QUARTERS + quarter),
    ...get(QUARTER),
    ...multiply,
    ...ADD_NEIGHBOURS,
  ];
  return [
    ...get(VECTORS),
    ...loadQuarter(quarter),
    ...set(QUARTER),
    ...half(MULTIPLY_LOW),
    ...half(MULTIPLY_HIGH),
    ...ADD_FOURS,
    ...(quarter === 0 ? [] : [...get(SUM), ...ADD_FOURS]),
    ...set(SUM),
  ];
};

const BODY = [
  ...FOUR.flatMap((quarter) => [...get(ASKED), ...loadQuarter(quarter), ...set(QUARTERS + quarter)]),
  ...BLOCK,
  ...LOOP,
  ...[...get(PLACE), ...get(COUNT), ...EQUALS, ...leaveIf(1)],
  ...FOUR.flatMap(multiplyQuarter),
  ...FOUR.flatMap((lane) => [...get(SUM), ...takeLane(lane), ...(lane === 0 ? [] : ADD)]),
  ...set(PRODUCT),
  ...[...get(PRODUCT), ...get(LEAST), ...AT_LEAST, ...IF],
  ...[...get(OUT), ...get(PLACE), ...store(0)],
  ...[...get(OUT), ...get(PRODUCT), ...store(4)],
  ...[...get(OUT), ...constant(8), ...ADD, ...set(OUT)],
  ...END,
  ...[...get(VECTORS), ...LONG_64, ...ADD, ...set(VECTORS)],
  ...[...get(PLACE), ...constant(1), ...ADD, ...set(PLACE)],
  ...repeat(0),
  ...END,
  ...END,
  ...get(OUT),
  ...END,
];

/** Two of them are numbers, six are vectors. */
const LOCALS = [2, 2, I32, 6, V128];

/** How many bytes follow, in as many bytes as that takes. */
const counted = (bytes: readonly number[]): number[] => {
  const { length } = bytes;
  return [...(length < 128 ? [length] : [(length & 0x7f) | 0x80, length >> 7]), ...bytes];
};
const named = (name: string): number[] => counted([...Buffer.from(name)]);

/** Of memory, each of 64 KiB: for the vector asked for, a run of others, and what is found. */
const PAGES = 8;

const SCAN_CODE: Uint8Array<ArrayBuffer> = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, ...counted([1, 0x60, ...counted([I32, I32, I32, I32, I32]), ...counted([I32])])],
  ...[3, ...counted([1, 0])],
  ...[5, ...counted([1, 0, PAGES])],
  ...[7, ...counted([2, ...named("memory"), 2, 0, ...named("scan"), 0, 0])],
  ...[10, ...counted([1, ...counted([...LOCALS, ...BODY])])],
]);

/** The engine's own; absent where it may not make code. */
declare const WebAssembly:
  | {
      readonly Module: new (bytes: Uint8Array) => object;
      readonly Instance: new (module: object) => { readonly exports: Made };
    }
  | undefined;

/** Tells in the order of the run; `place`: which of its vectors. */
export type Scanner = (
  vectors: Int8Array,
  least: number,
  tell: (place: number, cosine: number) => void,
) => void;

export function openScanner(asked: Vector): Scanner {
  return openScanners()(asked);
}

/** For many, one after the other or in turns. The code is made once: a server that searched would make it for each query. */
export function openScanners(): (asked: Vector) => Scanner {
  if (typeof WebAssembly === "undefined") return openPlainScanner;
  made ??= new WebAssembly.Instance(new WebAssembly.Module(SCAN_CODE)).exports;
  const { memory, scan } = made;
  return (asked) => openFastScanner(asked, memory.buffer, scan);
}

type Made = { readonly memory: { readonly buffer: ArrayBuffer }; readonly scan: Scan };

let made: Made | null = null;

/** Where the engine has no WebAssembly. */
export function openPlainScanner(asked: Vector): Scanner {
  return (vectors, least, tell) => {
    for (let place = 0; (place + 1) * DIMENSIONS <= vectors.length; place += 1) {
      const near = cosine(asked, vectors, place * DIMENSIONS) ?? 0;
      if (near >= least) tell(place, near);
    }
  };
}

const VECTORS_AT = DIMENSIONS;
const PAIR_BYTES = 8;
/** As many as fit into its memory, should every one of them be found. */
const PIECE = Math.floor((PAGES * 65_536 - VECTORS_AT) / (DIMENSIONS + PAIR_BYTES));
const FOUND_AT = VECTORS_AT + PIECE * DIMENSIONS;

type Scan = (asked: number, vectors: number, count: number, out: number, least: number) => number;

function openFastScanner(asked: Vector, memory: ArrayBuffer, scan: Scan): Scanner {
  const bytes = new Int8Array(memory);
  const numbers = new Int32Array(memory);
  return (vectors, least, tell) => {
    bytes.set(asked);
    const all = Math.floor(vectors.length / DIMENSIONS);
    for (let first = 0; first < all; first += PIECE) {
      const count = Math.min(PIECE, all - first);
      bytes.set(vectors.subarray(first * DIMENSIONS, (first + count) * DIMENSIONS), VECTORS_AT);
      const end = scan(0, VECTORS_AT, count, FOUND_AT, Math.ceil(least * PRODUCT_MAX));
      for (let at = FOUND_AT / 4; at < end / 4; at += 2) {
        tell(first + (numbers[at] ?? 0), (numbers[at + 1] ?? 0) / PRODUCT_MAX);
      }
    }
  };
}
