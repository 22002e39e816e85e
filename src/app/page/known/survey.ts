// How things stand, for the page: the numbers, and each memory that it tells more about than the search index does. Those are
// the first that wait and that are observed, and those that are withheld, not in use or broken. A hostile root can hold very
// many files: what has no row in its index is not read, and others are served in between.

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
import { type Flagged, gatherNews, recordOf, type SurveyRecord } from "../../survey/record.ts";
import { type Looked, listLookedAt, listObservedIds, listWaitingIds } from "../../survey/walk.ts";
import { askEach, leaveOut, type OpenRoot, type Workspace } from "../../workspace/workspace.ts";
import { rowOf } from "../shown/rows.ts";
import { showLine } from "../shown/text.ts";
import type { KeptOutView, MemoryRow } from "../views.ts";
import { keep, type PageCache } from "./cache.ts";

/** One that has something to tell. */
export type Told = SurveyRecord & {
  readonly row: MemoryRow;
  readonly reason: string;
  /** The memory that it replaces, or would. */
  readonly supersedes: string | null;
  readonly changed: number;
  /** What is wrong with its file or its statements, as credence doctor says it. */
  readonly ailments: readonly Ailment[];
  /** Its file is none of a memory, and nobody moved it to quarantine. */
  readonly isNoMemory: boolean;
};

export type Surveyed = { readonly told: readonly Told[]; readonly counts: Survey };

/** More than this nobody goes through at once. */
export const LISTED_MAX = 1_000;

const HOUR_MS = 3_600_000;
/** More than any root holds. */
const ALL = 1_000_000;

const surveys = new WeakMap<PageCache, { readonly basis: string; readonly found: Promise<Surveyed> }>();

/** Once for each change, and once in an hour: what waits depends on the time. */
export function surveyMemories(workspace: Workspace, cache: PageCache): Promise<Surveyed> {
  const { signers, config, roots, now } = workspace;
  const trusted = signers.map(({ signer, root, lost, former }) => [signer, root, lost, former]);
  const places = roots.map(({ id, path, waits }) => [id, path, waits]);
  const at = [cache.generation(), Math.floor(now / HOUR_MS)];
  const basis = JSON.stringify([at, trusted, config.config, places]);
  const last = surveys.get(cache);
  if (last?.basis === basis) return last.found;
  const found = readAll(workspace, cache);
  surveys.set(cache, { basis, found });
  // Whoever waits hears of it; the next one asks again.
  found.catch(() => surveys.delete(cache));
  return found;
}

async function readAll(workspace: Workspace, cache: PageCache): Promise<Surveyed> {
  const [told, counts]: [Told[], Survey[]] = [[], []];
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

type Found = { readonly cache: PageCache; readonly told: Told[]; readonly counts: Survey[] };

async function readRoot(workspace: Workspace, root: OpenRoot, { cache, told, counts }: Found): Promise<void> {
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

function lookForTold(indexed: IndexedRoot, flagged: Flagged): Looked & { readonly survey: Survey } {
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

/** The first look does not wait until all texts of a large root are judged that nobody has judged before. */
async function judgeAside(workspace: Workspace, root: OpenRoot, cache: PageCache): Promise<void> {
  // Once in an hour: where no index can be kept, nobody ever has judged them.
  const hour = Math.floor(workspace.now / HOUR_MS);
  if (cache.judged.get(root.id) === hour) return;
  cache.judged.set(root.id, hour);
  await judgeRest(workspace, root, { judgedMax: ALL, rest: createRest() });
  cache.changed();
  cache.onRead();
}

/** Others are served in between. */
const TURN_MS = 12;

function createRest(): () => Promise<void> {
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn < TURN_MS) return;
    await nextTurn();
    turn = performance.now();
  };
}

function tell(workspace: Workspace, target: LoadedMemory, record: SurveyRecord): Told {
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

/** What is withheld or not in use is in no index of a root; a person searches it all the same. */
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

// What of it is kept from every model.

const PATH_CHARS = 300;

/** How many the view lists, or would. */
export function countKeptOut(workspace: Workspace, cache: PageCache, { told, counts }: Surveyed): number {
  // Of very many that nobody vouches for not all were read.
  const read = told.filter(({ standing, isKeptOut }) => standing === "foreign" && !isKeptOut);
  const unread = counts.standings.foreign - read.length;
  const kept = told.filter((each) => keptOutAs(each) !== null).length + Math.max(0, unread);
  return kept + listStrangers(workspace, cache).length;
}

/** A flagged one may be shown to models until somebody decides, and stands here so that somebody does. */
export function keptOutAs({
  standing,
  flags,
  isNoMemory,
  isKeptOut,
  inUse,
  isHeldBack,
}: Told): KeptOutView["memories"][number]["kind"] | null {
  if (isKeptOut) return "declined";
  if (isNoMemory) return "unreadable";
  if (standing === "foreign" || standing === "quarantined") return standing;
  return (inUse || isHeldBack) && flags.length > 0 ? "flagged" : null;
}

/** Files whose names are none of a memory: nothing reads them. */
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
