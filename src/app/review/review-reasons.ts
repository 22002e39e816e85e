// Why a memory waits for a person, most urgent first. From its standing and the statements about it, never from what its
// file says of itself: a file could ask for attention, or for none.

import { addDays, daysSince, type Instant } from "../../memory/instant.ts";
import { type Cause, wasEverApproved } from "../../memory/law/standing.ts";
import { OBSERVATION_DAYS } from "../../memory/limits.ts";
import type { Request } from "../change/requests.ts";
import { HIDDEN } from "../memories/find-hidden.ts";
import { ageOf, lastApproved, quarantinedOn } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { opensFor } from "../memories/opens-for.ts";

/** In order of urgency. */
export const REVIEW_KINDS = [
  "request",
  "changed",
  "dictated",
  "flagged",
  "foreign",
  "observed",
  "stale",
  "quarantined",
] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

export type ReviewReason = {
  readonly kind: ReviewKind;
  /** In words, without a byte of the memory: `observed for 9 days`. */
  readonly why: string;
};

export type ReviewNews = {
  /** Wishes about it, oldest first. */
  readonly requests: readonly Request[];
  /** Rule ids of what the injection check finds in it and nobody took on. */
  readonly flags: readonly string[];
  /** A person approved it, and it was archived by nobody here. */
  readonly hidden: boolean;
};

/** A person approved this memory, and now that does not apply. */
const CHANGED: ReadonlySet<Cause> = new Set([
  "changed-since-approval",
  "rolled-back",
  "superseded",
  "approved-but-recorded-inferred",
]);

/** Sorted by urgency; empty for a memory that nobody needs to look at. */
export function reviewReasons(loaded: LoadedMemory, news: ReviewNews, now: Instant): ReviewReason[] {
  const reasons = [...reasonsOfNews(news), ...reasonsOfStanding(loaded), ...reasonsOfAge(loaded, now)];
  return reasons.sort((a, b) => urgencyOf(a) - urgencyOf(b));
}

export function urgencyOf({ kind }: ReviewReason): number {
  return REVIEW_KINDS.indexOf(kind);
}

function reasonsOfNews({ requests, flags, hidden }: ReviewNews): ReviewReason[] {
  const wish = requests.at(-1);
  return [
    ...(wish === undefined ? [] : [{ kind: "request" as const, why: sayWish(wish) }]),
    ...(hidden ? [{ kind: "changed" as const, why: HIDDEN }] : []),
    ...(flags.length === 0 ? [] : [{ kind: "flagged" as const, why: `flagged: ${flags.join(", ")}` }]),
  ];
}

function sayWish({ command, at }: Request): string {
  return `an agent or a script asked on ${at.slice(0, 10)} to ${command} it`;
}

function reasonsOfStanding({ standing, input }: LoadedMemory): ReviewReason[] {
  const { standing: word, cause, reason: why } = standing;
  // Retired by nobody's word, but by a line in the file: so an approved memory could be made to vanish.
  const isHidden = cause === "recorded-retired" && wasEverApproved(input);
  if (CHANGED.has(cause) || isHidden) return [{ kind: "changed", why }];
  return word === "foreign" ? [{ kind: "foreign", why }] : [];
}

function reasonsOfAge(loaded: LoadedMemory, now: Instant): ReviewReason[] {
  const age = ageOf(loaded, now);
  const { memory, standing, file } = loaded;
  // Broken where it lies: nobody has put it into quarantine yet.
  if (["broken", "unreliable"].includes(standing.cause) && file.directory === "memories") {
    return [{ kind: "quarantined", why: standing.reason }];
  }
  if (age.quarantine !== null) {
    const days = daysSince(quarantinedOn(loaded, now), now);
    const why = `for ${sayDays(days)} (${age.quarantine}): ${standing.reason}`;
    return [{ kind: "quarantined", why }];
  }
  // What is put aside applies nowhere, so nobody is asked about it again.
  if (memory?.status !== "active") return [];
  if (age.stale) return [{ kind: "stale", why: sayApproved(lastApproved(loaded, now), now) }];
  if (!age.due) return [];
  if (memory.origin === "dictated") return [{ kind: "dictated", why: "dictated, waits for your word" }];
  const begin = addDays(opensFor(loaded, now) ?? now, -OBSERVATION_DAYS);
  return [{ kind: "observed", why: `observed for ${sayDays(daysSince(begin, now))}` }];
}

function sayApproved(instant: Instant | null, now: Instant): string {
  return instant === null ? "approved at no known time" : `approved ${sayDays(daysSince(instant, now))} ago`;
}

function sayDays(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}
