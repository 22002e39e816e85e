// The memories that somebody may have to look at, one after the other: those of which the index says so, and those of which it
// cannot. Each of them is read from its file, which decides; no other file is read.

import { readRowPlaces } from "../../search/index/queue.ts";
import { readDoubtIds, readGroupIds, readGroups } from "../../search/index/waiting.ts";
import { type FileEntry, listOneOfEach } from "../../store/memory-files.ts";
import { withIndexes } from "../index/open-index.ts";
import type { IndexedRoot } from "../index/refresh-index.ts";
import { countUnread } from "../index/survey-files.ts";
import { loadFiles } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import { leaveOut, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { clocksOf, kindTold, type ReviewNews, urgencyOf } from "./reasons.ts";
import { type Flagged, gatherNews, type NewsOfRoot, recordOf, type SurveyRecord } from "./record.ts";

export type Walked = {
  readonly target: LoadedMemory;
  readonly news: ReviewNews;
  readonly record: SurveyRecord;
};

/** In the order of their ids. */
export function* walkWaiting(workspace: Workspace, root: OpenRoot, flagged: Flagged): Generator<Walked> {
  yield* walk(workspace, root, (indexed) => lookForWaiting(indexed, flagged));
}

/** Those that are still observed. */
export function* walkObserved(workspace: Workspace, root: OpenRoot, flagged: Flagged): Generator<Walked> {
  yield* walk(workspace, root, (indexed) => {
    const ids = new Set([...listObservedIds(indexed), ...readDoubtIds(indexed.index)]);
    return { news: gatherNews(indexed, flagged), isLooked: (id) => ids.has(id) };
  });
}

/** Of a root as it is now: which memories are to be read, and what their files do not tell. */
export type Looked = { readonly news: NewsOfRoot; readonly isLooked: (id: string) => boolean };

function* walk(
  workspace: Workspace,
  root: OpenRoot,
  lookInto: (indexed: IndexedRoot) => Looked,
): Generator<Walked> {
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

/** Whoever asks has just looked closely. @returns null for a root that cannot be indexed: it is left out, and named. */
export function listLookedAt<Found extends Looked>(
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

/** Those that may wait. */
function lookForWaiting(indexed: IndexedRoot, flagged: Flagged): Looked {
  const { index } = indexed;
  const [news, ids] = [gatherNews(indexed, flagged), new Set(listWaitingIds(indexed))];
  // Files that nobody vouches for have no rows where there are too many of them.
  const rows = countUnread(index) === 0 ? null : readRowPlaces(index);
  return { news, isLooked: (id) => ids.has(id) || news.ids.has(id) || (rows !== null && !rows.has(id)) };
}

/** Those of which their rows tell that they wait, the most urgent first. */
export function listWaitingIds({ workspace, index }: IndexedRoot): string[] {
  const clocks = clocksOf(workspace);
  return readGroups(index, clocks)
    .flatMap((group) => [true, false].map((isReached) => ({ group, isReached })))
    .flatMap((part) => {
      const kind = kindTold(part.group, part.isReached);
      return kind === null ? [] : [{ kind, part }];
    })
    .sort((a, b) => urgencyOf(a) - urgencyOf(b))
    .flatMap(({ part }) => readGroupIds(index, clocks, part));
}

/** Those that are observed, the first to be over first, without those that only their files tell of. */
export function listObservedIds({ workspace, index }: IndexedRoot): string[] {
  const clocks = clocksOf(workspace);
  return readGroups(index, clocks)
    .filter(({ standing, status, ahead }) => standing === "inferred" && status === "active" && ahead > 0)
    .flatMap((group) => readGroupIds(index, clocks, { group, isReached: false }));
}
