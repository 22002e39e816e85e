// What the page knows of every memory without reading it again: each file is read once, in the background, and again when it
// or its statements changed. Kept are those that wait, that are withheld, and that are not in use; of the others only that
// they were read. A large root takes minutes, so whoever asks gets what is known so far, and how far that is.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Instant } from "../../../memory/instant.ts";
import type { Memory } from "../../../memory/memory.ts";
import { openMemoryIndex } from "../../../search/index/open-index.ts";
import { readSettled } from "../../../search/index/waiting.ts";
import { writeRows } from "../../../search/index/writer.ts";
import { type FileEntry, listOneOfEach } from "../../../store/memory-files.ts";
import { readRequests } from "../../change/requests.ts";
import { examineMemory } from "../../health/examine-root.ts";
import { identifyMemory, indexRowOf, isRecallable } from "../../index/index-row.ts";
import { withIndexes } from "../../index/open-index.ts";
import { createHiddenFinder } from "../../memories/approved-texts.ts";
import { noStandings, type StandingCount } from "../../memories/count-standings.ts";
import { nextReviewInstant, observationClock, promotionDate } from "../../memories/law.ts";
import { type LoadedMemory, loadFile, pathShown } from "../../memories/load-memory.ts";
import { isBrokenOutside } from "../../memories/review-mark.ts";
import { type FlagFinder, openFlagFinder } from "../../review/find-flags.ts";
import { createMovedFinder } from "../../review/moved.ts";
import { observedUntil } from "../../review/observed.ts";
import { findRivals, type ReviewNews, reviewReasons } from "../../review/queue.ts";
import { leaveOut, type OpenRoot, type Workspace } from "../../workspace/workspace.ts";
import { rowOf } from "../shown/rows.ts";
import type { Reading } from "../views.ts";
import type { Known, PageCache, Told } from "./cache.ts";

export type Surveyed = {
  readonly told: readonly Told[];
  /** How far it is; null when everything was read. */
  readonly reading: Reading;
  /** Null until everything was read. */
  readonly counts: Counts | null;
};

export type Counts = {
  /** How many files there are of each, in use or not. */
  readonly standings: Readonly<StandingCount>;
  /** Those that recall may show. */
  readonly inUse: { readonly verified: number; readonly inferred: number };
};

/** Waits for so long, and gives what is known by then. */
export async function surveyMemories(
  workspace: Workspace,
  cache: PageCache,
  patienceMs: number,
): Promise<Surveyed> {
  const work = begin(workspace, cache);
  if (work !== null) await Promise.race([work, sleep(patienceMs)]);
  const { run } = cache;
  const isReading = run.work !== null;
  return {
    told: isReading ? listTold(cache) : run.told,
    reading: isReading ? { done: run.done, total: run.total } : null,
    counts: isReading ? null : sumKnown(cache),
  };
}

function sumKnown({ known }: PageCache): Counts {
  const [standings, inUse] = [noStandings(), noStandings()];
  for (const each of known.values()) {
    standings[each.standing] += 1;
    if (each.inUse) inUse[each.standing] += 1;
  }
  return { standings, inUse };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((done) => void setTimeout(done, ms).unref());
}

function listTold({ known }: PageCache): Told[] {
  return [...known.values()].flatMap(({ told }) => told ?? []);
}

/** @returns null when all is known. */
function begin(workspace: Workspace, cache: PageCache): Promise<void> | null {
  const { run } = cache;
  if (run.work !== null) return run.work;
  const [generation, basis] = [cache.generation(), basisOf(workspace)];
  if (run.generation === generation && run.basis === basis && run.due > workspace.now) return null;
  if (run.basis !== basis) cache.known.clear();
  const work = readAll(workspace, cache)
    .then(() => {
      run.generation = generation;
      run.basis = basis;
      run.told = listTold(cache);
      run.due = Number.POSITIVE_INFINITY;
      for (const { due } of cache.known.values()) run.due = Math.min(run.due, due);
    })
    .finally(() => {
      run.work = null;
      cache.onRead();
    });
  // Whoever waits hears of a failure; nobody may be waiting by then.
  work.catch(() => undefined);
  run.work = work;
  return work;
}

