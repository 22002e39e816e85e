// How much one who waits may read. A hook has its time, and a repository can hold more than fits into it: what stands in line
// gets all the time there is twice, and then a slice for each event, so that nobody waits for it again and again.

import { readFact, type SearchIndex, transact, writeFact } from "../../search/index/open-index.ts";

export type Waiting = {
  /** Somebody waits and has waited long enough: what is not done yet is left for the next one. */
  readonly isLate?: () => boolean;
  /** With `isLate`: takes all the time there is, however often it was taken before. */
  readonly patient?: boolean;
};

/** How often all the time there is goes into what stands in line. */
const TRIES_MAX = 2;
/** After that: files to read, statements of strangers, and rows to compare. */
const SLICE = { files: 64, statements: 64, checks: 2_000 } as const;
/** What one refresh and the answer after it may spend. */
export type Allowance = Record<keyof typeof SLICE, number> & {
  /** How many memories have statements that were not read. */
  unfinished: number;
  readonly isLate: () => boolean;
};

export function openAllowance(index: SearchIndex, { isLate, patient = false }: Waiting): Allowance {
  const isSliced = isLate !== undefined && !patient && Number(readFact(index, "tries")) >= TRIES_MAX;
  const all = Number.POSITIVE_INFINITY;
  return {
    ...(isSliced ? SLICE : { files: all, statements: all, checks: all }),
    unfinished: 0,
    isLate: isLate ?? (() => false),
  };
}

export function take(allowance: Allowance, what: keyof typeof SLICE): boolean {
  if (allowance[what] <= 0) return false;
  allowance[what] -= 1;
  return true;
}

/** Somebody took all the time there was, and did not finish. */
export function writeTries(index: SearchIndex): void {
  const tries = Number(readFact(index, "tries") ?? 0);
  if (tries < TRIES_MAX) transact(index, () => writeFact(index, "tries", String(tries + 1)));
}
