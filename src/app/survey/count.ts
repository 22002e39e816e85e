// Counts the memories of a root by standing. Rows of the index are counted as they are; a memory whose row is not
// enough is read from its file and judged as in a review. So the count of waiting memories is the length of the
// review's list.

import type { Instant } from "../../memory/instant.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { pluralize } from "../../memory/pluralize.ts";
import type { SearchIndex } from "../../search/index/open-index.ts";
import { readRowPlaces } from "../../search/index/queue.ts";
import {
  countHeldBack,
  countQuarantined,
  type RowGroup,
  readDoubtIds,
  readGroups,
  readGroupsOf,
} from "../../search/index/waiting.ts";
import { noStandings, type StandingCount, sumStandingCounts } from "../index/count-standings.ts";
import type { IndexedRoot } from "../index/refresh-index.ts";
import { countUnread } from "../index/survey-files.ts";
import { observationClock } from "../memories/law.ts";
import { type LoadedMemory, loadPresent } from "../memories/load-memory.ts";
import { addObserved, joinObserved, NONE_OBSERVED, type Observation } from "./observed.ts";
import { clocksOf, kindByRow, kindOfFlagged, REVIEW_KINDS, type ReviewKind } from "./reasons.ts";
import {
  gatherNews,
  hasNewFinding,
  listDecidedWith,
  type NewsOfRoot,
  recordOf,
  type SurveyRecord,
  selectWaiting,
} from "./record.ts";

type WaitingCount = Record<ReviewKind, number>;

export type Survey = {
  /** Each id counts once; if an id has files in two directories, the file with less trust counts. */
  readonly standings: Readonly<StandingCount>;
  /** Memories that recall may show. */
  readonly inUse: { readonly verified: number; readonly inferred: number };
  /** Memories withheld from models until the user decides. Snoozed memories are included, rejected ones are not. */
  readonly undecided: number;
  /** Each decision counts once, by its most urgent reason. */
  readonly waiting: Readonly<WaitingCount>;
  /** Memories under observation, including those that also wait for another reason. */
  readonly observed: Observation;
  /** Facts in which the current rules find something that their approval did not acknowledge. They stay in use and
   * wait. */
  readonly newFindings: number;
  /** Foreign memories that an unknown signer vouches for. */
  readonly unknownSigner: number;
  /** Memories with more statements than any history has, or with an unreadable one. */
  readonly unreliable: number;
  /** Files with git's conflict markers. */
  readonly conflicts: number;
  readonly newlyQuarantined: number;
};

export type CountOptions = {
  /** Memories quarantined since this instant are new. */
  readonly since: Instant;
  /** News that the caller has already gathered by `lookClosely`. */
  readonly news?: NewsOfRoot;
  /** Memories that a late caller has no time to read are not counted. */
  readonly isLate?: () => boolean;
  /** Limits the observed memories to one category: by its word in the row, or by the file. */
  readonly category?: { readonly word: string; readonly has: (loaded: LoadedMemory) => boolean } | null;
};

export function countRoot(indexed: IndexedRoot, options: CountOptions): Survey {
  const { workspace, root, index } = indexed;
  const { since, category = null } = options;
  const groups = readGroups(index, clocksOf(workspace), category?.word ?? null);
  const sum = (is: (group: RowGroup) => boolean): number =>
    groups.filter(is).reduce((all, { count }) => all + count, 0);
  const isActive = (standing: string) => (group: RowGroup) =>
    group.standing === standing && group.status === "active";
  const standings = noStandings();
  // Memories hidden on this machine are left out, because the user does not want to be reminded of them.
  const counts = groups.filter(({ cause }) => CAUSES[cause].isHiddenHere !== true);
  for (const { standing, count } of counts) standings[standing] += count;
  standings.foreign += countUnread(index);
  // No decision is possible in a copy of a root that awaits consent.
  const readings = root.waits ? NONE_NEED_FILES : readNeedingFiles(indexed, options);
  const { read, flagged } = readings;
  // The index does not record the category of a withheld memory.
  const heldBack = category === null ? countHeldBack(index) : 0;
  return {
    standings,
    inUse: { verified: sum(isActive("verified")), inferred: sum(isActive("inferred")) - heldBack },
    // A row waits for nothing if the user rejected it or if no decision about it is possible.
    undecided: countUnread(index) + heldBack + sum((each) => isOut(each) && each.waits !== null),
    waiting: root.waits ? noneWaiting() : countWaiting(indexed, groups, readings),
    observed: countObserved(indexed, groups, read),
    newFindings:
      selectWaiting(read).filter(hasNewFinding).length +
      flagged.filter(({ standing }) => standing === "verified").length,
    unknownSigner: sum(({ cause }) => CAUSES[cause].isStrangers === true),
    unreliable: sum(({ cause }) => CAUSES[cause].fault === "unreliable"),
    conflicts: sum(({ cause }) => CAUSES[cause].fault === "conflicts"),
    newlyQuarantined: countQuarantined(index, since),
  };
}

function isOut({ standing }: RowGroup): boolean {
  return standing === "foreign" || standing === "quarantined";
}

/** The memories whose file must be read to know whether they wait. */
type FileReadings = {
  readonly read: readonly SurveyRecord[];
  /** Memories that wait because of a finding, or because of what their rows record. Each is a group of its own. */
  readonly flagged: readonly RowGroup[];
};