/** What every standing rests on besides the files. */
function basisOf({ signers, config, roots }: Workspace): string {
  const trusted = signers.map(
    ({ signer, root, lost, former }) =>
      `${signer}@${root ?? "*"}${lost === true ? "-" : former === true ? "~" : ""}`,
  );
  return JSON.stringify([
    trusted.sort(),
    config.config,
    roots.map(({ id, path, waits }) => [id, path, waits]),
  ]);
}

/** Others are served in between. */
const TURN_MS = 12;
const PIECE = 25;

async function readAll(workspace: Workspace, cache: PageCache): Promise<void> {
  const { known, run } = cache;
  const seen = new Set<string>();
  run.done = 0;
  run.total = 0;
  for (const root of workspace.roots) {
    try {
      await readRoot(workspace, root, { cache, seen });
    } catch (error) {
      leaveOut(workspace, root, error);
    }
  }
  for (const key of known.keys()) if (!seen.has(key)) drop(cache, key);
}

type RootReading = { readonly cache: PageCache; readonly seen: Set<string> };

async function readRoot(workspace: Workspace, root: OpenRoot, { cache, seen }: RootReading): Promise<void> {
  const { known, run } = cache;
  const requests = Map.groupBy(readRequests(root), ({ id }) => id);
  const isHidden = createHiddenFinder(workspace, root);
  const findMoved = createMovedFinder(workspace, root);
  const finder = openFlagFinder(workspace, root);
  const isOfInterest = (id: string): boolean => requests.has(id) || known.get(keyOf(root, id))?.told != null;
  const files = sortByInterest(workspace, root, isOfInterest);
  run.total += files.length;
  const rest = createRest();
  let fresh: LoadedMemory[] = [];
  for (const file of files) {
    const key = keyOf(root, file.id);
    seen.add(key);
    const identity = identify(workspace, root, file);
    const wishes = requests.get(file.id) ?? [];
    if (wishes.length > 0 || !isCurrent(known.get(key), identity, workspace.now)) {
      const loaded = loadFile(workspace, root, { file, remembered: null });
      const news = { requests: wishes, hidden: isHidden(loaded), moved: findMoved.of(loaded) };
      known.set(key, await look(workspace, loaded, { ...news, identity, finder }));
      fresh.push(loaded);
    }
    if (fresh.length >= PIECE) fresh = keepWords(workspace, cache, { root, loaded: fresh });
    run.done += 1;
    await rest();
  }
  keepWords(workspace, cache, { root, loaded: fresh });
  finder.keep();
}

/** What the index takes for settled, and nothing was told of, comes last: somebody may be waiting for the others. */
function sortByInterest(
  workspace: Workspace,
  root: OpenRoot,
  isOfInterest: (id: string) => boolean,
): FileEntry[] {
  const files = listOneOfEach(root.path);
  const settled = withIndexes(workspace, { roots: [root] }, ([indexed]) =>
    indexed === undefined ? new Set<string>() : readSettled(indexed.index, clocksOf(workspace)),
  );
  const isLater = ({ id }: FileEntry): boolean => settled.has(id) && !isOfInterest(id);
  return [...files.filter((file) => !isLater(file)), ...files.filter(isLater)];
}

function clocksOf(workspace: Workspace): { readonly now: Instant; readonly observationClock: Instant } {
  return { now: workspace.now, observationClock: observationClock(workspace) };
}

function createRest(): () => Promise<void> {
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn < TURN_MS) return;
    await nextTurn();
    turn = performance.now();
  };
}

export function keyOf(root: OpenRoot, id: string): string {
  return `${root.id} ${id}`;
}

