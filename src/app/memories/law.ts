// What time has done to a memory that is there: S4's three thresholds, from the statements about it and not from what its
// file says of itself.

import { type Instant, isPlausible, parseInstant } from "../../memory/instant.ts";
import { selectEvidence } from "../../memory/law/evidence.ts";
import {
  isStale,
  type QuarantineWindow,
  quarantinedSince,
  quarantineWindow,
  staleFrom,
} from "../../memory/law/lifecycle.ts";
import type { LoadedMemory } from "./load-memory.ts";
import { opensFor } from "./opens-for.ts";

export type Age = {
  /** Verified, and approved too long ago: it still applies, and a person is asked again. */
  readonly stale: boolean;
  /** Inferred, and observed for long enough to be promoted. */
  readonly due: boolean;
  readonly quarantine: QuarantineWindow | null;
};

export function ageOf(loaded: LoadedMemory, now: Instant): Age {
  const { standing } = loaded.standing;
  const opens = standing === "inferred" ? opensFor(loaded, now) : null;
  return {
    stale: standing === "verified" && isStale(lastApproved(loaded, now), now),
    due: opens !== null && now >= opens,
    quarantine: standing === "quarantined" ? quarantineWindow(quarantinedOn(loaded, now), now) : null,
  };
}

/** When time changes what is to be done about it: the index keeps this, so that what waits is counted without reading. */
export function markOf(loaded: LoadedMemory, now: Instant): Instant | null {
  switch (loaded.standing.standing) {
    case "inferred":
      return opensFor(loaded, now);
    case "verified":
      return staleFrom(lastApproved(loaded, now), now);
    case "quarantined":
      return Math.round(quarantinedOn(loaded, now));
    case "retired":
    case "foreign":
      return null;
  }
}

/** When this very text was approved last; what a clock that ran ahead says is left out. */
export function lastApproved({ digest, input }: LoadedMemory, now: Instant): Instant | null {
  const times = selectEvidence(input)
    .present.filter((each) => each.act === "approve" && each.digest === digest)
    .flatMap(({ time }) => parseInstant(time) ?? [])
    .filter((time) => isPlausible(time, now));
  return times.length === 0 ? null : Math.max(...times);
}

export function quarantinedOn({ memory, mtimeMs }: LoadedMemory, now: Instant): Instant {
  const marks = { quarantinedAt: memory?.quarantinedAt ?? null, lastVerified: memory?.lastVerified ?? null };
  // What cannot be read has no time, and what has none is not old; nor is what a clock ran ahead of.
  return Math.min(quarantinedSince(marks, mtimeMs || now, now), now);
}
