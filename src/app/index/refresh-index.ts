// Brings the search index of a root up to date with its files, in two steps. The survey lists names: what came gets a row
// without words, what went loses its row, and every other row is to be compared. All of them stand in line in the index
// itself, so whoever is interrupted loses nothing. Then the line is worked off, as far as there is time.
//
// Attack: a repository with so many files or statements that each prompt waits for them. Whoever waits (`isLate`) takes all
// the time there is twice; from then on each takes a slice, until somebody who does not wait has read the rest. Names are
// listed once for each change of the directories, and beyond a bound the root is left out.

import { isMemoryId } from "../../memory/memory.ts";
import { type SearchIndex, widenCache } from "../../search/index/open-index.ts";
import { countQueued, type QueuedRow, readQueued } from "../../search/index/queue.ts";
import { mergeSegments } from "../../search/index/reader.ts";
import { keepExact, keepsExact, markIfTableCame, markRowsStale } from "../../search/index/stale-rows.ts";
import {
  dropRemoved,
  keepStrangers,
  readRemoved,
  readStrangers,
  writeRemoved,
} from "../../search/index/statements.ts";
import { type IndexWriter, type LineChanges, writeRows } from "../../search/index/writer.ts";
import { type FileEntry, type FileFinder, findTogether } from "../../store/memory-files.ts";
import { type LoadOneByOne, learnOf, loadOneByOne } from "../memories/list-memories.ts";
import type { Reading } from "../memories/strangers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { type Allowance, openAllowance, take, type Waiting, writeTries } from "./allowance.ts";
import { isDifferent, queueChanged, queueDoubtful } from "./compare-rows.ts";
import { identifyMemory, identifyStatements, indexRowOf, isRecallable } from "./index-row.ts";
import {
  type DirectoryStamps,
  isKnown,
  readDirectoryStamps,
  type SurveyedRoot,
  surveyFiles,
  wasKnown,
  writePlaces,
} from "./survey-files.ts";

export type RefreshOptions = Waiting & {
  /** Keep S2's table, too. */
  readonly exact?: boolean;
  /** Read every file again, whatever its times say. */
  readonly all?: boolean;
  /** Compare rows with their files although no directory changed: as many as one has time for, the next ones another time. */
  readonly compares?: boolean;
  /** With more to read than this nothing is done. */
  readonly filesMax?: number;
  readonly onProgress?: (done: number, total: number) => void;
  /** Words of the question: what is named after them is read first. */
  readonly words?: readonly string[];
};

export type IndexedRoot = {
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly index: SearchIndex;
  /** How statements are read while this index is asked. */
  readonly reading: Reading;
  /** How many stood in line when this one had no more time; counted on while it is asked. */
  readonly countLeft: () => number;
};

type Preparing = Omit<IndexedRoot, "countLeft">;

/** How many rows one write takes: others can read in between. */
const PIECE = 250;
/** How many in line are looked at by one who waits. */
const LINE_MAX = 4_096;
/** A longer line is not sorted by the words of the question: that alone would take the time. */
const SORTED_MAX = 20_000;

export function prepareIndex(
  workspace: Workspace,
  root: OpenRoot,
  { index, options }: { readonly index: SearchIndex; readonly options: RefreshOptions },
): { readonly subject: Preparing; readonly allowance: Allowance } {
  const allowance = openAllowance(index, options);
  const reading: Reading = {
    strangersOf: (id) => readStrangers(index, id),
    keep: (id, strangers) => keepStrangers(index, id, strangers),
    mayRead: () => {
      const may = take(allowance, "statements") && !allowance.isLate();
      allowance.unfinished += Number(!may);
      return may;
    },
  };
  return { subject: { workspace, root, index, reading }, allowance };
}

/** Brings the index up to date, as far as there is time. With more to read than `filesMax` nothing is read. */
export function refreshIndex(
  workspace: Workspace,
  root: OpenRoot,
  { index, options = {} }: { readonly index: SearchIndex; readonly options?: RefreshOptions },
): IndexedRoot {
  const { subject, allowance } = prepareIndex(workspace, root, { index, options });
  const places = readDirectoryStamps(root, workspace.now);
  const fills = options.exact === true && !keepsExact(index);
  if (fills) keepExact(index);
  else if (options.all === true) markRowsStale(index);
  else markIfTableCame(index);
  if (!isKnown(subject, places)) surveyFiles(subject, places, allowance.isLate);
  else if (options.compares === true) queueChanged(subject, allowance.isLate);
  else queueDoubtful(subject);
  const queued = countQueued(index);
  const isTooMuch = queued > (options.filesMax ?? Number.POSITIVE_INFINITY);
  const left = isTooMuch ? queued : workOff(subject, options, allowance);
  allowance.unfinished = 0;
  // By this one's own count: what others put in line meanwhile is not missing from its answer.
  return { ...subject, countLeft: () => left + allowance.unfinished };
}

/** Would a refresh find nothing to do? */
export function isUpToDate(subject: SurveyedRoot): boolean {
  const places = readDirectoryStamps(subject.root, subject.workspace.now);
  return isKnown(subject, places) && countQueued(subject.index) === 0;
}

