// What time has done to a memory that is there: S4's three thresholds, from the statements about it and not from what its
// file says of itself.

import { selectEvidence } from "../memory/evidence.ts";
import { type Instant, parseInstant } from "../memory/instant.ts";
import { isStale, type QuarantineWindow, quarantinedSince, quarantineWindow } from "../memory/lifecycle.ts";
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
    stale: standing === "verified" && isStale(lastApproved(loaded), now),
    due: opens !== null && now >= opens,
    quarantine: standing === "quarantined" ? windowOf(loaded, now) : null,
  };
}

function lastApproved({ digest, input }: LoadedMemory): Instant | null {
  const approval = selectEvidence(input).present.findLast(
    (each) => each.act === "approve" && each.digest === digest,
  );
  return approval === undefined ? null : parseInstant(approval.time);
}

function windowOf({ memory, mtimeMs }: LoadedMemory, now: Instant): QuarantineWindow {
  const marks = { quarantinedAt: memory?.quarantinedAt ?? null, lastVerified: memory?.lastVerified ?? null };
  return quarantineWindow(quarantinedSince(marks, mtimeMs, now), now);
}
