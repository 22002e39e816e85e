// Brings the search index of a root up to date with its files, in two steps. The survey lists names: what came gets a row
// without words, what went loses its row, and every other row is to be compared. All of them stand in line in the index
// itself, so whoever is interrupted loses nothing. Then the line is worked off, as far as there is time.
//
// Attack: a repository with so many files or statements that each prompt waits for them, or that what somebody here vouches
// for waits behind them. Whoever waits (`isLate`) takes all the time there is twice, a few statements of each memory first;
// from then on each leaves the rest in line, until somebody who does not wait has read it. Names are listed once for each
// change of the directories, and beyond a bound the root is left out.

import { isMemoryId } from "../../memory/memory.ts";
import { type SearchIndex, widenCache } from "../../search/index/open-index.ts";
import { countLeft, countQueued, type QueuedRow, readQueued } from "../../search/index/queue.ts";
import { mergeSegments } from "../../search/index/reader.ts";
import { keepExact, keepsExact, markIfTableCame, markRowsStale } from "../../search/index/stale-rows.ts";
import { dropRemoved, readRemoved, writeRemoved } from "../../search/index/statements.ts";
import { type IndexWriter, type LineChanges, writeRows } from "../../search/index/writer.ts";
import { type FileEntry, type FileFinder, findTogether } from "../../store/memory-files.ts";
import { type LoadOneByOne, learnOf, loadOneByOne } from "../memories/list-memories.ts";
import type { Reading } from "../memories/strangers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import {
  type Allowance,
  grantShare,
  openAllowance,
  readWithin,
  take,
  type Waiting,
  writeTries,
} from "./allowance.ts";
import { identifyMemory, identifyStatements, indexRowOf, isDifferent, queueDoubtful } from "./index-row.ts";
import { isRowWithheld } from "./show-gate.ts";
import { isKnown, queueBeside, readDirectoryStamps, type SurveyedRoot, surveyFiles } from "./survey-files.ts";

export type RefreshOptions = Waiting & {
  /** Keep S2's table, too. */
  readonly exact?: boolean;
  /** Read every file again, whatever its times say. */
  readonly all?: boolean;
  /** Compare rows with their files although no directory changed: as many as one has time for, the next ones another time. */
  readonly compare?: (surveyed: SurveyedRoot, isLate: () => boolean) => void;
  /** Ends a piece early, not before its first row: others can write in between. */
  readonly isPieceOver?: () => boolean;
  /** An agent waits: names of a large root are not compared because of an operation of our own. */
  readonly isWaited?: true;
  /** With more to read than this nothing is done. */
  readonly filesMax?: number;
  /** Before each piece and after the last. */
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
  /** What this one had no time for, in line or about to be shown, or both; null where there is nothing. */
  readonly findLeft: () => ReturnType<typeof countLeft> | null;
  /** To be called after the answer: what took too long for it is not tried for ever. */
  readonly noteAnswer: () => void;
};

type Preparing = Omit<IndexedRoot, "findLeft" | "noteAnswer">;

/** How many rows one write takes: others can read in between. */
const PIECE = 250;
/** How many in line are looked at by one who waits. */
const LINE_MAX = 4_096;
/** At how many ids that have statements and no file one who waits looks. */
const REMOVED_MAX = 256;
/** A longer line is not sorted by the words of the question: that alone would take the time. */
const SORTED_MAX = 20_000;

export function prepareIndex(
  workspace: Workspace,
  root: OpenRoot,
  { index, options }: { readonly index: SearchIndex; readonly options: RefreshOptions },
): { readonly subject: Preparing; readonly allowance: Allowance } {
  const allowance = openAllowance(index, options);
  return { subject: { workspace, root, index, reading: readWithin(index, allowance) }, allowance };
}

/** Brings the index up to date, as far as there is time. With more to read than `filesMax` nothing is read. */
export function refreshIndex(
  workspace: Workspace,
  root: OpenRoot,
  { index, options = {} }: { readonly index: SearchIndex; readonly options?: RefreshOptions },
): IndexedRoot {
  const surveyed = { workspace, root, index };
  const { isLate = () => false, words } = options;
  const places = readDirectoryStamps(root, workspace.now);
  const fills = options.exact === true && !keepsExact(index);
  if (fills) keepExact(index);
  else if (options.all === true) markRowsStale(index);
  else markIfTableCame(index);
  const isWaited = options.isWaited ?? (options.isLate !== undefined && words !== undefined);
  if (!isKnown(surveyed, places, isWaited)) surveyFiles(surveyed, places, isLate);
  else (options.compare ?? queueDoubtful)(surveyed, isLate);
  // After the survey: what it found has not been tried yet.
  const { subject, allowance } = prepareIndex(workspace, root, { index, options });
  const queued = countQueued(index);
  const isTooMuch = queued > (options.filesMax ?? Infinity);
  const hadTime = !isLate();
  const left = isTooMuch ? queued : workOff(subject, options, { allowance, total: queued });
  const isWhole = !isTooMuch && learnRemoved(subject, allowance) && left === 0;
  // One who waits counts what is left, and one who does not takes it back when nothing is.
  if (hadTime && isWhole !== allowance.waits) writeTries(index, isWhole);
  const { unfinished } = allowance;
  unfinished.clear();
  return {
    ...subject,
    // By this one's own count: what others put in line meanwhile is not missing from its answer.
    findLeft: () => (left + unfinished.size > 0 ? countLeft(index, unfinished) : null),
    noteAnswer: () => {
      if (hadTime && isWhole && unfinished.size > 0) writeTries(index, false);
    },
  };
}

