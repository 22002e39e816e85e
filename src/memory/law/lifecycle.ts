// What time does to a memory: observation, staleness, quarantine windows. Pure; the clock is a parameter.

import { addDays, daysSince, type Instant, isPlausible, parseDay, parseInstant } from "../instant.ts";
import { QUARANTINE_AUDIT_DAYS, QUARANTINE_PASSIVE_DAYS, STALE_DAYS } from "../limits.ts";
import type { Memory } from "../memory.ts";

/**
 * When the observation began: with the later of created-at and the first trusted attestation of this digest, so that
 * content swapped on day six restarts it.
 * @returns null when no plausible attestation is on record.
 */
export function observedSince(
  createdAt: string | null,
  firstAttested: readonly Instant[],
  now: Instant,
): Instant | null {
  const attested = firstAttested.filter((instant) => isPlausible(instant, now));
  if (attested.length === 0) return null;
  const created = createdAt === null ? null : parseInstant(createdAt);
  const createdPlausibly = created !== null && isPlausible(created, now) ? created : Number.NEGATIVE_INFINITY;
  return Math.max(createdPlausibly, Math.min(...attested));
}

/** Stale: approved more than 90 days ago, or no approval on record. It still applies; a person is asked again. */
export function isStale(lastApproved: Instant | null, now: Instant): boolean {
  return now >= staleFrom(lastApproved, now);
}

export function staleFrom(lastApproved: Instant | null, now: Instant): Instant {
  if (lastApproved === null || !isPlausible(lastApproved, now)) return 0;
  return addDays(lastApproved, STALE_DAYS + 1);
}

export type QuarantineWindow = "passive" | "audit" | "archive-candidate";

/** When the quarantine began: the file's own mark, else its last date, else what the disk says. */
export function quarantinedSince(
  memory: Pick<Memory, "quarantinedAt" | "lastVerified">,
  mtime: Instant,
  now: Instant,
): Instant {
  const marked = memory.quarantinedAt === null ? null : parseInstant(memory.quarantinedAt);
  if (marked !== null && isPlausible(marked, now)) return marked;
  const verified = memory.lastVerified === null ? null : parseDay(memory.lastVerified);
  return verified !== null && isPlausible(verified, now) ? verified : mtime;
}

export function quarantineWindow(since: Instant, now: Instant): QuarantineWindow {
  const days = daysSince(since, now);
  if (days <= QUARANTINE_PASSIVE_DAYS) return "passive";
  return days <= QUARANTINE_AUDIT_DAYS ? "audit" : "archive-candidate";
}
