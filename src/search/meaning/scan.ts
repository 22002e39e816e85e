// Which of many vectors point most nearly the same way as one.

import { cosine, PRODUCT_MAX, type Vector } from "./embed.ts";
import { PAGES, SCAN_CODE } from "./scan-code.ts";
import { DIMENSIONS } from "./word-table.ts";

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
