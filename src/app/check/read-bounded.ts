// Reads a regular file up to a limit. Attack: a FIFO that never ends, a device, a file of a terabyte.

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { CredenceError } from "../../memory/errors.ts";

export type BoundedRead = { readonly bytes: Uint8Array; readonly complete: boolean };

export function readBounded(cwd: string, path: string, bytesMax: number): BoundedRead {
  const descriptor = open(resolve(cwd, path), path);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) {
      throw new CredenceError(
        "NOT_READABLE",
        `${path} is not a regular file`,
        "use - to read standard input",
      );
    }
    const buffer = Buffer.alloc(Math.min(stat.size, bytesMax) + 1);
    let length = 0;
    while (length < buffer.length) {
      const read = readSync(descriptor, buffer, length, buffer.length - length, null);
      if (read === 0) break;
      length += read;
    }
    return {
      bytes: buffer.subarray(0, Math.min(length, bytesMax)),
      complete: length <= bytesMax && stat.size <= bytesMax,
    };
  } finally {
    closeSync(descriptor);
  }
}

function open(path: string, shown: string): number {
  try {
    // Without O_NONBLOCK the open of a FIFO would wait for a writer.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new CredenceError("NOT_READABLE", `${shown} cannot be read (${code})`);
  }
}
