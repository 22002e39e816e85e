// Walks through the memories that may wait: those that the index lists, and those that it cannot decide about. Each of
// them is read from its file, which decides; no other file is read.

import { readRowPlaces } from "../../search/index/queue.ts";
import { readDoubtIds, readGroupIds, readGroups } from "../../search/index/waiting.ts";
import { type FileEntry, listOneOfEach } from "../../store/memory-files.ts";
import { withIndexes } from "../index/open-index.ts";
import type { IndexedRoot } from "../index/refresh-index.ts";
import { countUnread } from "../index/survey-files.ts";
import { loadFiles } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { leaveOut, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { clocksOf, kindByRow, type ReviewNews, urgencyOf } from "./reasons.ts";
import { type Flags, gatherNews, type NewsOfRoot, recordOf, type SurveyRecord } from "./record.ts";

export type SurveyedMemory = {
  readonly target: LoadedMemory;
  readonly news: ReviewNews;
  readonly record: SurveyRecord;
};

/** In the order of the ids. */
export function* walkWaiting(
  workspace: Workspace,
  root: OpenRoot,
  flagged: Flags,
): Generator<SurveyedMemory> {
  yield* walk(workspace, root, (indexed) => lookForWaiting(indexed, flagged));
}

/** Walks through the memories under observation. */
export function* walkObserved(
  workspace: Workspace,
  root: OpenRoot,
  flagged: Flags,
): Generator<SurveyedMemory> {
  yield* walk(workspace, root, (indexed) => {
    const ids = new Set([...listObservedIds(indexed), ...readDoubtIds(indexed.index)]);
    return { news: gatherNews(indexed, flagged), isLooked: (id) => ids.has(id) };
  });
}

/** Which memories of a root to read, and the news that their files do not contain. */
export type WalkPlan = { readonly news: NewsOfRoot; readonly isLooked: (id: string) => boolean };

function* walk(
  workspace: Workspace,
  root: OpenRoot,
  lookInto: (indexed: IndexedRoot) => WalkPlan,
): Generator<SurveyedMemory> {
  try {
    const looked = listLookedAt(workspace, root, lookInto);
    for (const target of loadFiles(workspace, root, looked?.files ?? [])) {
      if (looked === null) return;
      const news = looked.news.of(target);
      yield { target, news, record: recordOf(workspace, target, news) };
    }
  } catch (error) {
    leaveOut(workspace, root, error);
  }
}

/** The caller has just run `lookClosely`. @returns null when the root cannot be indexed; the root is left out and
 * named. */
export function listLookedAt<Found extends WalkPlan>(
  workspace: Workspace,
  root: OpenRoot,
  lookInto: (indexed: IndexedRoot) => Found,
): (Found & { readonly files: readonly FileEntry[] }) | null {
  return withIndexes(workspace, { roots: [root] }, ([indexed]) => {
    if (indexed === undefined) return null;
    const looked = lookInto(indexed);
    return { ...looked, files: listOneOfEach(root.path, looked.isLooked) };
  });
}

/** Selects the memories that may wait. */
function lookForWaiting(indexed: IndexedRoot, flagged: Flags): WalkPlan {
  const { index } = indexed;
  const [news, ids] = [gatherNews(indexed, flagged), new Set(listWaitingIds(indexed))];
  // Foreign files have no rows when there are too many of them.
  const rows = countUnread(index) === 0 ? null : readRowPlaces(index);
  return { news, isLooked: (id) => ids.has(id) || news.ids.has(id) || (rows !== null && !rows.has(id)) };
}

/** Ids that wait according to their rows, most urgent first. */
export function listWaitingIds({ workspace, index }: IndexedRoot): string[] {
  const clocks = clocksOf(workspace);
  return readGroups(index, clocks)
    .flatMap((group) => [true, false].map((isReached) => ({ group, isReached })))
    .flatMap((part) => {
      const kind = kindByRow(part.group, part.isReached);
      return kind === null ? [] : [{ kind, part }];
    })
    .sort((a, b) => urgencyOf(a) - urgencyOf(b))
    .flatMap(({ part }) => readGroupIds(index, clocks, part));
}

/** Ids under observation, the first to end first, without those that only their files reveal. */
export function listObservedIds({ workspace, index }: IndexedRoot): string[] {
  const clocks = clocksOf(workspace);
  return readGroups(index, clocks)
    .filter(({ standing, status, ahead }) => standing === "inferred" && status === "active" && ahead > 0)
    .flatMap((group) => readGroupIds(index, clocks, { group, isReached: false }));
}
