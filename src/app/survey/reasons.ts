// Why a memory waits for the user, most urgent first; no other module decides this. `kindByRow` decides what a row of
// the index shows by itself, both for a row and for a file just read, so that the counts match what a review shows.
// Reasons come from a memory's standing and its statements, never from the file's own claims: otherwise a file could
// demand attention, or avoid it.

import { addDays, daysSince, renderDay } from "../../memory/instant.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { QUARANTINE_PASSIVE_DAYS } from "../../memory/limits.ts";
import type { Clocks, RowGroup } from "../../search/index/waiting.ts";
import type { Request } from "../change/requests.ts";
import {
  ageOf,
  lastApproved,
  nextReviewInstant,
  observationClock,
  promotionDate,
  quarantinedOn,
  type Timing,
} from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import {
  ARCHIVED_BY_HAND,
  findWaits,
  isArchivedByHand,
  isBrokenInUse,
  isKeptOut,
  sayReason,
} from "../memories/review-mark.ts";
import { isKnownHeldBack } from "../memories/wordings.ts";

/** In order of urgency. */
export const REVIEW_KINDS = [
  "disputed",
  "request",
  "changed",
  "dictated",
  "flagged",
  "foreign",
  "observed",
  "moved",
  "stale",
  "quarantined",
] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

export type ReviewReason = {
  readonly kind: ReviewKind;
  /** In words, without a byte of the memory: `observed for 9 days`. */
  readonly why: string;
};

/** Reasons that neither the file of a memory nor its statements contain. */
export type ReviewNews = {
  /** Requests about it, oldest first. */
  readonly requests: readonly Request[];
  /** Rule ids of injection findings that no user has acknowledged. */
  readonly flags: readonly string[];
  /** The approved memory that it would replace. */
  readonly proposedFor: string | null;
  /** The other half of a conflict, until the user decides between the two. */
  readonly pair: LoadedMemory | null;
  /** For a fact: the memories in use that contradict it. They are decided together with the fact. */
  readonly disputes: readonly LoadedMemory[];
  /** The fate of a file that it cites, in words. */
  readonly moved: string | null;
};

/** Sorted by urgency; empty when the memory does not wait. */
export function reviewReasons(loaded: LoadedMemory, news: ReviewNews, timing: Timing): ReviewReason[] {
  // No decision is possible in a copy of a root that awaits consent.
  if (loaded.root.waits || CAUSES[loaded.standing.cause].isUndecidable === true) return [];
  // Already decided: a rejection holds until the text changes, a snooze for another week.
  if (isKeptOut(loaded) || loaded.input.answered === "later") return [];
  const isHeldBack = isKnownHeldBack(loaded);
  const isFirst = loaded.standing.standing === "verified" || isHeldBack;
  // A finding in a fact concerns a text in use, and a strong finding withholds the text, so both precede every request.
  const place = (reason: ReviewReason): number =>
    isFirst && reason.kind === "flagged" ? -1 : urgencyOf(reason);
  return [...reasonsOfNews(news, isHeldBack), ...reasonsByRow(loaded, timing)].sort(
    (a, b) => place(a) - place(b),
  );
}

export function urgencyOf({ kind }: Pick<ReviewReason, "kind">): number {
  return REVIEW_KINDS.indexOf(kind);
}

/** A quarantined memory does not wait during its first 30 days. */
export function clocksOf(timing: Timing): Clocks {
  return {
    inferred: observationClock(timing),
    verified: timing.now,
    quarantined: addDays(timing.now, -QUARANTINE_PASSIVE_DAYS - 1),
  };
}

/** The reason that the row of a memory shows by itself, unless the row is doubtful. */
export function kindByRow(
  { standing, status, waits }: Pick<RowGroup, "standing" | "status" | "waits">,
  isReached: boolean,
): ReviewKind | null {
  if (waits === "unsigned") return "quarantined";
  if (waits === "quarantined") return isReached ? waits : null;
  const kind = REVIEW_KINDS.find((each) => each === waits);
  if (kind !== undefined) return kind;
  // An archived or retired memory is not in use, so it does not wait again.
  if (status !== "active" || !isReached) return null;
  return standing === "inferred" ? "observed" : standing === "verified" ? "stale" : null;
}

