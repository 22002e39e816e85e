// Pending memories, in order of urgency: one item per memory, with every reason for it.

import { addDays, daysSince, type Instant, renderDay } from "../../memory/instant.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import type { Category } from "../../memory/memory.ts";
import { type Request, readRequests } from "../change/requests.ts";
import { createHiddenFinder, HIDDEN } from "../memories/approved-texts.ts";
import { describeMemory } from "../memories/describe-memory.ts";
import {
  ageOf,
  isDictated,
  lastApproved,
  promotionDate,
  quarantinedOn,
  type Timing,
} from "../memories/law.ts";
import { type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { findPair } from "../memories/pairs.ts";
import { findProposedFor } from "../memories/proposals.ts";
import { waitsByCause } from "../memories/review-mark.ts";
import { sayReason } from "../memories/say-reason.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { findFlags, openFlagFinder } from "./find-flags.ts";
import { createMovedFinder } from "./moved.ts";
import { observedUntil } from "./observed.ts";
import { walkPending } from "./walk-pending.ts";

/** A memory, whether it waits or not, with what is new about it. */
export type ReviewSubject = ReviewNews & { readonly target: LoadedMemory };

export type ReviewItem = ReviewSubject & {
  /** At least one, the most urgent first. */
  readonly reasons: readonly [ReviewReason, ...ReviewReason[]];
};

export type QueueOptions = {
  readonly category?: Category | null;
  /** Those that are still observed, instead of those that wait. */
  readonly observing?: boolean;
  /** Whether memories that apply go through the injection check again, which takes most of the time. */
  readonly judges?: boolean;
};

export async function reviewQueue(
  workspace: Workspace,
  { category = null, judges = true, observing = false }: QueueOptions = {},
): Promise<ReviewItem[]> {
  const items = new Map<string, ReviewItem>();
  for (const root of workspace.roots) {
    const requests = Map.groupBy(readRequests(root), ({ id }) => id);
    const isHidden = createHiddenFinder(workspace, root);
    const findMoved = createMovedFinder(workspace, root);
    const flags = judges ? openFlagFinder(workspace, root) : null;
    const mayWait = (id: string): boolean =>
      requests.has(id) || findMoved.mayHave(id) || flags?.mayHave(id) === true;
    for (const target of walkPending(workspace, root, { mayWait, observing })) {
      const { id } = target.file;
      // Of a withheld memory an agent learns no category, not even by asking for each.
      if (category !== null && describeMemory(workspace, target).category !== category) continue;
      const news = {
        requests: requests.get(id) ?? [],
        flags: (await flags?.of(target)) ?? [],
        hidden: isHidden(target),
        ...findRivals(workspace, target),
        moved: findMoved.of(target),
      };
      const item = itemOf(workspace, target, { ...news, observing });
      // In two directories at once the one with less trust is meant, which is the second.
      if (item !== null) items.set(nameOf(item), item);
    }
    flags?.keep();
  }
  // Of a pair one item is enough: it shows both texts.
  for (const { target, pair } of [...items.values()])
    if (pair !== null) items.delete(`${target.root.scope} ${pair.file.id}`);
  return [...items.values()].sort(byUrgency);
}

/** @returns one item as it is now; null when its memory is gone, or is no longer pending. */
export async function reviewItem(
  workspace: Workspace,
  { root, file: { id } }: Pick<LoadedMemory, "root" | "file">,
  { observing = false }: QueueOptions = {},
): Promise<ReviewItem | null> {
  const subject = await reviewSubject(workspace, root, id);
  return subject === null ? null : itemOf(workspace, subject.target, { ...subject, observing });
}

/** @returns null when there is no such memory. */
export async function reviewSubject(
  workspace: Workspace,
  root: OpenRoot,
  id: string,
): Promise<ReviewSubject | null> {
  const target = loadMemory(workspace, root, id);
  if (target === null) return null;
  return {
    target,
    requests: readRequests(root).filter((request) => request.id === id),
    flags: await findFlags(workspace, target),
    hidden: createHiddenFinder(workspace, root)(target),
    ...findRivals(workspace, target),
    moved: createMovedFinder(workspace, root, { onlyReads: true }).of(target),
  };
}

type Seeking = ReviewNews & { readonly observing: boolean };

function itemOf(workspace: Workspace, target: LoadedMemory, seeking: Seeking): ReviewItem | null {
  const { observing, ...news } = seeking;
  const waits = reviewReasons(target, news, workspace);
  const [first, ...more] = observing ? observationReasons(workspace, target, waits) : waits;
  return first === undefined ? null : { target, ...news, reasons: [first, ...more] };
}

/** Until when it is observed, and why it waits all the same; empty where it is not observed. */
function observationReasons(
  workspace: Workspace,
  target: LoadedMemory,
  waits: readonly ReviewReason[],
): ReviewReason[] {
  const until = observedUntil(target, workspace);
  if (until === null) return [];
  return [{ kind: "observed", why: `observed until ${renderDay(until)}` }, ...waits];
}

function byUrgency(a: ReviewItem, b: ReviewItem): number {
  const [first, second] = [nameOf(a), nameOf(b)];
  return urgencyOf(a.reasons[0]) - urgencyOf(b.reasons[0]) || (first < second ? -1 : Number(first > second));
}

function nameOf({ target }: ReviewItem): string {
  return `${target.root.scope} ${target.file.id}`;
}

// Why a memory waits for a person, most urgent first. From its standing and the statements about it, never from what its
// file says of itself: a file could ask for attention, or for none.

/** In order of urgency. */
export const REVIEW_KINDS = [
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
  /** What became of a file that it cites, in words. */
  readonly moved: string | null;
};

/** The memories between which and this one a person decides. */
export function findRivals(
  workspace: Workspace,
  target: LoadedMemory,
): Pick<ReviewNews, "proposedFor" | "pair"> {
  return { proposedFor: findProposedFor(workspace, target), pair: findPair(workspace, target) };
}

/** Sorted by urgency; empty for a memory that nobody needs to look at. */
export function reviewReasons(loaded: LoadedMemory, news: ReviewNews, timing: Timing): ReviewReason[] {
  if (CAUSES[loaded.standing.cause].isUndecidable === true) return [];
  const reasons = [...reasonsOfNews(news), ...reasonsOfStanding(loaded), ...reasonsOfAge(loaded, timing)];
  return reasons.sort((a, b) => urgencyOf(a) - urgencyOf(b));
}

export function urgencyOf({ kind }: ReviewReason): number {
  return REVIEW_KINDS.indexOf(kind);
}

function reasonsOfNews({ requests, flags, hidden, proposedFor, pair, moved }: ReviewNews): ReviewReason[] {
  const wish = requests.at(-1);
  return [
    ...(wish === undefined ? [] : [{ kind: "request" as const, why: sayWish(wish) }]),
    ...(proposedFor === null
      ? []
      : [
          {
            kind: "request" as const,
            why: `proposes a change to ${proposedFor}, and is not used until then`,
          },
        ]),
    ...(pair === null ? [] : [{ kind: "request" as const, why: PAIRED }]),
    ...(hidden ? [{ kind: "changed" as const, why: HIDDEN }] : []),
    ...(moved === null ? [] : [{ kind: "moved" as const, why: moved }]),
    ...(flags.length === 0 ? [] : [{ kind: "flagged" as const, why: `flagged: ${flags.join(", ")}` }]),
  ];
}

const PAIRED = "a merge kept two texts of one memory, and you say which holds";

function sayWish({ command, at }: Request): string {
  return `an agent or a script asked on ${at.slice(0, 10)} to ${command} it`;
}

function reasonsOfStanding(loaded: LoadedMemory): ReviewReason[] {
  const kind = waitsByCause(loaded);
  // How long something is in quarantine says whether it waits.
  return kind === null || kind === "quarantined" ? [] : [{ kind, why: sayReason(loaded.standing) }];
}

function reasonsOfAge(loaded: LoadedMemory, timing: Timing): ReviewReason[] {
  const { now } = timing;
  const age = ageOf(loaded, timing);
  const { memory, standing, file } = loaded;
  // Broken, and not in quarantine yet.
  if (CAUSES[standing.cause].fault !== null && file.directory === "memories")
    return [{ kind: "quarantined", why: standing.reason }];
  if (age.quarantine !== null) {
    const days = daysSince(quarantinedOn(loaded, now), now);
    const why = `for ${sayDays(days)} (${age.quarantine}): ${standing.reason}${sayVerdict(loaded)}`;
    return [{ kind: "quarantined", why }];
  }
  // What is put aside applies nowhere, so nobody is asked about it again.
  if (memory?.status !== "active") return [];
  if (age.stale) return [{ kind: "stale", why: sayApproved(lastApproved(loaded, now), now) }];
  if (!age.due) return [];
  if (isDictated(loaded)) return [{ kind: "dictated", why: "dictated, waits for your word" }];
  const days = timing.config.config["trust.observation_days"];
  const begin = addDays(promotionDate(loaded, timing) ?? now, -days);
  return [{ kind: "observed", why: `observed for ${sayDays(daysSince(begin, now))}` }];
}

/** In the words of an audit or an upgrade, and in no others: anybody can write a sentence into a file. */
const VERDICT = /^(?:SECRET-DETECTED|FAIL-STRUCT|FAIL-FORMAT): [a-z0-9-]{1,60} on line \d{1,6}$/;

function sayVerdict({ memory }: LoadedMemory): string {
  const reason = memory?.quarantineReason ?? "";
  return VERDICT.test(reason) ? `, ${reason}` : "";
}

function sayApproved(instant: Instant | null, now: Instant): string {
  return instant === null ? "approved at no known time" : `approved ${sayDays(daysSince(instant, now))} ago`;
}

function sayDays(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}