const NONE_NEED_FILES: FileReadings = { read: [], flagged: [] };

function readNeedingFiles(indexed: IndexedRoot, options: CountOptions): FileReadings {
  const { workspace, root, index } = indexed;
  const { news = gatherNews(indexed), isLate = () => false, category = null } = options;
  const read: SurveyRecord[] = [];
  for (const id of news.ids) {
    const loaded = news.onlyFlagged.has(id) || isLate() ? null : loadPresent(workspace, root, { id });
    if (loaded === null || (category !== null && !category.has(loaded))) continue;
    read.push(recordOf(workspace, loaded, news.of(loaded)));
  }
  // The first memory of a pair is decided together with the second.
  const decided = idsDecidedBy(read);
  const flagged = [...news.onlyFlagged].filter((id) => !decided.has(id));
  return { read, flagged: readGroupsOf(index, clocksOf(workspace), flagged) };
}

/** The ids that these records decide about. */
function idsDecidedBy(read: readonly SurveyRecord[]): ReadonlySet<string> {
  return new Set(read.flatMap((each) => [each.id, ...listDecidedWith(each)]));
}

function noneWaiting(): WaitingCount {
  // The object has every kind, because its keys come from the list of kinds.
  return Object.fromEntries(REVIEW_KINDS.map((kind) => [kind, 0])) as WaitingCount;
}

function countWaiting(
  { workspace, index }: IndexedRoot,
  groups: readonly RowGroup[],
  { read, flagged }: FileReadings,
): WaitingCount {
  const waiting = noneWaiting();
  const add = (all: readonly RowGroup[], sign: 1 | -1): void => {
    for (const group of all.filter(({ isDoubtful }) => !isDoubtful)) {
      const [reached, other] = [kindByRow(group, true), kindByRow(group, false)];
      if (reached !== null) waiting[reached] += sign * group.reached;
      if (other !== null) waiting[other] += sign * (group.count - group.reached);
    }
  };
  add(groups, 1);
  add(readGroupsOf(index, clocksOf(workspace), idsDecidedBy(read)), -1);
  add(flagged, -1);
  for (const group of flagged) waiting[kindOfFlagged(group)] += 1;
  for (const { waits } of selectWaiting(read)) if (waits[0] !== undefined) waiting[waits[0].kind] += 1;
  waiting.foreign += countForeignWithoutRow(index, read);
  return waiting;
}

/** Counts foreign files without a row: the index gives none when there are too many. */
function countForeignWithoutRow(index: SearchIndex, read: readonly SurveyRecord[]): number {
  const unread = countUnread(index);
  if (unread === 0) return 0;
  const rows = readRowPlaces(index);
  return unread - read.filter(({ id }) => !rows.has(id)).length;
}

/** The index computes dates with the default period of seven days, so they are shifted by the configured difference. */
function countObserved(
  { workspace, index }: IndexedRoot,
  groups: readonly RowGroup[],
  read: readonly SurveyRecord[],
): Observation {
  const shift = workspace.now - observationClock(workspace);
  const dateOf = (mark: number | null): number | null => (mark === null ? null : mark + shift);
  const told = groups
    .filter(
      ({ standing, status, isDoubtful }) => standing === "inferred" && status === "active" && !isDoubtful,
    )
    .map(({ ahead, first, last }) => ({ count: ahead, first: dateOf(first), last: dateOf(last) }));
  const doubtful = new Set(readDoubtIds(index));
  return read
    .filter(({ id }) => doubtful.has(id))
    .reduce(
      (all, { observedUntil }) => addObserved(all, observedUntil),
      told.reduce(joinObserved, NONE_OBSERVED),
    );
}

/** Adds the surveys of several roots. */
export function sumSurveys(all: readonly Survey[]): Survey {
  const sum = (of: (survey: Survey) => number): number => all.reduce((total, each) => total + of(each), 0);
  const waiting = noneWaiting();
  for (const kind of REVIEW_KINDS) waiting[kind] = sum((each) => each.waiting[kind]);
  return {
    standings: sumStandingCounts(all.map(({ standings }) => standings)),
    inUse: { verified: sum(({ inUse }) => inUse.verified), inferred: sum(({ inUse }) => inUse.inferred) },
    undecided: sum(({ undecided }) => undecided),
    waiting,
    observed: all.map(({ observed }) => observed).reduce(joinObserved, NONE_OBSERVED),
    newFindings: sum(({ newFindings }) => newFindings),
    unknownSigner: sum(({ unknownSigner }) => unknownSigner),
    unreliable: sum(({ unreliable }) => unreliable),
    conflicts: sum(({ conflicts }) => conflicts),
    newlyQuarantined: sum(({ newlyQuarantined }) => newlyQuarantined),
  };
}

/** The length of the review's list. */
export function totalWaiting({ waiting }: Pick<Survey, "waiting">): number {
  return Object.values(waiting).reduce((sum, each) => sum + each, 0);
}

/** The line about new findings, if there are any. */
export function sayNewFindings({ newFindings }: Pick<Survey, "newFindings">): string[] {
  const facts = pluralize(newFindings, "fact has", "facts have");
  return newFindings === 0 ? [] : [`${facts} new findings`];
}
