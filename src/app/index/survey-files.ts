// Which files a root has, by their names alone, and whether the index knows them all: by the times of the root's
// directories, and by what else its standings rest on.
//
// Attack: names without end. More than a root may hold leave it out, which is remembered until the directories change. Files
// that nobody vouches for can never be shown: a few of them are read, so that people see them counted for what they are, and
// the rest is a number.

import { checkTime } from "../../memory/answering.ts";
import { CredenceError } from "../../memory/errors.ts";
import { stemOfOther } from "../../memory/law/statement.ts";
import type { Directory } from "../../memory/law/transitions.ts";
import { readFact, type SearchIndex, transact, writeFact } from "../../search/index/open-index.ts";
import { readRowPlaces } from "../../search/index/queue.ts";
import { countRows } from "../../search/index/reader.ts";
import { markFilesStale } from "../../search/index/stale-rows.ts";
import { dropRemoved, readRemoved, writeRemoved } from "../../search/index/statements.ts";
import { type IndexWriter, type QueueRank, writeRows } from "../../search/index/writer.ts";
import { identifyFile } from "../../store/file-identity.ts";
import { listIds } from "../../store/memory-files.ts";
import { nameIn } from "../../store/paths.ts";
import { findAttestedIds } from "../../trust/attest-files.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";

export type SurveyedRoot = {
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly index: SearchIndex;
};

/** How many files that nobody vouches for have a row of their own. */
const UNVOUCHED_MAX = 1_000;
/** How many names are put in line between two looks at the time. */
const NAMES_AT_ONCE = 16_384;

/** Puts what changed in line. Where there is no time for all names, the next survey goes on with the rest. */
export function surveyFiles(subject: SurveyedRoot, places: DirectoryStamps, isLate: () => boolean): void {
  const { root, index } = subject;
  if (readFact(index, "beyond") === places.text)
    throw new CredenceError("ROOT_TOO_LARGE", `${root.shown} holds more than 200 000 files`);
  const basis = renderBasis(subject);
  // Before anything is read, so that whoever goes on after this one was interrupted need not begin anew.
  if (readFact(index, "basis") !== basis) markFilesStale(index, () => writeFact(index, "basis", basis));
  checkTime(subject.workspace);
  const names = listNames(subject, places);
  let isWhole = true;
  writeRows(index, (writer) => {
    isWhole = queueFiles(subject, { ...names, writer, isLate });
    if (isWhole) queueRemoved(index, names);
  });
  if (isWhole) writePlaces(subject, places);
}

type Names = { readonly files: ReadonlyMap<string, Directory>; readonly attested: ReadonlySet<string> };

function listNames({ root, index }: SurveyedRoot, places: DirectoryStamps): Names {
  try {
    return { files: listIds(root.path), attested: new Set(findAttestedIds(root.path)) };
  } catch (error) {
    const isBeyond = error instanceof CredenceError && error.code === "ROOT_TOO_LARGE";
    if (isBeyond && !places.young) transact(index, () => writeFact(index, "beyond", places.text));
    throw error;
  }
}

type Queueing = Names & { readonly writer: IndexWriter; readonly isLate: () => boolean };

/** Says whether all of them are in line. */
function queueFiles(subject: SurveyedRoot, { files, attested, writer, isLate }: Queueing): boolean {
  const { workspace, root, index } = subject;
  const vouched = workspace.seenIn(root).ids();
  const known = readRowPlaces(index);
  // Every row that is not in line yet is compared with its file: an edit in place changes no directory.
  index.database.exec("UPDATE memories SET queued = 0 WHERE queued IS NULL");
  let [unvouched, unread, added] = [0, 0, 0];
  // Into an empty index in the order in which they are read: words are written the fastest in the order of their rows.
  const inOrder = known.size === 0 ? [...files].sort(([a], [b]) => (a < b ? -1 : 1)) : files;
  for (const [id, directory] of inOrder) {
    const rank: QueueRank = vouched.has(id) ? 1 : attested.has(id) ? 2 : 3;
    if (rank === 3) unvouched += 1;
    if (rank === 3 && unvouched > UNVOUCHED_MAX) {
      unread += 1;
      continue;
    }
    if (known.get(id) !== directory) {
      writer.queue(id, directory, rank);
      added += 1;
    }
    known.delete(id);
    // However slow the machine is, each survey adds some.
    if (added > 0 && added % NAMES_AT_ONCE === 0 && isLate()) return false;
  }
  for (const id of known.keys()) {
    writer.remove(id);
    queueBeside(writer, id);
  }
  writeFact(index, "unread", String(unread));
  writeFact(index, "tries", "0");
  return true;
}

