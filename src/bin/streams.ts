// Standard input without the machinery of streams.

import { readSync } from "node:fs";

/** Whoever writes to us may be slower than we are. */
const WAIT_MS = 5;
const CHUNK_BYTES = 65_536;

/** Standard input to its end, or to a limit. */
export function readAll(bytesMax: number): Uint8Array {
  const chunks: Buffer[] = [];
  for (let left = bytesMax; left > 0; ) {
    const chunk = Buffer.alloc(Math.min(left, CHUNK_BYTES));
    const length = readSome(chunk);
    if (length === 0) break;
    chunks.push(chunk.subarray(0, length));
    left -= length;
  }
  return Buffer.concat(chunks);
}

function readSome(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(0, chunk);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}
