import { writeSync } from "node:fs";

/** In one piece, without the machinery of streams. A reader that left is no error of ours. */
export function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
  }
}
