// The survey of the page: the counts, and every memory about which the page says more than the search index knows. It
// lists the first waiting and observed memories, and the memories that are withheld, not in use or broken. A hostile root can
// hold very many files, so a file without a row in the index is not read, and other requests are served in between.

import { setImmediate as nextTurn } from "node:timers/promises";
import { REMEDIES } from "../../../memory/remedies.ts";
import { openMemoryIndex } from "../../../search/index/open-index.ts";
import { readOddIds } from "../../../search/index/statements.ts";
import { readFaultIds, readToldIds } from "../../../search/index/waiting.ts";
import { writeRows } from "../../../search/index/writer.ts";
import { listFiles, listTwice } from "../../../store/memory-files.ts";
import { type Ailment, examineMemory } from "../../health/examine-root.ts";
import { indexRowOf } from "../../index/index-row.ts";
import type { IndexedRoot } from "../../index/refresh-index.ts";
import { showName } from "../../memories/hide-secrets.ts";
import { isRecallable, type LoadedMemory, loadFile } from "../../memories/load-memory.ts";
import { isBrokenOutside } from "../../memories/review-mark.ts";
import { isKnownHeldBack } from "../../memories/wordings.ts";
import { countRoot, type Survey, sumSurveys } from "../../survey/count.ts";
import { JUDGED_MAX, judgeRest, lookClosely } from "../../survey/look-closely.ts";
import { type Flags, gatherNews, recordOf, type SurveyRecord } from "../../survey/record.ts";
import { listLookedAt, listObservedIds, listWaitingIds, type WalkPlan } from "../../survey/walk.ts";
import { askEach, leaveOut, type OpenRoot, type Workspace } from "../../workspace/workspace.ts";
import { rowOf } from "../shown/rows.ts";
import { showLine } from "../shown/text.ts";
import type { KeptOutView, MemoryRow } from "../views.ts";
import { keep, type PageCache } from "./cache.ts";

/** A memory with the details that the page shows. */
export type MemoryDetails = SurveyRecord & {
  readonly row: MemoryRow;
  readonly reason: string;
  /** The memory that it replaces, or would replace. */
  readonly supersedes: string | null;
  readonly changed: number;
  /** Problems of its file or its statements, in the words of `credence doctor`. */
  readonly ailments: readonly Ailment[];
  /** True when its file is not a valid memory and was not quarantined. */
  readonly isNoMemory: boolean;
};

export type PageSurvey = { readonly told: readonly MemoryDetails[]; readonly counts: Survey };

/** The longest list that a user could go through at once. */
export const LISTED_MAX = 1_000;

const HOUR_MS = 3_600_000;
/** Larger than any root. */
const ALL = 1_000_000;

const surveys = new WeakMap<PageCache, { readonly basis: string; readonly found: Promise<PageSurvey> }>();

/** Surveys once per change and per hour, because waiting depends on the time. */
export function surveyMemories(workspace: Workspace, cache: PageCache): Promise<PageSurvey> {
  const { signers, config, roots, now } = workspace;
  const trusted = signers.map(({ signer, root, lost, former }) => [signer, root, lost, former]);
  const places = roots.map(({ id, path, waits }) => [id, path, waits]);
  const at = [cache.generation(), Math.floor(now / HOUR_MS)];
  const basis = JSON.stringify([at, trusted, config.config, places]);
  const last = surveys.get(cache);
  if (last?.basis === basis) return last.found;
  const found = readAll(workspace, cache);
  surveys.set(cache, { basis, found });
  // The present caller receives the error; the next call tries again.
  found.catch(() => surveys.delete(cache));
  return found;
}

async function readAll(workspace: Workspace, cache: PageCache): Promise<PageSurvey> {
  const [told, counts]: [MemoryDetails[], Survey[]] = [[], []];
  for (const root of workspace.roots) {
    try {
      await readRoot(workspace, root, { cache, told, counts });
    } catch (error) {
      leaveOut(workspace, root, error);
    }
  }
  return { told, counts: sumSurveys(counts) };
}

export function isOnlyObserved({ waits, observedUntil }: SurveyRecord): boolean {
  return waits.length === 0 && observedUntil !== null;
}

type SurveyInProgress = {
  readonly cache: PageCache;
  readonly told: MemoryDetails[];
  readonly counts: Survey[];
};

