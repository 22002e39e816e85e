// Threat: a model in a loop, or talked into one, that writes and writes. What a day allows is machine state's to count; this
// keeps one server from using it up in a moment.

import { CredenceError } from "../memory/errors.ts";

const WRITES_MAX = 30;
const WINDOW_MS = 60_000;

export type WriteLimit = {
  /** Counts one try, or refuses it. */
  readonly take: () => void;
  readonly left: () => number;
};

export function createWriteLimit(now: () => number): WriteLimit {
  let taken: number[] = [];
  const recent = (): number[] => {
    taken = taken.filter((at) => Math.abs(now() - at) < WINDOW_MS);
    return taken;
  };
  return {
    take: () => {
      if (recent().length >= WRITES_MAX)
        throw new CredenceError("RATE_LIMIT", `${WRITES_MAX} writes were attempted within a minute`);
      taken.push(now());
    },
    left: () => WRITES_MAX - recent().length,
  };
}
