import { limitIndexMemory as limit } from "../search/limit-memory.ts";

/** A search reads a few megabytes; more is for a rebuild, which a process that stays seldom does. */
const BYTES_MAX = 6_000_000;

export function limitIndexMemory(): void {
  limit(BYTES_MAX);
}