async function readRoot(
  workspace: Workspace,
  root: OpenRoot,
  { cache, told, counts }: SurveyInProgress,
): Promise<void> {
  const rest = createRest();
  const { flagged, isWhole } = await lookClosely(workspace, root, { judgedMax: JUDGED_MAX, rest });
  if (!isWhole) void judgeAside(workspace, root, cache).catch(() => undefined);
  const looked = listLookedAt(workspace, root, (indexed) => lookForTold(indexed, flagged));
  if (looked === null) return;
  counts.push(looked.survey);
  const withheld: LoadedMemory[] = [];
  for (const file of looked.files) {
    const target = loadFile(workspace, root, { file, remembered: null });
    told.push(tell(workspace, target, recordOf(workspace, target, looked.news.of(target))));
    if (!isRecallable(target) || isKnownHeldBack(target)) withheld.push(target);
    await rest();
  }
  keepWords(workspace, root, { cache, withheld });
}

function lookForTold(indexed: IndexedRoot, flagged: Flags): WalkPlan & { readonly survey: Survey } {
  const { index, root, workspace } = indexed;
  const news = gatherNews(indexed, flagged);
  const survey = countRoot(indexed, { since: workspace.now, news });
  const ids = new Set([
    ...news.ids,
    ...listWaitingIds(indexed).slice(0, LISTED_MAX),
    ...listObservedIds(indexed).slice(0, LISTED_MAX),
    ...readToldIds(index),
    ...readFaultIds(index),
    ...readOddIds(index),
    ...listTwice(root.path),
  ]);
  return { news, survey, isLooked: (id) => ids.has(id) };
}

/** Judges the remaining texts of a large root in the background, so that the first view does not wait for them. */
async function judgeAside(workspace: Workspace, root: OpenRoot, cache: PageCache): Promise<void> {
  // At most hourly, because without a stored index the verdicts are never kept.
  const hour = Math.floor(workspace.now / HOUR_MS);
  if (cache.judged.get(root.id) === hour) return;
  cache.judged.set(root.id, hour);
  await judgeRest(workspace, root, { judgedMax: ALL, rest: createRest() });
  cache.changed();
  cache.onRead();
}

/** After this time, other requests are served. */
const TURN_MS = 12;

function createRest(): () => Promise<void> {
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn < TURN_MS) return;
    await nextTurn();
    turn = performance.now();
  };
}

function tell(workspace: Workspace, target: LoadedMemory, record: SurveyRecord): MemoryDetails {
  const { memory, standing } = target;
  return {
    ...record,
    row: rowOf(workspace, target),
    reason: standing.reason,
    supersedes: memory?.supersedes ?? null,
    changed: Date.parse(memory?.updatedAt ?? memory?.createdAt ?? "") || 0,
    ailments: examineMemory(workspace, target),
    isNoMemory: isBrokenOutside(target),
  };
}

const UNWATCHED = { file: "", attest: "", young: false } as const;

type Withheld = { readonly cache: PageCache; readonly withheld: readonly LoadedMemory[] };

/** Indexes withheld and unused memories for the search of the page, because the index of their root does not hold them. */
function keepWords({ now }: Workspace, { id }: OpenRoot, { cache, withheld }: Withheld): void {
  cache.withheld.get(id)?.database.close();
  const index = openMemoryIndex();
  cache.withheld.set(id, index);
  writeRows(index, (writer) => {
    for (const each of withheld)
      if (each.memory !== null)
        writer.put(indexRowOf(each, { identities: UNWATCHED, text: each.memory, now }));
  });
}

// Which of the surveyed memories are withheld from models.

const PATH_CHARS = 300;

/** The number of memories that the view lists or would list. */
export function countKeptOut(workspace: Workspace, cache: PageCache, { told, counts }: PageSurvey): number {
  // If a root has very many foreign files, not all of them were read.
  const read = told.filter(({ standing, isKeptOut }) => standing === "foreign" && !isKeptOut);
  const unread = counts.standings.foreign - read.length;
  const kept = told.filter((each) => keptOutAs(each) !== null).length + Math.max(0, unread);
  return kept + listStrangers(workspace, cache).length;
}

/** A flagged memory is listed although recall may show it, so that the user decides about it. */
export function keptOutAs({
  standing,
  flags,
  isNoMemory,
  isKeptOut,
  inUse,
  isHeldBack,
}: MemoryDetails): KeptOutView["memories"][number]["kind"] | null {
  if (isKeptOut) return "declined";
  if (isNoMemory) return "unreadable";
  if (standing === "foreign" || standing === "quarantined") return standing;
  return (inUse || isHeldBack) && flags.length > 0 ? "flagged" : null;
}

/** Files whose names are not those of a memory, which no reader opens. */
export function listStrangers(workspace: Workspace, cache: PageCache): KeptOutView["strangers"] {
  return keep(cache, "strangers", () =>
    askEach(workspace, workspace.roots, (root) =>
      listFiles(root.path, () => false).strangers.map((path) => ({
        path: showLine(`${root.shown}${showName(path)}`, PATH_CHARS),
        remedy: `${REMEDIES.stranger}, or rename it to project_something.md`,
      })),
    ).flat(),
  );
}