/** Reads some memories again, wherever they are now. */
export function indexIds(
  subject: Preparing,
  ids: readonly string[],
  also?: (changes: LineChanges) => void,
): LineChanges {
  const { root, index } = subject;
  const wanted = [...new Set(ids)].sort();
  const files = findTogether(root.path, (find) => wanted.flatMap((id) => findOwnFile(find, id) ?? []));
  const found = new Set(files.map(({ id }) => id));
  const write = (writer: IndexWriter): void => {
    putFiles(subject, { ids: [...found], files, writer });
    for (const id of ids) if (!found.has(id)) writer.remove(id);
  };
  return writeRows(index, write, { also });
}

/** Works off the line; says how many are left. */
function workOff(subject: Preparing, options: RefreshOptions, { allowance, total }: Line): number {
  const { index } = subject;
  const { rankMax, waits } = allowance;
  if (total > PIECE && rankMax > 1) widenCache(index);
  let [done, left] = [0, total];
  const isMergedLater = !waits && total >= PIECE;
  while (left > 0 && !allowance.isLate()) {
    options.onProgress?.(done, total);
    const line = readQueued(index, {
      words: waits && total <= SORTED_MAX ? (options.words ?? []) : [],
      limit: waits ? LINE_MAX : PIECE,
      rankMax,
    });
    let settled = 0;
    for (let at = 0; at < line.length && !allowance.isLate(); at += PIECE)
      settled += workPiece(subject, line.slice(at, at + PIECE), { ...options, allowance, isMergedLater });
    done += settled;
    if (settled === 0) break;
    left = countQueued(index);
  }
  if (left > 0) return left;
  // Pieces leave a segment each.
  if (done >= PIECE && !waits) mergeSegments(index);
  options.onProgress?.(total, total);
  return left;
}

type Line = { readonly allowance: Allowance; readonly total: number };

type Piece = Pick<RefreshOptions, "isPieceOver"> & {
  readonly allowance: Allowance;
  readonly isMergedLater: boolean;
};

/** Says how many left the line, or their place in it. */
function workPiece(
  subject: Preparing,
  rows: readonly QueuedRow[],
  { allowance, isPieceOver, isMergedLater }: Piece,
): number {
  let settled = 0;
  const mayTake = ({ rank }: QueuedRow): boolean => {
    grantShare(allowance, rank);
    return take(allowance, rank === 0 ? "checks" : "files");
  };
  const work = (writer: IndexWriter, find: FileFinder): void => {
    function* pick(): Generator<FileEntry> {
      for (const row of rows) {
        if (allowance.isLate() || isPieceOver?.()) return;
        const file = mayTake(row) ? findIfDifferent(subject, row, { writer, find }) : undefined;
        if (file === null) settled += 1;
        else if (file !== undefined) yield file;
      }
    }
    const ids = rows.filter(({ rank }) => rank > 0).map(({ id }) => id);
    const put = putFiles(subject, { ids, files: pick(), writer, allowance });
    settled += put;
  };
  writeRows(subject.index, (writer) => findTogether(subject.root.path, (find) => work(writer, find)), {
    isMergedLater,
  });
  grantShare(allowance);
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
  readonly allowance?: Allowance;
};

/** Says how many rows are up to date by it, or last in line. */
function putFiles(
  { workspace, root, index, reading }: Preparing,
  { ids, files, writer, allowance }: FilesToPut,
): number {
  const { now } = workspace;
  let put = 0;
  const { load, flush } = loadOneByOne(workspace, root, { ids, reading });
  try {
    for (const file of files) {
      // Before it is read: a change in between makes the row look old, not new.
      const identities = identifyMemory(root, file, now);
      const loaded = load(file);
      if (loaded.unfinished) {
        writer.queue(file.id, file.directory, 4);
        // One that had its share is read again when the others had theirs.
        put += Number(allowance?.share === 0);
        continue;
      }
      const text = isRowWithheld(index, loaded) ? null : loaded.memory;
      writer.put(indexRowOf(loaded, { identities, text, now }));
      queueBeside(writer, file.id);
      put += 1;
    }
  } finally {
    flush();
  }
  return put;
}

/** Statements about memories that have no file are read, too, after everything that can be shown: some of them where somebody
 * waits. Says whether there was time for it. */
function learnRemoved({ workspace, root, index, reading }: Preparing, allowance: Allowance): boolean {
  if (allowance.rankMax === 1) return false;
  for (const [id, seen] of readRemoved(index, allowance.waits ? REMOVED_MAX : -1)) {
    if (allowance.isLate()) return false;
    const { text } = identifyStatements(root, id, workspace.now);
    if (text === seen) continue;
    if (text === "-") dropRemoved(index, id);
    else if (learnOf(workspace, root, { id, reading })) writeRemoved(index, id, text);
    else return false;
  }
  return true;
}

/** An id that somebody wrote into the index could lead anywhere. */
const findOwnFile = (find: FileFinder, id: string): FileEntry | null => (isMemoryId(id) ? find(id) : null);
