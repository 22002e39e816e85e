// Brings the search index of a root up to date with its files. Directory timestamps show what was added, removed or
// renamed; then each file is compared by its identity, and those that differ are read. An interrupted refresh does no
// harm: the directories count as unseen until the end, and the next refresh continues where this one stopped.

import { join } from "node:path";
import { isMemoryId } from "../../memory/memory.ts";
import {
  readFact,
  type SearchIndex,
  transact,
  widenCache,
  writeFact,
} from "../../search/index/open-index.ts";
import { countRows, type KnownFile, readDoubtful, readKnownFiles } from "../../search/index/reader.ts";
import {
  type IndexWriter,
  keepExact,
  keepsExact,
  markFilesStale,
  writeRows,
} from "../../search/index/writer.ts";
import { identifyFile } from "../../store/file-identity.ts";
import { countMemories, type FileEntry, findFile, listOneOfEach } from "../../store/memory-files.ts";
import { learnOfRemoved, loadFiles } from "../memories/list-memories.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { identifyMemory, identifyStatements, indexRowOf, isRecallable } from "./index-row.ts";

export type RefreshOptions = {
  /** Keep S2's table, too. */
  readonly exact?: boolean;
  /** Read every file again, whatever its times say. */
  readonly all?: boolean;
  /** With more to read than this nothing is done. */
  readonly filesMax?: number;
  readonly onProgress?: (done: number, total: number) => void;
  /** Somebody waits and has waited long enough: what is not done yet is left for the next one. */
  readonly isLate?: () => boolean;
};

/** How many rows one write takes, and where somebody waits: others can read in between. */
const PIECES = { usual: 2_000, small: 250 } as const;
/** How many memories that are withheld now are looked at each time. */
const DOUBTFUL_MAX = 64;

/** Says whether the index is up to date now. */
export function refreshIndex(subject: IndexedRoot, options: RefreshOptions = {}): boolean {
  const { workspace, root, index } = subject;
  const places = readDirectoryStamps(root, workspace.now);
  const fills = options.exact === true && !keepsExact(index);
  if (fills) keepExact(index);
  // A full reread is not skipped, even if another process meanwhile marks the index as current.
  const all = options.all === true || fills;
  if (!all && isKnown(subject, places)) {
    recheckDoubtful(subject);
    return true;
  }
  return sweep(subject, { ...options, all }, places);
}

/** Would a refresh find nothing to do? */
export function isUpToDate(subject: IndexedRoot): boolean {
  return isKnown(subject, readDirectoryStamps(subject.root, subject.workspace.now));
}

/** After an operation of our own: nothing else changed, if the directories were known before. */
export function noteChanges(subject: IndexedRoot, ids: readonly string[], before: DirectoryStamps): boolean {
  const { workspace, root } = subject;
  if (!wasKnown(subject, before)) return false;
  indexIds(subject, ids);
  writePlaces(subject, { ...readDirectoryStamps(root, workspace.now), young: true });
  return true;
}

/** Reads some memories again, wherever they are now. */
export function indexIds(subject: IndexedRoot, ids: readonly string[]): void {
  const { root, index } = subject;
  const files = [...new Set(ids)].sort().flatMap((id) => findOwnFile(root, id) ?? []);
  const found = new Set(files.map(({ id }) => id));
  writeRows(index, (writer) => {
    putFiles(subject, files, writer);
    for (const id of ids) if (!found.has(id)) writer.remove(id);
  });
}

function sweep(subject: IndexedRoot, options: RefreshOptions, places: DirectoryStamps): boolean {
  const { workspace, root, index } = subject;
  const basis = renderBasis(subject);
  // Before anything is read, so that after an interruption the next process can continue.
  if (readFact(index, "basis") !== basis) markFilesStale(index, () => writeFact(index, "basis", basis));
  const files = listOneOfEach(root.path);
  const known = readKnownFiles(index);
  const isChanged = (file: FileEntry): boolean => {
    const row = known.get(file.id);
    return options.all === true || row === undefined || isDifferent(root, { file, row, now: workspace.now });
  };
  const changed = files.filter(isChanged);
  if (changed.length > (options.filesMax ?? Number.POSITIVE_INFINITY)) return false;
  const piece = options.isLate === undefined ? PIECES.usual : PIECES.small;
  if (changed.length > PIECES.small) widenCache(index);
  for (let at = 0; at < changed.length; at += piece) {
    if (options.isLate?.()) return false;
    options.onProgress?.(at, changed.length);
    writeRows(index, (writer) => putFiles(subject, changed.slice(at, at + piece), writer));
  }
  const present = new Set(files.map(({ id }) => id));
  learnOfRemoved(workspace, root, present);
  writeRows(index, (writer) => {
    for (const id of known.keys()) if (!present.has(id)) writer.remove(id);
  });
  writePlaces(subject, places);
  options.onProgress?.(changed.length, changed.length);
  return true;
}