/** The reason of a memory in which something was found. */
export function kindOfFlagged(group: RowGroup): ReviewKind {
  const told = kindByRow(group, group.reached > 0);
  if (told === null || group.standing === "verified") return "flagged";
  return urgencyOf({ kind: told }) < urgencyOf({ kind: "flagged" }) ? told : "flagged";
}

function reasonsByRow(loaded: LoadedMemory, timing: Timing): ReviewReason[] {
  const { standing } = loaded.standing;
  const [mark, clocks] = [nextReviewInstant(loaded, timing.now), clocksOf(timing)];
  const clock = standing === "foreign" || standing === "retired" ? timing.now : clocks[standing];
  const row = { standing, status: loaded.memory?.status ?? "active", waits: findWaits(loaded) };
  const kind = kindByRow(row, mark !== null && mark <= clock);
  return kind === null ? [] : [{ kind, why: sayRowReason(kind, loaded, timing) }];
}

function sayRowReason(kind: ReviewKind, loaded: LoadedMemory, timing: Timing): string {
  const { now } = timing;
  if (kind === "stale") return sayApproved(loaded, now);
  if (kind === "dictated") return "you said this; confirm it?";
  if (kind === "observed") {
    const days = timing.config.config["trust.observation_days"];
    const begin = addDays(promotionDate(loaded, timing) ?? now, -days);
    return `observed for ${sayDays(daysSince(begin, now))}`;
  }
  const reason = isArchivedByHand(loaded) ? ARCHIVED_BY_HAND : sayReason(loaded.standing);
  if (kind !== "quarantined" || isBrokenInUse(loaded)) return reason;
  const days = daysSince(quarantinedOn(loaded, now), now);
  return `for ${sayDays(days)} (${ageOf(loaded, timing).quarantine}): ${reason}${sayVerdict(loaded)}`;
}

function reasonsOfNews(news: ReviewNews, isHeldBack: boolean): ReviewReason[] {
  const { requests, flags, proposedFor, pair, moved, disputes } = news;
  const request = requests.at(-1);
  const proposes = `proposes a change to ${proposedFor}, and is not used until then`;
  const told: readonly [ReviewKind, string | null][] = [
    ["disputed", disputes.length === 0 ? null : sayDisputes(disputes)],
    ["request", request === undefined ? null : sayRequest(request)],
    ["request", proposedFor === null ? null : proposes],
    ["request", pair === null ? null : PAIRED],
    ["moved", moved],
    ["flagged", flags.length === 0 ? null : `${isHeldBack ? "withheld, " : ""}flagged: ${flags.join(", ")}`],
  ];
  return told.flatMap(([kind, why]) => (why === null ? [] : [{ kind, why }]));
}

function sayDisputes(disputes: readonly LoadedMemory[]): string {
  const ids = disputes.map(({ file }) => file.id).join(", ");
  return disputes.length === 1 ? `${ids} disagrees with it` : `${disputes.length} disagree with it: ${ids}`;
}

const PAIRED = "a merge kept two texts of one memory, and you say which holds";

function sayRequest({ command, at, statement }: Request): string {
  const who = statement === undefined ? "an agent or a script" : "another machine";
  return `${who} asked on ${at.slice(0, 10)} to ${command} it`;
}

/** Repeats a reason only if it has the form that an audit or an upgrade writes, because anyone can write a sentence
 * into a file. */
const VERDICT = /^(?:SECRET-DETECTED|FAIL-STRUCT|FAIL-FORMAT): [a-z0-9-]{1,60} on line \d{1,6}$/;

function sayVerdict({ memory }: LoadedMemory): string {
  const reason = memory?.quarantineReason ?? "";
  return VERDICT.test(reason) ? `, ${reason}` : "";
}

function sayApproved(loaded: LoadedMemory, now: number): string {
  const at = lastApproved(loaded, now);
  return at === null ? "approved at no known time" : `approved ${sayDays(daysSince(at, now))} ago`;
}

function sayDays(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

/** The leading reason of a memory that is still observed. */
export function sayObservedUntil(until: number): ReviewReason {
  return { kind: "observed", why: `observed until ${renderDay(until)}` };
}
