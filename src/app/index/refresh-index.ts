// Brings the search index of a root up to date with its files, in two steps. The survey lists names: what came gets a row
// without words, what went loses its row, and every other row is to be compared. All of them stand in line in the index
// itself, so whoever is interrupted loses nothing. Then the line is worked off, as far as there is time.
//
// Attack: a repository with so many files or statements that each prompt waits for them. Whoever waits (`isLate`) takes all
// the time there is twice; from then on each takes a slice, until somebody who does not wait has read the rest. Names are
// listed once for each change of the directories, and beyond a bound the root is left out.

import { isMemoryId } from "../../memory/memory.ts";
import { readFact, type SearchIndex, widenCache, writeFact } from "../../search/index/open-index.ts";
import { countQueued, type QueuedRow, readQueued } from "../../search/index/queue.ts";
import { type KnownFile, mergeSegments, readDoubtful, readKnownAfter } from "../../search/index/reader.ts";
import {
  dropRemoved,
  keepStrangers,
  readRemoved,
  readStrangers,
  writeRemoved,
} from "../../search/index/statements.ts";
import {
  type IndexWriter,
  keepExact,
  keepsExact,
  markIfTableCame,
  markRowsStale,
  writeRows,
} from "../../search/index/writer.ts";
import { identifyFile } from "../../store/file-identity.ts";
import { type FileEntry, findFile } from "../../store/memory-files.ts";
import { nameIn } from "../../store/paths.ts";
import { learnOf, loadOneByOne } from "../memories/list-memories.ts";
import type { Reading } from "../memories/strangers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { type Allowance, openAllowance, take, type Waiting, writeTries } from "./allowance.ts";
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
/** How many memories that are withheld now are looked at each time. */
const DOUBTFUL_MAX = 64;
/** How many rows are compared in passing, and how many at once. */
const [COMPARED_MAX, COMPARED_PIECE] = [20_000, 1_000];
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

/** After an operation of our own: nothing else changed, if the directories were known before. */
export function noteChanges(subject: Preparing, ids: readonly string[], before: DirectoryStamps): boolean {
  const { workspace, root } = subject;
  if (!wasKnown(subject, before)) return false;
  indexIds(subject, ids);
  writePlaces(subject, { ...readDirectoryStamps(root, workspace.now), young: true });
  return true;
}

/** Reads some memories again, wherever they are now. */
export function indexIds(subject: Preparing, ids: readonly string[]): void {
  const { root, index } = subject;
  const files = [...new Set(ids)].sort().flatMap((id) => findOwnFile(root, id) ?? []);
  const found = new Set(files.map(({ id }) => id));
  writeRows(index, (writer) => {
    putFiles(subject, files, writer);
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
  while (left > 0 && !allowance.isLate()) {
    options.onProgress?.(done, total);
    const line = readQueued(index, {
      words: waits && total <= SORTED_MAX ? (options.words ?? []) : [],
      limit: waits ? LINE_MAX : PIECE,
    });
    let settled = 0;
    for (let at = 0; at < line.length && !allowance.isLate(); at += PIECE)
      settled += workPiece(subject, line.slice(at, at + PIECE), allowance);
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
function workPiece(subject: Preparing, rows: readonly QueuedRow[], allowance: Allowance): number {
  let settled = 0;
  writeRows(subject.index, (writer) => {
    const mayTake = ({ rank }: QueuedRow): boolean =>
      (rank < 4 || allowance.statements > 0) && take(allowance, rank === 0 ? "checks" : "files");
    function* pick(): Generator<FileEntry> {
      for (const row of rows) {
        if (allowance.isLate()) return;
        const file = mayTake(row) ? findIfDifferent(subject, row, writer) : undefined;
        if (file === null) settled += 1;
        else if (file !== undefined) yield file;
      }
    }
    settled += putFiles(subject, pick(), writer);
  });
  return settled;
}

/** The file to read; null where there is none, or where it is as it was. */
function findIfDifferent(
  { workspace, root }: Preparing,
  row: QueuedRow,
  writer: IndexWriter,
): FileEntry | null {
  if (row.rank === 0 && !isDifferent(root, row, workspace.now)) {
    writer.settle(row.id);
    return null;
  }
  const file = findOwnFile(root, row.id);
  if (file === null) writer.remove(row.id);
  return file;
}

/** Says how many rows are up to date by it. */
function putFiles(
  { workspace, root, reading }: Preparing,
  files: Iterable<FileEntry>,
  writer: IndexWriter,
): number {
  const { now } = workspace;
  let put = 0;
  loadOneByOne(workspace, root, (load) => {
    for (const file of files) {
      // Before it is read: a change in between makes the row look old, not new.
      const identities = identifyMemory(root, file, now);
      const loaded = load(file, reading);
      if (loaded.unfinished) {
        writer.queue(file.id, file.directory, 4);
        continue;
      }
      const text = isRecallable(loaded) ? loaded.memory : null;
      writer.put(indexRowOf(loaded, { identities, text, now }));
      put += 1;
    }
  });
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

/** A statement that arrives beside others, or an edit in place, changes no directory that is watched. */
function queueDoubtful({ workspace, root, index }: Preparing): void {
  const changed = readDoubtful(index, DOUBTFUL_MAX).filter((row) => isDifferent(root, row, workspace.now));
  if (changed.length === 0) return;
  writeRows(index, (writer) => {
    for (const { id, directory } of changed) writer.queue(id, directory, 1);
  });
}

/** The same of all rows, or, where there are too many, of those that come after the ones that were compared last. */
function queueChanged({ workspace, root, index }: Preparing, isLate: () => boolean): void {
  const isChanged = (row: KnownFile & { readonly id: string }): boolean =>
    isDifferent(root, row, workspace.now) || isSaidOf(root, row, workspace.now);
  const begin = Number(readFact(index, "compared") ?? 0);
  let [at, left, isWrapped] = [begin, COMPARED_MAX, begin === 0];
  const changed: (KnownFile & { readonly id: string })[] = [];
  while (left > 0 && !isLate()) {
    const piece = readKnownAfter(index, at, Math.min(left, COMPARED_PIECE));
    changed.push(...piece.filter(isChanged));
    left -= piece.length;
    at = piece.at(-1)?.row ?? 0;
    if (piece.length === 0 && isWrapped) break;
    isWrapped ||= piece.length === 0;
  }
  writeRows(index, (writer) => {
    for (const { id, directory } of changed) writer.queue(id, directory, 1);
    if (String(at) !== readFact(index, "compared")) writeFact(index, "compared", String(at));
  });
}

/** Somebody said something about it since. */
function isSaidOf(root: OpenRoot, row: KnownFile & { readonly id: string }, now: number): boolean {
  return row.searchable && row.attest !== identifyStatements(root, row.id, now).text;
}

/** An id that somebody wrote into the index could lead anywhere. */
function findOwnFile(root: OpenRoot, id: string): FileEntry | null {
  return isMemoryId(id) ? findFile(root.path, id) : null;
}

/** By the file alone where recall may show it: what is about to be shown is read with its statements anyway. A row that was
 * young is read once more when it no longer is. Where it lies is what the last survey saw: a move changes the directories. */
function isDifferent(root: OpenRoot, row: KnownFile & { readonly id: string }, now: number): boolean {
  if (!isMemoryId(row.id)) return true;
  const directory = row.directory === "quarantine" ? "quarantine" : "memories";
  const seen = identifyFile(nameIn(nameIn(root.path, directory), `${row.id}.md`), now);
  if (row.file !== seen.text || (row.young && !seen.young)) return true;
  return !row.searchable && row.attest !== identifyStatements(root, row.id, now).text;
}
