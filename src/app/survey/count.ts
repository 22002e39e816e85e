// How the memories of a root stand, in numbers. What their rows tell is counted in the index; memories of which more than that
// is to be told are read, and decided about as a review decides. So what is counted here is the length of the review's list.

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
import { addObserved, joinObserved, NONE_OBSERVED, type Observed } from "./observed.ts";
import { clocksOf, kindFlagged, kindTold, REVIEW_KINDS, type ReviewKind } from "./reasons.ts";
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
  /** Every id once; of one in two directories the file with less trust counts. */
  readonly standings: Readonly<StandingCount>;
  /** Those that recall may show. */
  readonly inUse: { readonly verified: number; readonly inferred: number };
  /** Kept from every model until a person decides, asked today or not: what they said no to is none of them. */
  readonly undecided: number;
  /** Each decision once, by its most urgent reason. */
  readonly waiting: Readonly<WaitingCount>;
  /** Those that are still observed, whether they wait for another reason or not. */
  readonly observed: Observed;
  /** Facts in which the rules of today find something that their approval did not take on: they apply, and wait. */
  readonly newFindings: number;
  /** Of those that nobody vouches for: somebody unknown does. */
  readonly unknownSigner: number;
  /** There are more statements about them than any history has, or one cannot be read. */
  readonly unreliable: number;
  /** Git left two versions in one file. */
  readonly conflicts: number;
  readonly newlyQuarantined: number;
};

export type CountOptions = {
  /** Quarantined since then are new. */
  readonly since: Instant;
  /** By whoever has looked closely. */
  readonly news?: NewsOfRoot;
  /** What there is no time to read does not count. */
  readonly isLate?: () => boolean;
  /** Limits what is observed: what its row says, and how its file is asked. */
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
  // What somebody hid here is in no count: they are not reminded of it.
  const counts = groups.filter(({ cause }) => CAUSES[cause].isHiddenHere !== true);
  for (const { standing, count } of counts) standings[standing] += count;
  standings.foreign += countUnread(index);
  // Nothing can be decided in a copy that waits.
  const untold = root.waits ? NONE_UNTOLD : readUntold(indexed, options);
  const { read, flagged } = untold;
  // The index knows no category of what is withheld.
  const heldBack = category === null ? countHeldBack(index) : 0;
  return {
    standings,
    inUse: { verified: sum(isActive("verified")), inferred: sum(isActive("inferred")) - heldBack },
    // A row that a person's no keeps out waits for nothing, and neither does one that cannot be decided about.
    undecided: countUnread(index) + heldBack + sum((each) => isOut(each) && each.waits !== null),
    waiting: root.waits ? noneWaiting() : countWaiting(indexed, groups, untold),
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

/** Memories of which no row tells by itself whether they wait. */
type Untold = {
  readonly read: readonly SurveyRecord[];
  /** Those that wait because of a finding, or because of what their rows tell; each is a group of its own. */
  readonly flagged: readonly RowGroup[];
};

const NONE_UNTOLD: Untold = { read: [], flagged: [] };

function readUntold(indexed: IndexedRoot, options: CountOptions): Untold {
  const { workspace, root, index } = indexed;
  const { news = gatherNews(indexed), isLate = () => false, category = null } = options;
  const read: SurveyRecord[] = [];
  for (const id of news.ids) {
    const loaded = news.onlyFlagged.has(id) || isLate() ? null : loadPresent(workspace, root, { id });
    if (loaded === null || (category !== null && !category.has(loaded))) continue;
    read.push(recordOf(workspace, loaded, news.of(loaded)));
  }
  // The first of a pair is decided with the second.
  const told = toldBy(read);
  const flagged = [...news.onlyFlagged].filter((id) => !told.has(id));
  return { read, flagged: readGroupsOf(index, clocksOf(workspace), flagged) };
}

/** The ids that these records tell of. */
function toldBy(read: readonly SurveyRecord[]): ReadonlySet<string> {
  return new Set(read.flatMap((each) => [each.id, ...listDecidedWith(each)]));
}

function noneWaiting(): WaitingCount {
  // Every kind is one of the list.
  return Object.fromEntries(REVIEW_KINDS.map((kind) => [kind, 0])) as WaitingCount;
}

function countWaiting(
  { workspace, index }: IndexedRoot,
  groups: readonly RowGroup[],
  { read, flagged }: Untold,
): WaitingCount {
  const waiting = noneWaiting();
  const add = (all: readonly RowGroup[], sign: 1 | -1): void => {
    for (const group of all.filter(({ isDoubtful }) => !isDoubtful)) {
      const [reached, other] = [kindTold(group, true), kindTold(group, false)];
      if (reached !== null) waiting[reached] += sign * group.reached;
      if (other !== null) waiting[other] += sign * (group.count - group.reached);
    }
  };
  add(groups, 1);
  add(readGroupsOf(index, clocksOf(workspace), toldBy(read)), -1);
  add(flagged, -1);
  for (const group of flagged) waiting[kindFlagged(group)] += 1;
  for (const { waits } of selectWaiting(read)) if (waits[0] !== undefined) waiting[waits[0].kind] += 1;
  waiting.foreign += countUntold(index, read);
  return waiting;
}

/** Files that nobody vouches for have no rows where there are too many of them. */
function countUntold(index: SearchIndex, read: readonly SurveyRecord[]): number {
  const unread = countUnread(index);
  if (unread === 0) return 0;
  const rows = readRowPlaces(index);
  return unread - read.filter(({ id }) => !rows.has(id)).length;
}

/** The index counts as if seven days were to be waited. */
function countObserved(
  { workspace, index }: IndexedRoot,
  groups: readonly RowGroup[],
  read: readonly SurveyRecord[],
): Observed {
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

/** What some roots add up to. */
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

/** The one line about them. */
export function sayNewFindings({ newFindings }: Pick<Survey, "newFindings">): string[] {
  const facts = pluralize(newFindings, "fact has", "facts have");
  return newFindings === 0 ? [] : [`${facts} new findings`];
}