function putFiles({ workspace, root }: IndexedRoot, files: readonly FileEntry[], writer: IndexWriter): void {
  const known = new Map(files.map((file) => [file.id, identifyMemory(root, file, workspace.now)]));
  for (const loaded of loadFiles(workspace, root, files)) {
    const seen = known.get(loaded.file.id);
    const text = isRecallable(loaded) ? loaded.memory : null;
    if (seen === undefined) continue;
    // What there was no time to look at is looked at again.
    const identities = { ...seen, young: seen.young || loaded.standing.cause === "unchecked" };
    writer.put(indexRowOf(loaded, { identities, text, now: workspace.now }));
  }
}

/** A statement that arrives beside others, or an edit in place, changes no directory that is watched. */
function recheckDoubtful(subject: IndexedRoot): void {
  const { workspace, root, index } = subject;
  const changed = readDoubtful(index, DOUBTFUL_MAX).filter((row) => {
    const file = findOwnFile(root, row.id);
    return file === null || isDifferent(root, { file, row, now: workspace.now });
  });
  const ids = changed.map(({ id }) => id);
  if (ids.length > 0) indexIds(subject, ids);
}

/** An id that somebody wrote into the index could lead anywhere. */
function findOwnFile(root: OpenRoot, id: string): FileEntry | null {
  return isMemoryId(id) ? findFile(root.path, id) : null;
}

/** By the file alone where recall may show it: what is about to be shown is read with its statements anyway. A row that was
 * young is read once more when it no longer is. */
function isDifferent(
  root: OpenRoot,
  { file, row, now }: { readonly file: FileEntry; readonly row: KnownFile; readonly now: number },
): boolean {
  const seen = identifyFile(file.path, now);
  if (row.directory !== file.directory || row.file !== seen.text) return true;
  if (row.young && !seen.young) return true;
  return !row.searchable && row.attest !== identifyStatements(root, file.id, now).text;
}

// Is the index up to date? By the times of the root's directories, and by what else its standings rest on.

export type IndexedRoot = {
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly index: SearchIndex;
};

export type DirectoryStamps = {
  readonly text: string;
  /** Seen so soon after a change that another one in the same instant would look the same. */
  readonly young: boolean;
};

const YOUNG = " young";

export function readDirectoryStamps(root: OpenRoot, now: number): DirectoryStamps {
  const seen = ["memories", "quarantine", "attest"].map((name) => identifyFile(join(root.path, name), now));
  return { text: seen.map(({ text }) => text).join(" "), young: seen.some(({ young }) => young) };
}

function writePlaces({ index }: IndexedRoot, { text, young }: DirectoryStamps): void {
  transact(index, () => writeFact(index, "places", young ? text + YOUNG : text));
}

/** Has nothing come, gone or been renamed since? */
function isKnown(subject: IndexedRoot, places: DirectoryStamps): boolean {
  if (!wasKnown(subject, places)) return false;
  const { root, index } = subject;
  if (readFact(index, "places") === places.text) return true;
  // What came in the same instant as the last thing seen makes more files than rows.
  if (countMemories(root.path) !== countRows(index)) return false;
  if (!places.young) writePlaces(subject, places);
  return true;
}

/** The same without a look at what may have come in the same instant. */
function wasKnown(subject: IndexedRoot, { text }: DirectoryStamps): boolean {
  const known = readFact(subject.index, "places");
  return (
    (known === text || known === text + YOUNG) && readFact(subject.index, "basis") === renderBasis(subject)
  );
}

/** What every standing in the index rests on, besides the files of the root. */
function renderBasis({ workspace, root }: IndexedRoot): string {
  const signers = workspace.signers
    .map(({ signer, root: only, lost }) => `${signer}@${only ?? "*"}${lost === true ? " lost" : ""}`)
    .sort();
  const { unreadable } = workspace.seenIn(root);
  return JSON.stringify([
    workspace.state.path,
    workspace.state.isTest,
    root.path,
    root.waits,
    signers,
    ...(unreadable === null ? [] : ["the record cannot be read"]),
  ]);
}
