// What waits for a person, in order of urgency: one item a memory, with every reason for it.

import type { Category } from "../../memory/memory.ts";
import { readRequests } from "../change/read-requests.ts";
import { judgeTarget } from "../change/showing.ts";
import { isRecallable } from "../index/index-row.ts";
import { describeMemory } from "../memories/describe-memory.ts";
import { createHiddenFinder } from "../memories/find-hidden.ts";
import { listAcknowledged } from "../memories/list-acknowledged.ts";
import { walkMemories } from "../memories/list-memories.ts";
import { type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { type ReviewNews, type ReviewReason, reviewReasons, urgencyOf } from "./review-reasons.ts";

export type ReviewItem = ReviewNews & {
  readonly target: LoadedMemory;
  /** At least one, the most urgent first. */
  readonly reasons: readonly [ReviewReason, ...ReviewReason[]];
};

export type QueueOptions = {
  readonly category?: Category | null;
  /** Whether memories that apply go through the injection check again, which takes most of the time. */
  readonly judges?: boolean;
};

export async function reviewQueue(
  workspace: Workspace,
  { category = null, judges = true }: QueueOptions = {},
): Promise<ReviewItem[]> {
  const items = new Map<string, ReviewItem>();
  for (const root of workspace.roots) {
    const requests = Map.groupBy(readRequests(root), ({ id }) => id);
    const isHidden = createHiddenFinder(workspace, root);
    for (const target of walkMemories(workspace, [root])) {
      const { id } = target.file;
      // Of a withheld memory an agent learns no category, not even by asking for each.
      if (category !== null && describeMemory(workspace, target).category !== category) continue;
      const news = {
        requests: requests.get(id) ?? [],
        flags: judges ? await findFlags(workspace, target) : [],
        hidden: isHidden(target),
      };
      const item = itemOf(workspace, target, news);
      // In two directories at once the one with less trust is meant, which is the second.
      if (item !== null) items.set(nameOf(item), item);
    }
  }
  return [...items.values()].sort(byUrgency);
}

/** One item as it is now; null where its memory is gone, or waits for nobody any more. */
export async function reviewItem(
  workspace: Workspace,
  root: OpenRoot,
  id: string,
): Promise<ReviewItem | null> {
  const target = loadMemory(workspace, root, id);
  if (target === null) return null;
  return itemOf(workspace, target, {
    requests: readRequests(root).filter((request) => request.id === id),
    flags: await findFlags(workspace, target),
    hidden: createHiddenFinder(workspace, root)(target),
  });
}

/** Only of what a model may get to see: the rest is withheld anyway, and its findings are on its screen. */
async function findFlags(workspace: Workspace, target: LoadedMemory): Promise<readonly string[]> {
  if (!isRecallable(target) || target.text === null) return [];
  const { flags } = await judgeTarget(workspace, target, target.text);
  if (flags.length === 0) return [];
  const acknowledged = listAcknowledged(target);
  return flags.filter((rule) => !acknowledged.has(rule));
}

function itemOf(workspace: Workspace, target: LoadedMemory, news: ReviewNews): ReviewItem | null {
  const [first, ...more] = reviewReasons(target, news, workspace.now);
  return first === undefined ? null : { target, ...news, reasons: [first, ...more] };
}

function byUrgency(a: ReviewItem, b: ReviewItem): number {
  const [first, second] = [nameOf(a), nameOf(b)];
  return urgencyOf(a.reasons[0]) - urgencyOf(b.reasons[0]) || (first < second ? -1 : Number(first > second));
}

function nameOf({ target }: ReviewItem): string {
  return `${target.root.scope} ${target.file.id}`;
}
