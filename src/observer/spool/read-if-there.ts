// Reading what another process may have dropped just now, to keep the spool within its bounds: what is gone is empty.

import { closeSync, openSync, readFileSync, readSync } from "node:fs";

export function readIfThere(path: string, encoding: "utf8" | "latin1" = "utf8"): string {
  return unlessGone(() => readFileSync(path, encoding));
}

/** So many bytes, a character each. */
export function readStart(path: string, bytesMax: number): string {
  return unlessGone(() => {
    const descriptor = openSync(path, "r");
    try {
      const start = Buffer.alloc(bytesMax);
      return start.toString("latin1", 0, readSync(descriptor, start));
    } finally {
      closeSync(descriptor);
    }
  });
}

function unlessGone(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