/** After an operation of our own: nothing else changed, if the directories were known before. @returns null if not. */
export function noteChanges(
  subject: Preparing,
  ids: readonly string[],
  before: DirectoryStamps,
): LineChanges | null {
  const { workspace, root } = subject;
  if (!wasKnown(subject, before)) return null;
  const changes = indexIds(subject, ids);
  writePlaces(subject, { ...readDirectoryStamps(root, workspace.now), young: true });
  return changes;
}

/** Reads some memories again, wherever they are now. */
export function indexIds(subject: Preparing, ids: readonly string[]): LineChanges {
  const { root, index } = subject;
  const wanted = [...new Set(ids)].sort();
  const files = findTogether(root.path, (find) => wanted.flatMap((id) => findOwnFile(find, id) ?? []));
  const found = new Set(files.map(({ id }) => id));
  return writeRows(index, (writer) => {
    putFiles(subject, { ids: [...found], files, writer });
    for (const id of ids) if (!found.has(id)) writer.remove(id);
  });
}

/** Works off the line; says how many are left. */
function workOff(subject: Preparing, options: RefreshOptions, allowance: Allowance): number {
  const { index } = subject;
  const waits = options.isLate !== undefined;
  const total = countQueued(index);
  if (total > PIECE) widenCache(index);
  let [done, left] = [0, total];
  const hadTime = !allowance.isLate();
  const isMergedLater = !waits && total >= PIECE;
  while (left > 0 && !allowance.isLate()) {
    options.onProgress?.(done, total);
    const line = readQueued(index, {
      words: waits && total <= SORTED_MAX ? (options.words ?? []) : [],
      limit: waits ? LINE_MAX : PIECE,
    });
    let settled = 0;
    for (let at = 0; at < line.length && !allowance.isLate(); at += PIECE)
      settled += workPiece(subject, line.slice(at, at + PIECE), { allowance, isMergedLater });
    done += settled;
    left = countQueued(index);
    if (settled === 0) break;
  }
  // Pieces leave a segment each.
  if (left === 0 && done >= PIECE && !waits) mergeSegments(index);
  learnRemoved(subject, allowance);
  if (left > 0 && waits && hadTime) writeTries(index);
  if (left === 0) options.onProgress?.(total, total);
  return left;
}

/** Says how many left the line. */
function workPiece(
  subject: Preparing,
  rows: readonly QueuedRow[],
  { allowance, isMergedLater }: { readonly allowance: Allowance; readonly isMergedLater: boolean },
): number {
  let settled = 0;
  const mayTake = ({ rank }: QueuedRow): boolean =>
    (rank < 4 || allowance.statements > 0) && take(allowance, rank === 0 ? "checks" : "files");
  const work = (writer: IndexWriter, find: FileFinder): void => {
    function* pick(): Generator<FileEntry> {
      for (const row of rows) {
        if (allowance.isLate()) return;
        const file = mayTake(row) ? findIfDifferent(subject, row, { writer, find }) : undefined;
        if (file === null) settled += 1;
        else if (file !== undefined) yield file;
      }
    }
    const ids = rows.filter(({ rank }) => rank > 0).map(({ id }) => id);
    settled += putFiles(subject, { ids, files: pick(), writer });
  };
  writeRows(
    subject.index,
    (writer) => findTogether(subject.root.path, (find) => work(writer, find)),
    isMergedLater,
  );
  return settled;
}

/** The file to read; null where there is none, or where it is as it was. */
function findIfDifferent(
  { workspace, root }: Preparing,
  row: QueuedRow,
  { writer, find }: { readonly writer: IndexWriter; readonly find: FileFinder },
): FileEntry | null {
  if (row.rank === 0 && !isDifferent(root, row, workspace.now)) {
    writer.settle(row.id);
    return null;
  }
  const file = findOwnFile(find, row.id);
  if (file === null) writer.remove(row.id);
  return file;
}

type FilesToPut = Pick<LoadOneByOne, "ids"> & {
  readonly files: Iterable<FileEntry>;
  readonly writer: IndexWriter;
};

/** Says how many rows are up to date by it. */
function putFiles({ workspace, root, reading }: Preparing, { ids, files, writer }: FilesToPut): number {
  const { now } = workspace;
  let put = 0;
  const work: LoadOneByOne["work"] = (load) => {
    for (const file of files) {
      // Before it is read: a change in between makes the row look old, not new.
      const identities = identifyMemory(root, file, now);
      const loaded = load(file);
      if (loaded.unfinished) {
        writer.queue(file.id, file.directory, 4);
        continue;
      }
      const text = isRecallable(loaded) ? loaded.memory : null;
      writer.put(indexRowOf(loaded, { identities, text, now }));
      put += 1;
    }
  };
  loadOneByOne(workspace, root, { ids, reading, work });
  return put;
}

/** Statements about memories that have no file are read, too, after everything that can be shown. */
function learnRemoved({ workspace, root, index, reading }: Preparing, { isLate }: Allowance): void {
  for (const [id, seen] of readRemoved(index)) {
    if (isLate()) return;
    const { text } = identifyStatements(root, id, workspace.now);
    if (text === seen) continue;
    if (text === "-") dropRemoved(index, id);
    else if (learnOf(workspace, root, { id, reading })) writeRemoved(index, id, text);
    else return;
  }
}

/** An id that somebody wrote into the index could lead anywhere. */
function findOwnFile(find: FileFinder, id: string): FileEntry | null {
  return isMemoryId(id) ? find(id) : null;
}
