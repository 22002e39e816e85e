// Which memories may wait for a person: by what the index says of them, or by what somebody else knows. Each of them is read from
// its file, which decides; no other file is read.

import type { Category } from "../../memory/memory.ts";
import { readRowPlaces } from "../../search/index/queue.ts";
import { countObserved, readDoubtIds, readObservedIds, readReviewIds } from "../../search/index/waiting.ts";
import { type FileEntry, listOneOfEach } from "../../store/memory-files.ts";
import { queueChanged } from "../index/compare-rows.ts";
import { withIndexes } from "../index/open-index.ts";
import type { IndexedRoot } from "../index/refresh-index.ts";
import { countUnread } from "../index/survey-files.ts";
import { describeMemory } from "../memories/describe-memory.ts";
import { observationClock } from "../memories/law.ts";
import { loadFiles } from "../memories/list-memories.ts";
import { type LoadedMemory, loadPresent } from "../memories/load-memory.ts";
import { askEach, leaveOut, type OpenRoot, type Workspace } from "../workspace/workspace.ts";

import { addObserved, joinObserved, NONE_OBSERVED, type Observed, observedUntil } from "./observed.ts";

export type Pending = {
  /** Is there another reason to look at it? */
  readonly mayWait: (id: string) => boolean;
  /** Those that are still observed, instead of those that wait. */
  readonly observing: boolean;
};

export function* walkPending(
  workspace: Workspace,
  root: OpenRoot,
  pending: Pending,
): Generator<LoadedMemory> {
  try {
    yield* loadFiles(workspace, root, listPending(workspace, root, pending));
  } catch (error) {
    leaveOut(workspace, root, error);
  }
}

/** In the order of their ids. */
function listPending(workspace: Workspace, root: OpenRoot, { mayWait, observing }: Pending): FileEntry[] {
  const ids = withIndexes(workspace, { roots: [root], compare: queueChanged }, ([indexed]) => {
    if (indexed === undefined) return null;
    const { index } = indexed;
    const clocks = { now: workspace.now, observationClock: observationClock(workspace) };
    const told = new Set(observing ? readObservedIds(index, clocks) : readReviewIds(index, clocks));
    // Files that nobody vouches for have no rows where there are too many of them.
    const rows = countUnread(index) === 0 ? null : readRowPlaces(index);
    return { told, isUnread: (id: string): boolean => rows !== null && !rows.has(id) };
  });
  const isPending = (id: string): boolean =>
    ids === null || ids.told.has(id) || (!observing && (mayWait(id) || ids.isUnread(id)));
  return listOneOfEach(root.path, isPending);
}

/** How many memories, of a category or of all, are still observed. */
export function surveyObserved(workspace: Workspace, category: Category | null): Observed {
  return askEach(workspace, workspace.roots, (root) =>
    withIndexes(workspace, { roots: [root] }, ([indexed]) =>
      indexed === undefined ? NONE_OBSERVED : observedIn(indexed, category),
    ),
  ).reduce(joinObserved, NONE_OBSERVED);
}

/** The index counts as if seven days were to be waited; what it does not know is read. */
export function observedIn({ workspace, root, index }: IndexedRoot, category: Category | null): Observed {
  const { now } = workspace;
  const clock = observationClock(workspace);
  const { count, first, last } = countObserved(index, { now, observationClock: clock }, category);
  const dateOf = (mark: number | null): number | null => (mark === null ? null : mark + now - clock);
  const read = readDoubtIds(index)
    .flatMap((id) => loadPresent(workspace, root, { id }) ?? [])
    .filter((loaded) => category === null || describeMemory(workspace, loaded).category === category);
  return read.reduce((all, loaded) => addObserved(all, observedUntil(loaded, workspace)), {
    count,
    first: dateOf(first),
    last: dateOf(last),
  });
}
