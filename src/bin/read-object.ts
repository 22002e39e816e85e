// Reads one JSON object from standard input, to the end of the object and not of the stream: a client may keep the pipe
// open. process.stdin would take longer to load than all of this takes.

import { read } from "node:fs";

const CHUNK_BYTES = 256 * 1024;

/** Null where nothing came, or more than allowed. */
export async function readObject(bytesMax: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  for (let bytes = 0; bytes <= bytesMax; ) {
    const chunk = await readChunk();
    if (chunk.length === 0) return bytes === 0 ? null : Buffer.concat(chunks).toString();
    chunks.push(chunk);
    bytes += chunk.length;
    // Only what ends as an object does is worth parsing.
    if (chunk.subarray(-16).toString("latin1").trimEnd().endsWith("}") && isWhole(chunks)) break;
    if (bytes > bytesMax) return null;
  }
  return Buffer.concat(chunks).toString();
}

/** Empty at the end. */
function readChunk(): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  read(0, Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null, (error, count, buffer) => {
    if (error === null) resolve(buffer.subarray(0, count));
    else if (error.code === "EAGAIN") setTimeout(() => readChunk().then(resolve, reject), 1);
    else reject(error);
  });
  return promise;
}

function isWhole(chunks: readonly Buffer[]): boolean {
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) !== undefined;
  } catch {
    return false; // A brace within; the rest is still to come.
  }
}
