// Why a memory waits for a person, most urgent first: the one place that says so. What a row of the index tells by itself is
// decided by `kindTold`, for a row as for a file that was just read, so what is counted is what would be shown. From a memory's
// standing and the statements about it, never from what its file says of itself: a file could ask for attention, or for none.

import { addDays, daysSince, renderDay } from "../../memory/instant.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { QUARANTINE_PASSIVE_DAYS } from "../../memory/limits.ts";
import type { Clocks, RowGroup } from "../../search/index/waiting.ts";
import type { Request } from "../change/requests.ts";
import { HIDDEN } from "../memories/hidden-archived.ts";
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
import { findWaits, isBrokenInUse, isKeptOut, sayReason } from "../memories/review-mark.ts";
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

/** What neither its file nor the statements about it tell. */
export type ReviewNews = {
  /** Wishes about it, oldest first. */
  readonly requests: readonly Request[];
  /** Rule ids of what the injection check finds in it and nobody took on. */
  readonly flags: readonly string[];
  /** A person approved it, and it was archived by nobody here. */
  readonly hidden: boolean;
  /** The approved memory that it would replace. */
  readonly proposedFor: string | null;
  /** The memory beside which a merge kept it, while nobody has decided between the two. */
  readonly pair: LoadedMemory | null;
  /** Of a fact, the memories in use that contradict it: they are decided about together with it. */
  readonly disputes: readonly LoadedMemory[];
  /** What became of a file that it cites, in words. */
  readonly moved: string | null;
};

/** Sorted by urgency; empty for a memory that nobody needs to look at. */
export function reviewReasons(loaded: LoadedMemory, news: ReviewNews, timing: Timing): ReviewReason[] {
  // Nothing can be decided in a copy that waits.
  if (loaded.root.waits || CAUSES[loaded.standing.cause].isUndecidable === true) return [];
  // Answered: by a no that holds until the text is another, or by one more week.
  if (isKeptOut(loaded) || loaded.input.answered === "later") return [];
  const isHeldBack = isKnownHeldBack(loaded);
  const isFirst = loaded.standing.standing === "verified" || isHeldBack;
  // What is found in a fact applies already, and what is strong withholds the text: both come before every wish.
  const place = (reason: ReviewReason): number =>
    isFirst && reason.kind === "flagged" ? -1 : urgencyOf(reason);
  return [...reasonsOfNews(news, isHeldBack), ...reasonsTold(loaded, timing)].sort(
    (a, b) => place(a) - place(b),
  );
}

export function urgencyOf({ kind }: Pick<ReviewReason, "kind">): number {
  return REVIEW_KINDS.indexOf(kind);
}

/** What is in quarantine is left alone for 30 days. */
export function clocksOf(timing: Timing): Clocks {
  return {
    inferred: observationClock(timing),
    verified: timing.now,
    quarantined: addDays(timing.now, -QUARANTINE_PASSIVE_DAYS - 1),
  };
}

/** What its own row tells, if it is not one that is doubtful. */
export function kindTold(
  { standing, status, waits }: Pick<RowGroup, "standing" | "status" | "waits">,
  isReached: boolean,
): ReviewKind | null {
  if (waits === "unsigned") return "quarantined";
  if (waits === "quarantined") return isReached ? waits : null;
  const kind = REVIEW_KINDS.find((each) => each === waits);
  if (kind !== undefined) return kind;
  // What is put aside applies nowhere, so nobody is asked about it again.
  if (status !== "active" || !isReached) return null;
  return standing === "inferred" ? "observed" : standing === "verified" ? "stale" : null;
}

/** What a finding in it makes of that. */
export function kindFlagged(group: RowGroup): ReviewKind {
  const told = kindTold(group, group.reached > 0);
  if (told === null || group.standing === "verified") return "flagged";
  return urgencyOf({ kind: told }) < urgencyOf({ kind: "flagged" }) ? told : "flagged";
}

function reasonsTold(loaded: LoadedMemory, timing: Timing): ReviewReason[] {
  const { standing } = loaded.standing;
  const [mark, clocks] = [nextReviewInstant(loaded, timing.now), clocksOf(timing)];
  const clock = standing === "foreign" || standing === "retired" ? timing.now : clocks[standing];
  const row = { standing, status: loaded.memory?.status ?? "active", waits: findWaits(loaded) };
  const kind = kindTold(row, mark !== null && mark <= clock);
  return kind === null ? [] : [{ kind, why: sayTold(kind, loaded, timing) }];
}

function sayTold(kind: ReviewKind, loaded: LoadedMemory, timing: Timing): string {
  const { now } = timing;
  if (kind === "stale") return sayApproved(loaded, now);
  if (kind === "dictated") return "you said this; confirm it?";
  if (kind === "observed") {
    const days = timing.config.config["trust.observation_days"];
    const begin = addDays(promotionDate(loaded, timing) ?? now, -days);
    return `observed for ${sayDays(daysSince(begin, now))}`;
  }
  const reason = sayReason(loaded.standing);
  if (kind !== "quarantined" || isBrokenInUse(loaded)) return reason;
  const days = daysSince(quarantinedOn(loaded, now), now);
  return `for ${sayDays(days)} (${ageOf(loaded, timing).quarantine}): ${reason}${sayVerdict(loaded)}`;
}

function reasonsOfNews(news: ReviewNews, isHeldBack: boolean): ReviewReason[] {
  const { requests, flags, hidden, proposedFor, pair, moved, disputes } = news;
  const wish = requests.at(-1);
  const proposes = `proposes a change to ${proposedFor}, and is not used until then`;
  const told: readonly [ReviewKind, string | null][] = [
    ["disputed", disputes.length === 0 ? null : sayDisputes(disputes)],
    ["request", wish === undefined ? null : sayWish(wish)],
    ["request", proposedFor === null ? null : proposes],
    ["request", pair === null ? null : PAIRED],
    ["changed", hidden ? HIDDEN : null],
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

function sayWish({ command, at, statement }: Request): string {
  const who = statement === undefined ? "an agent or a script" : "another machine";
  return `${who} asked on ${at.slice(0, 10)} to ${command} it`;
}

/** In the words of an audit or an upgrade, and in no others: anybody can write a sentence into a file. */
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

/** What stands first for one that is still observed. */
export function sayObservedUntil(until: number): ReviewReason {
  return { kind: "observed", why: `observed until ${renderDay(until)}` };
}
