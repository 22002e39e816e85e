// How many memories wait for a person, as far as the index knows: a number for a line, never a reason to show or to hide.

import type { SearchIndex } from "./open-index.ts";

export type Waiting = {
  /** Inferred, and observed for long enough. */
  readonly due: number;
  readonly stale: number;
  /** Nobody who is trusted here vouches for them. */
  readonly foreign: number;
  /** Of those: somebody unknown does. */
  readonly unknownSigner: number;
  readonly newlyQuarantined: number;
};

export type WaitingQuery = {
  readonly now: number /** Quarantined since then are new. */;
  readonly since: number;
};

export function countWaiting({ database }: SearchIndex, { now, since }: WaitingQuery): Waiting {
  const counts = database
    .prepare(
      `SELECT
         total(standing = 'inferred' AND status = 'active' AND mark <= ?) AS due,
         total(standing = 'verified' AND status = 'active' AND mark <= ?) AS stale,
         total(standing = 'foreign') AS "foreign",
         total(standing = 'foreign' AND cause = 'unknown-signer') AS unknown_signer,
         total(standing = 'quarantined' AND mark > ?) AS quarantined
       FROM memories`,
    )
    .get(now, now, since);
  const count = (key: string): number => Number(counts?.[key] ?? 0);
  return {
    due: count("due"),
    stale: count("stale"),
    foreign: count("foreign"),
    unknownSigner: count("unknown_signer"),
    newlyQuarantined: count("quarantined"),
  };
}