/** A young file could change once more and look the same. */
function identify({ now }: Workspace, root: OpenRoot, file: FileEntry): string {
  const { file: text, attest, young } = identifyMemory(root, file, now);
  return young ? "" : `${file.directory} ${text} ${attest}`;
}

function isCurrent(known: Known | undefined, identity: string, now: Instant): boolean {
  if (known === undefined || identity === "" || known.identity !== identity) return false;
  return !known.isUnsettled && known.due > now && (known.told?.requests.length ?? 0) === 0;
}

type LookNews = Pick<ReviewNews, "requests" | "hidden" | "moved"> & {
  readonly identity: string;
  readonly finder: FlagFinder;
};

async function look(
  workspace: Workspace,
  loaded: LoadedMemory,
  { identity, finder, ...news }: LookNews,
): Promise<Known> {
  const { memory, root, digest, standing } = loaded;
  const flags = finder.mayHave(loaded.file.id) ? await finder.of(loaded) : [];
  const rivals = findRivals(workspace, loaded);
  const waits = root.waits ? [] : reviewReasons(loaded, { ...news, flags, ...rivals }, workspace);
  const [until, inUse] = [observedUntil(loaded, workspace), isRecallable(loaded)];
  const told: Told = {
    root,
    row: rowOf(workspace, loaded),
    digest,
    cause: standing.cause,
    reason: standing.reason,
    waits,
    observedUntil: until,
    requests: news.requests,
    flags,
    inUse,
    supersedes: memory?.supersedes ?? null,
    pairedWith: rivals.pair?.file.id ?? null,
    changed: Date.parse(memory?.updatedAt ?? memory?.createdAt ?? "") || 0,
    path: pathShown(loaded),
    hidden: news.hidden,
    ailments: examineMemory(workspace, loaded),
    isNoMemory: isBrokenOutside(loaded),
  };
  const hasNews = waits.length > 0 || until !== null || told.supersedes !== null || told.ailments.length > 0;
  const isPlain = inUse && !hasNews;
  return {
    ...{ identity, standing: standing.standing, inUse },
    due: nextLook(workspace, loaded, isPlain),
    isUnsettled: told.supersedes !== null || rivals.pair !== null || memory?.status === "archived",
    told: isPlain ? null : told,
  };
}

/** What a reason says of days grows old. */
const TOLD_MS = 6 * 3_600_000;

function nextLook(workspace: Workspace, loaded: LoadedMemory, isPlain: boolean): Instant {
  const { now } = workspace;
  const { standing } = loaded.standing;
  const next = standing === "inferred" ? promotionDate(loaded, workspace) : nextReviewInstant(loaded, now);
  const due = next !== null && next > now ? next : Number.POSITIVE_INFINITY;
  return isPlain ? due : Math.min(due, now + TOLD_MS);
}

// What is withheld or not in use is in no index of a root; a person searches it all the same.

/** @returns what is left to keep: nothing. */
function keepWords(
  workspace: Workspace,
  { withheld }: PageCache,
  { root, loaded }: { readonly root: OpenRoot; readonly loaded: readonly LoadedMemory[] },
): LoadedMemory[] {
  const others = loaded.filter((each) => !isRecallable(each));
  if (others.length === 0 && !withheld.has(root.id)) return [];
  const index = withheld.get(root.id) ?? openMemoryIndex();
  withheld.set(root.id, index);
  writeRows(index, (writer) => {
    for (const each of loaded) {
      const text: Memory | null = isRecallable(each) ? null : each.memory;
      if (text === null) writer.remove(each.file.id);
      else writer.put(indexRowOf(each, { identities: UNWATCHED, text, now: workspace.now }));
    }
  });
  return [];
}

const UNWATCHED = { file: "", attest: "", young: false } as const;

function drop({ known, withheld }: PageCache, key: string): void {
  known.delete(key);
  const [root = "", id = ""] = key.split(" ");
  const index = withheld.get(root);
  if (index !== undefined) writeRows(index, (writer) => writer.remove(id));
}
