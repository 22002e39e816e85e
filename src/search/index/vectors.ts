// What the memories mean, as vectors, sixty to a block: a block fills a page, so a search reads all of them at once and a prompt
// reads a page for each of its candidates. A memory's place follows from its row. Where it has no vector there are zeros, which
// are near to nothing; where it had one, zeros overwrite it.

import type { DatabaseSync } from "node:sqlite";
import { isUint8Array } from "node:util/types";
import { parseJson } from "../../memory/json.ts";
import { DIMENSIONS, openWordTable } from "../meaning/word-table.ts";
import { type SearchIndex, writeFact } from "./open-index.ts";

export const BLOCK_ROWS = 60;
export const BLOCK_BYTES: number = BLOCK_ROWS * DIMENSIONS;

/** For a question about `row`: its block, and its bytes in it. */
export const VECTOR_BLOCK: string = `row / ${BLOCK_ROWS}`;
export const VECTOR_BYTES: string = `CAST(coalesce(substr(bytes, row % ${BLOCK_ROWS} * ${DIMENSIONS} + 1, ${DIMENSIONS}), zeroblob(${DIMENSIONS})) AS BLOB)`;

export type VectorWriter = {
  /** Null: it has none any more. */
  readonly put: (row: number, vector: Int8Array | null) => void;
  /** Nothing is written before. */
  readonly flush: () => void;
};

/** In the caller's transaction. */
export function openVectorWriter(index: SearchIndex): VectorWriter {
  const { database } = index;
  const blocks = new Map<number, Int8Array>();
  const blockOf = (block: number): Int8Array => {
    const bytes = blocks.get(block) ?? readBlock(database, block);
    blocks.set(block, bytes);
    return bytes;
  };
  return {
    put: (row, vector) => {
      const bytes = blockOf(Math.floor(row / BLOCK_ROWS));
      const start = (row % BLOCK_ROWS) * DIMENSIONS;
      if (vector === null) bytes.fill(0, start, start + DIMENSIONS);
      else bytes.set(vector, start);
    },
    flush: () => {
      if (blocks.size === 0) return;
      const write = database.prepare("INSERT OR REPLACE INTO vectors VALUES (?, ?)");
      for (const [block, bytes] of blocks) write.run(block, new Uint8Array(bytes.buffer));
      blocks.clear();
      if (openWordTable() === null) writeFact(index, "table", "absent");
    },
  };
}

/** A block of our own, whatever the index holds. */
export function readBlock(database: DatabaseSync, block: number): Int8Array {
  const found = database.prepare("SELECT bytes FROM vectors WHERE block = ?").get(block)?.["bytes"];
  const bytes = new Int8Array(BLOCK_BYTES);
  if (isUint8Array(found)) bytes.set(found.subarray(0, BLOCK_BYTES));
  return bytes;
}

export type VectorRun = {
  /** The row of each block's first vector. */
  readonly rows: readonly number[];
  /** The blocks, one after the other. */
  readonly vectors: Int8Array;
};

/** Whose vector is in this place of a run. */
export function rowOf({ rows }: VectorRun, place: number): number {
  return (rows[Math.floor(place / BLOCK_ROWS)] ?? 0) + (place % BLOCK_ROWS);
}

/** About two megabytes. */
const RUN_BLOCKS = 512;

/** All of them, some blocks at a time. */
export function* walkVectors({ database }: SearchIndex): Generator<VectorRun> {
  const statement = database.prepare(
    `SELECT '[' || group_concat(block) || ']' AS blocks, CAST(group_concat(bytes, '') AS BLOB) AS bytes
     FROM (SELECT block, bytes FROM vectors WHERE block > ? AND length(bytes) = ${BLOCK_BYTES}
       ORDER BY block LIMIT ${RUN_BLOCKS})`,
  );
  for (let after = -1; ; ) {
    const run = statement.get(after);
    const blocks = parseJson(String(run?.["blocks"] ?? "[]"));
    const bytes = run?.["bytes"];
    if (!Array.isArray(blocks) || blocks.length === 0 || !isUint8Array(bytes)) return;
    const numbers = blocks.map(Number);
    after = numbers.at(-1) ?? after;
    const vectors = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    yield { rows: numbers.map((block) => block * BLOCK_ROWS), vectors };
  }
}
