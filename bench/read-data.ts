// The shared data lies beside the repository, not in it, and may be absent: a benchmark then says so and stops.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const DATA_DIRECTORY =
  process.env["CREDENCE_BENCH_DATA"] ?? join(import.meta.dirname, "..", "..", "shared", "data");

export function findData(): string | null {
  return existsSync(DATA_DIRECTORY) ? DATA_DIRECTORY : null;
}

/** Questions that share no word with their answers. */
export function findParaphrases(): string | null {
  const path = join(DATA_DIRECTORY, "..", "semantic", "paraphrase-dev.txt");
  return existsSync(path) ? path : null;
}

/** The rows of one file below the data directory; the caller names their shape, a benchmark reads nothing hostile. */
export function readJsonl<T>(path: string): T[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): T => JSON.parse(line));
}
