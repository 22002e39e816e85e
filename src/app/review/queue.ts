// Pending memories, in order of urgency: one item per memory, with every reason for it.

import type { Category } from "../../memory/memory.ts";
import { learnWordings } from "../index/judge-unknown.ts";
import { withIndexes } from "../index/open-index.ts";
import { type DescribedMemory, describeMemory } from "../memories/describe-memory.ts";
import { describeListed } from "../memories/foreign-names.ts";
import { type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { countRoot } from "../survey/count.ts";
import { findFlagged, LISTED_JUDGED_MAX, lookClosely } from "../survey/look-closely.ts";
import { joinObserved, NONE_OBSERVED, type Observation } from "../survey/observed.ts";
import { byEnd, orderWaiting } from "../survey/order.ts";
import { type ReviewNews, type ReviewReason, sayObservedUntil } from "../survey/reasons.ts";
import { gatherNews, recordOf, type SurveyRecord } from "../survey/record.ts";
import { type SurveyedMemory, walkObserved, walkWaiting } from "../survey/walk.ts";
import { askEach, type OpenRoot, type Workspace } from "../workspace/workspace.ts";

/** A memory, whether it waits or not, with its news. */
export type ReviewSubject = ReviewNews & { readonly target: LoadedMemory };

export type ReviewItem = ReviewSubject & {
  /** At least one, the most urgent first. */
  readonly reasons: readonly [ReviewReason, ...ReviewReason[]];
};

export type QueueOptions = {
  readonly category?: Category | null;
  /** Lists the memories under observation instead of those that wait. */
  readonly observing?: boolean;
};

export async function reviewQueue(
  workspace: Workspace,
  { category = null, observing = false }: QueueOptions = {},
): Promise<ReviewItem[]> {
  const listed: (SurveyRecord & { readonly item: ReviewItem })[] = [];
  const walk = observing ? walkObserved : walkWaiting;
  for (const root of workspace.roots) {
    const { flagged } = await lookClosely(workspace, root, { judgedMax: LISTED_JUDGED_MAX });
    for (const walked of walk(workspace, root, flagged)) {
      const item = toItem(walked, observing);
      if (item !== null) listed.push({ ...walked.record, waits: item.reasons, item });
    }
  }
  const ordered = observing ? listed.sort(byEnd) : orderWaiting(workspace, listed);
  const items = ordered.map(({ item }) => item);
  await learnWordings(
    workspace,
    items.map(({ target }) => target),
  );
  return category === null ? items : items.filter(({ target }) => isOf(workspace, category)(target));
}

/** Compares the category that may be shown, so that an agent cannot learn the category of a withheld memory by asking for
 * each. */
function isOf(workspace: Workspace, category: Category): (target: LoadedMemory) => boolean {
  return (target) => describeMemory(workspace, target).category === category;
}

/** @returns the item as it is now; null when its memory is gone or no longer pending. */
export async function reviewItem(
  workspace: Workspace,
  { root, file: { id } }: Pick<LoadedMemory, "root" | "file">,
  { observing = false }: QueueOptions = {},
): Promise<ReviewItem | null> {
  const subject = await reviewSubject(workspace, root, id);
  if (subject === null) return null;
  const { target, ...news } = subject;
  return toItem({ target, news, record: recordOf(workspace, target, news) }, observing);
}

/** @returns null when there is no such memory. */
export async function reviewSubject(
  workspace: Workspace,
  root: OpenRoot,
  id: string,
): Promise<ReviewSubject | null> {
  const target = loadMemory(workspace, root, id);
  if (target === null) return null;
  const { rules: found } = await findFlagged(target);
  return withIndexes(workspace, { roots: [root] }, ([indexed]) => {
    const news = gatherNews(indexed ?? { workspace, root, index: null });
    return { target, ...news.of(target, found) };
  });
}

/** For a list of observed memories, the end of the observation comes before the other reasons. */
function toItem({ target, news, record }: SurveyedMemory, observing: boolean): ReviewItem | null {
  const { waits, observedUntil: until } = record;
  const told = until === null ? [] : [sayObservedUntil(until), ...waits];
  const [first, ...more] = observing ? told : waits;
  return first === undefined ? null : { target, ...news, reasons: [first, ...more] };
}

/** How many memories, of one category or of all, are under observation. */
export function surveyObserved(workspace: Workspace, word: Category | null): Observation {
  const category = word === null ? null : { word, has: isOf(workspace, word) };
  return askEach(workspace, workspace.roots, (root) =>
    withIndexes(workspace, { roots: [root] }, ([indexed]) =>
      indexed === undefined ? NONE_OBSERVED : countRoot(indexed, { since: workspace.now, category }).observed,
    ),
  ).reduce(joinObserved, NONE_OBSERVED);
}

// An item of the review as an answer.
//
// Attack: an agent reads a withheld memory, or what another agent wrote about it. Unless a person asks, the answer has what
// a list has, why the memory waits, and the command and time of each request, but none of the request's words.

type DescribedItem = Omit<DescribedMemory, "body"> & {
  /** The most urgent first. */
  readonly waits: readonly ReviewReason[];
  readonly requests: readonly {
    readonly at: string;
    readonly command: string;
    readonly reason: string | null;
  }[];
  readonly flags: readonly string[];
};

export function describeItem(workspace: Workspace, item: ReviewItem): DescribedItem {
  const { body: _, ...memory } = describeListed(workspace, item.target);
  const isPerson = workspace.presence.kind === "person";
  return {
    ...memory,
    waits: item.reasons,
    requests: item.requests.map(({ at, command, reason }) => ({
      at,
      command,
      reason: isPerson ? reason : null,
    })),
    flags: item.flags,
  };
}
