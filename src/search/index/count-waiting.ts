// How many memories wait for a person, as far as the index knows: a number for a line, never a reason to show or to hide.

import type { SearchIndex } from "./open-index.ts";

export type Waiting = {
  /** Somebody wants to change them, and may not. */
  readonly wanted: number;
  /** Inferred, and observed for long enough, or dictated: a person can confirm them now. */
  readonly due: number;
  readonly stale: number;
  /** Nobody who is trusted here vouches for them. */
  readonly foreign: number;
  /** Of those: somebody unknown does. */
  readonly unknownSigner: number;
  readonly newlyQuarantined: number;
};

export type WaitingQuery = {
  readonly now: number;
  /** Quarantined since then are new. */
  readonly since: number;
  /** Ids, also of memories that are gone, and each as often as it was wished for. */
  readonly wanted?: readonly string[];
};

export function countWaiting({ database }: SearchIndex, query: WaitingQuery): Waiting {
  const { now, since, wanted = [] } = query;
  const counts = database
    .prepare(
      `SELECT
         total(id IN (SELECT value FROM json_each(?))) AS wanted,
         total(standing = 'inferred' AND status = 'active' AND mark <= ?) AS due,
         total(standing = 'verified' AND status = 'active' AND mark <= ?) AS stale,
         total(standing = 'foreign') AS "foreign",
         total(standing = 'foreign' AND cause = 'unknown-signer') AS unknown_signer,
         total(standing = 'quarantined' AND mark > ?) AS quarantined
       FROM memories`,
    )
    .get(JSON.stringify(wanted), now, now, since);
  const count = (key: string): number => Number(counts?.[key] ?? 0);
  return {
    wanted: count("wanted"),
    due: count("due"),
    stale: count("stale"),
    foreign: count("foreign"),
    unknownSigner: count("unknown_signer"),
    newlyQuarantined: count("quarantined"),
  };
}
