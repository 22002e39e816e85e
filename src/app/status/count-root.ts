// One root's share of how things stand, from the index: what its rows tell is counted, and what more than one file tells (a wish,
// a proposal, a pair, an archived one, a cited file that moved) is read.

import { addDays } from "../../memory/instant.ts";
import { QUARANTINE_PASSIVE_DAYS } from "../../memory/limits.ts";
import { STANDINGS } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { MERGE_REMEDY } from "../../memory/recall-remedies.ts";
import type { SearchIndex } from "../../search/index/open-index.ts";
import { countRows } from "../../search/index/reader.ts";
import {
  countFaults,
  countQuarantined,
  countReached,
  countWaits,
  hasStrangers,
  readDoubtIds,
} from "../../search/index/waiting.ts";
import { listTwice } from "../../store/memory-files.ts";
import { NEW_DAYS } from "../audit/report.ts";
import { readRequests } from "../change/requests.ts";
import { queueChanged } from "../index/compare-rows.ts";
import { withIndexes } from "../index/open-index.ts";
import type { IndexedRoot } from "../index/refresh-index.ts";
import { countIndexed, countUnread } from "../index/survey-files.ts";
import { createHiddenFinder } from "../memories/approved-texts.ts";
import { noStandings } from "../memories/count-standings.ts";
import { ageOf, observationClock } from "../memories/law.ts";
import { loadPresent } from "../memories/load-memory.ts";
import type { Fault } from "../memories/review-mark.ts";
import { createMovedFinder, type MovedFinder } from "../review/moved.ts";
import { joinObserved, NONE_OBSERVED } from "../review/observed.ts";
import { findRivals, REVIEW_KINDS, type ReviewKind, reviewReasons } from "../review/queue.ts";
import { observedIn } from "../review/walk-pending.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

/** What some roots add up to. */
type Count = ReturnType<typeof emptyCount>;

export function emptyCount() {
  return {
    memories: new Map<string, number>(),
    standings: noStandings(),
    // Every kind is one of the list.
    waiting: Object.fromEntries(REVIEW_KINDS.map((kind) => [kind, 0])) as Record<ReviewKind, number>,
    observed: NONE_OBSERVED,
    quarantinedNew: 0,
    broken: [] as string[],
    hasStrangers: false,
  };
}

export function countRoot(workspace: Workspace, root: OpenRoot, count: Count): void {
  const findMoved = createMovedFinder(workspace, root, { onlyReads: true });
  withIndexes(workspace, { roots: [root], compare: queueChanged }, ([indexed]) => {
    if (indexed === undefined) return;
    const { index } = indexed;
    countStanding(indexed, count);
    count.memories.set(root.id, countRows(index) + countUnread(index));
    count.hasStrangers ||= hasStrangers(index);
    count.broken.push(...sayFaults(countAllFaults(index, root), root));
    // Review has nothing to decide in a copy that waits.
    if (root.located !== "second") countWaiting(workspace, root, { index, count, findMoved });
  });
}

function countStanding(indexed: IndexedRoot, count: Count): void {
  const { workspace, index } = indexed;
  const standings = countIndexed(index);
  for (const standing of STANDINGS) count.standings[standing] += standings[standing];
  count.observed = joinObserved(count.observed, observedIn(indexed, null));
  count.quarantinedNew += countQuarantined(index, addDays(workspace.now, -NEW_DAYS));
}

function countAllFaults(index: SearchIndex, root: OpenRoot): Faults {
  const found = countFaults(index);
  const numberOf = (fault: Fault): number => found.get(fault) ?? 0;
  return {
    unreadable: numberOf("unreadable"),
    conflicts: numberOf("conflicts"),
    unreliable: numberOf("unreliable"),
    misplaced: numberOf("misplaced") + listTwice(root.path).length,
  };
}

type WaitingCount = {
  readonly index: SearchIndex;
  readonly count: Count;
  readonly findMoved: MovedFinder;
};

/** Each memory once, for its most urgent reason, and a pair once: review shows both texts with the second. */
function countWaiting(workspace: Workspace, root: OpenRoot, { index, count, findMoved }: WaitingCount): void {
  const requests = Map.groupBy(readRequests(root), ({ id }) => id);
  const isHidden = createHiddenFinder(workspace, root);
  const read = new Set([...requests.keys(), ...readDoubtIds(index), ...findMoved.ids()]);
  const kinds = new Map<string, ReviewKind>();
  const firsts = new Set<string>();
  for (const id of read) {
    const loaded = loadPresent(workspace, root, { id });
    if (loaded === null) continue;
    const rivals = findRivals(workspace, loaded);
    const news = {
      requests: requests.get(id) ?? [],
      flags: [],
      hidden: isHidden(loaded),
      moved: findMoved.of(loaded),
      ...rivals,
    };
    const kind = reviewReasons(loaded, news, workspace)[0]?.kind;
    const isPassive = kind === "quarantined" && ageOf(loaded, workspace).quarantine === "passive";
    if (kind !== undefined && !isPassive) kinds.set(id, kind);
    if (rivals.pair !== null) firsts.add(rivals.pair.file.id);
  }
  for (const [id, kind] of kinds) if (!firsts.has(id)) count.waiting[kind] += 1;
  countTold(workspace, { index, count, except: [...read, ...firsts] });
}

type ToldCount = Pick<WaitingCount, "index" | "count"> & { readonly except: readonly string[] };

/** Those of which the rows tell everything. */
function countTold(workspace: Workspace, { index, count, except }: ToldCount): void {
  const { now } = workspace;
  const passiveFrom = addDays(now, -QUARANTINE_PASSIVE_DAYS - 1) + 1;
  for (const [kind, number] of countWaits(index, { passiveFrom, except }))
    if (isReviewKind(kind)) count.waiting[kind] += number;
  count.waiting.foreign += countUnread(index);
  const clocks = { now, observationClock: observationClock(workspace) };
  const { inferred, verified } = countReached(index, { ...clocks, except });
  count.waiting.observed += inferred;
  count.waiting.stale += verified;
}

function isReviewKind(word: string): word is ReviewKind {
  const kinds: readonly string[] = REVIEW_KINDS;
  return kinds.includes(word);
}

type Faults = Readonly<Record<Fault, number>>;

function sayFaults(faults: Faults, { shown }: OpenRoot): string[] {
  const sayFiles = (count: number): string => `${pluralize(count, "file", "files")} in ${shown}`;
  const { conflicts, unreadable, unreliable, misplaced } = faults;
  const flooded = pluralize(unreliable, "memory", "memories");
  return [
    ...(conflicts === 0 ? [] : [`${sayFiles(conflicts)} with conflict markers of git: ${MERGE_REMEDY}`]),
    ...(unreadable === 0 ? [] : [`${sayFiles(unreadable)} cannot be read as a memory`]),
    ...(unreliable === 0 ? [] : [`statements about ${flooded} in ${shown} cannot be relied on`]),
    ...(misplaced === 0 ? [] : [`${sayFiles(misplaced)} in the wrong place`]),
  ];
}