/** Which text of a memory is in use depends on those beside it. */
export function queueBeside(writer: IndexWriter, id: string): void {
  const about = stemOfOther(id);
  if (about !== id) writer.queue(about, "memories", 1);
}

/** Ids that have statements and no file. */
function queueRemoved(index: SearchIndex, { files, attested }: Names): void {
  const known = readRemoved(index);
  for (const id of attested) if (!files.has(id) && !known.has(id)) writeRemoved(index, id, "");
  for (const id of known.keys()) if (files.has(id) || !attested.has(id)) dropRemoved(index, id);
}

/** How many files have no row. */
export function countUnread(index: SearchIndex): number {
  return Number(readFact(index, "unread") ?? 0);
}

// The times of the directories.

export type DirectoryStamps = {
  readonly text: string;
  /** Seen so soon after a change that another one in the same instant would look the same. */
  readonly young: boolean;
};

const YOUNG = " young";
/** Read after an operation of our own: nobody looked whether another program changed something meanwhile. */
const OURS = " ours";
/** The names of so many memories are compared in a moment. */
const COMPARED_MAX = 1_000;

export function readDirectoryStamps(root: OpenRoot, now: number): DirectoryStamps {
  const seen = ["memories", "quarantine", "attest"].map((name) => identifyFile(nameIn(root.path, name), now));
  return { text: seen.map(({ text }) => text).join(" "), young: seen.some(({ young }) => young) };
}

function writePlaces({ index }: SurveyedRoot, { text, young }: DirectoryStamps): void {
  transact(index, () => writeFact(index, "places", text + (young ? YOUNG : "")));
}

/** After an operation of our own what was in doubt before still is. In the caller's transaction. */
export function noteOwnPlaces({ index }: SurveyedRoot, { text }: DirectoryStamps): void {
  const isYoung = readFact(index, "places")?.endsWith(YOUNG);
  writeFact(index, "places", text + (isYoung ? YOUNG : OURS));
}

/** Has nothing come, gone or been renamed since? An agent does not wait until all names of a large root are compared because
 * of an operation of our own: a file that another program made in that very moment is found by the next one to refresh the
 * index, at the start of a session or for a command. */
export function isKnown(subject: SurveyedRoot, places: DirectoryStamps, isWaited = false): boolean {
  if (!wasKnown(subject, places)) return false;
  const { index } = subject;
  const known = readFact(index, "places");
  if (known === places.text) return true;
  if (isWaited && known === places.text + OURS && countRows(index) > COMPARED_MAX) return true;
  // Something may have come and gone in the same instant as the last thing seen.
  if (!hasSameNames(subject)) return false;
  if (!places.young) writePlaces(subject, places);
  return true;
}

/** Does every row have its file where it was, and no file more? */
function hasSameNames({ root, index }: SurveyedRoot): boolean {
  const [files, rows] = [listIds(root.path), readRowPlaces(index)];
  if (files.size !== rows.size + countUnread(index)) return false;
  for (const [id, directory] of rows) if (files.get(id) !== directory) return false;
  return true;
}

/** The same without a look at what may have come in the same instant. */
export function wasKnown(subject: SurveyedRoot, { text }: DirectoryStamps): boolean {
  const { index } = subject;
  const known = readFact(index, "places")?.replace(/ (young|ours)$/, "");
  return known === text && readFact(index, "basis") === renderBasis(subject);
}

/** What every standing in the index rests on, besides the files of the root. */
function renderBasis({ workspace, root }: SurveyedRoot): string {
  const signers = workspace.signers
    .map(({ signer, root: only, lost, former }) => {
      return `${signer}@${only ?? "*"}${lost === true ? " lost" : former === true ? " former" : ""}`;
    })
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
