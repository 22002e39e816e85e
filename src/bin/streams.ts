// Standard input without Node's streams.

import { read, readSync, writeSync } from "node:fs";
import type { InputLimits } from "../hooks/run-hook.ts";
import { noteAnswer } from "./answered.ts";

/** The writer may be slower than we are. */
const WAIT_MS = 5;
const CHUNK_BYTES = 65_536;

/** Standard input to its end, or up to a limit. */
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

// Reads one JSON object from standard input, up to the end of the object and not of the stream, because a client may keep
// the pipe open. Loading process.stdin would take longer than all of this.

const OBJECT_CHUNK_BYTES = 256 * 1024;
const MUCH_BYTES = 1024 * 1024;

/** @returns null for no input, or for more than allowed. */
async function readObject(bytesMax: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  const isWhole = createEndFinder();
  for (let bytes = 0; bytes <= bytesMax; ) {
    const chunk = await readChunk();
    if (chunk.length === 0) return bytes === 0 ? null : Buffer.concat(chunks).toString();
    chunks.push(chunk);
    bytes += chunk.length;
    hasReadMuch ||= bytes > MUCH_BYTES;
    if (isWhole(chunk)) break;
    if (bytes > bytesMax) return null;
  }
  return Buffer.concat(chunks).toString();
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** The change of depth for each byte. */
const STEPS = new Int8Array(256);
for (const sign of "{[") STEPS[sign.charCodeAt(0)] = 1;
for (const sign of "}]") STEPS[sign.charCodeAt(0)] = -1;

/** Returns a function that takes an object piece by piece and returns true at its last brace, in one pass for any number of
 * braces in its texts. */
function createEndFinder(): (chunk: Buffer) => boolean {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  return (chunk) => {
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) isText = !isText;
      else if (isText) isEscaped = byte === BACKSLASH;
      else if (STEPS[byte] !== 0) {
        depth += STEPS[byte] ?? 0;
        if (depth === 0) return true;
      }
    }
    return false;
  };
}

/** Empty at the end. */
function readChunk(): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  read(0, Buffer.allocUnsafe(OBJECT_CHUNK_BYTES), 0, OBJECT_CHUNK_BYTES, null, (error, count, buffer) => {
    if (error === null) resolve(buffer.subarray(0, count));
    else if (error.code === "EAGAIN") setTimeout(() => readChunk().then(resolve, reject), 1);
    else reject(error);
  });
  return promise;
}

let isReading = false;
let hasReadMuch = false;

/** True when an exit could wait forever: a thread still waits for input; or so much was read that the engine may be
 * collecting garbage while it compiles on another thread. Node then waits for that thread, and that thread for a
 * collection that never comes. */
export function isStuck(): boolean {
  return isReading || hasReadMuch;
}

/** Reading starts the threads that wait for files, four of them by default; one is enough. */
function withOneThread<Result>(start: () => Result): Result {
  const name = "UV_THREADPOOL_SIZE";
  if (process.env[name] !== undefined) return start();
  process.env[name] = "1";
  try {
    return start();
  } finally {
    delete process.env[name];
  }
}

/** @returns one object; null when it does not arrive in time. */
export async function readInTime({ bytesMax, waitMs }: InputLimits): Promise<string | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = waitMs === null ? undefined : setTimeout(resolve, waitMs, null);
  isReading = true;
  const object = withOneThread(() => readObject(bytesMax)).finally(() => {
    isReading = false;
  });
  return Promise.race([object, late]).finally(() => clearTimeout(timer));
}

/** Reads a stream to its end, or up to a limit. */
export async function readStream(stream: AsyncIterable<Buffer>, bytesMax: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= bytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, bytesMax);
}

/** Writes in one piece, without Node's streams. A reader that has gone is no error of ours. @returns false when the reader
 * was gone. */
export function writeAll(descriptor: 1 | 2, text: string): boolean {
  if (descriptor === 1 && text !== "") noteAnswer();
  const bytes = Buffer.from(text);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
    return false;
  }
}
