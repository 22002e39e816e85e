// How anything in a root changes: under its lock, after what a killed process left was finished, all files together, each
// statement signed, and one line in the journal.

import { randomBytes } from "node:crypto";
import { basename, sep } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { renderInstant } from "../../memory/instant.ts";
import { isTextStatement, parseStatement, type SignedStatement } from "../../memory/law/statement.ts";
import type { Actor } from "../../memory/law/transitions.ts";
import { parseMemoryId } from "../../memory/memory.ts";
import { isSqliteFailure, quietly } from "../../search/index/open-index.ts";
import { countQueued } from "../../search/index/queue.ts";
import { codeOf } from "../../store/fs-failure.ts";
import type { JournalEntry } from "../../store/journal.ts";
import { acquireLock, isBeingWritten, type LockSetting, whenLocked } from "../../store/lock.ts";
import { modesOf } from "../../store/root-files.ts";
import { type Change, commit, hasPending, recover, type TransactionPlace } from "../../store/transaction.ts";
import type { KnownSigner } from "../../trust/signers-file.ts";
import { patchIndexMd, removeIndexMd, writeIndexMd } from "../index/index-md.ts";
import { openKeptIndex } from "../index/open-index.ts";
import { indexIds, prepareIndex, refreshIndex } from "../index/refresh-index.ts";
import { type DirectoryStamps, noteOwnPlaces, readDirectoryStamps, wasKnown } from "../index/survey-files.ts";
import { type Answering, keepAnswers } from "../memories/answers.ts";
import { dropOldNames } from "../memories/kept/forgotten-names.ts";
import { findHeld, holding } from "../memories/kept/held-locks.ts";
import { keepApprovedTexts } from "../memories/kept/retained-texts.ts";
import { findSigner, isGenuine } from "../memories/known-signers.ts";
import { printMarks } from "../sets/print-marks.ts";
import { readSigned, type Settling, settleFiles } from "../sets/settle-files.ts";
import { explainUnwritten } from "../workspace/open-records.ts";
import {
  isPersonThere,
  type OpenRoot,
  refuseUnreadableRecord,
  type Workspace,
} from "../workspace/workspace.ts";
import { tryFinishForgetting } from "./removed/erase-traces.ts";
import { isSignedHere } from "./sign/attest.ts";
import { saveChain } from "./sign/sign-set.ts";

export function transactionPlace(root: OpenRoot): TransactionPlace {
  return { root: root.path, records: root.records, modes: modesOf(root) };
}

/** Runs one operation as the only writer of the root; it gets what was first completed for a killed process. */
export function withLock<Result>(
  root: OpenRoot,
  work: (recovered: readonly JournalEntry[]) => Result,
  setting: LockSetting = {},
): Result {
  refuseSecondLocation(root);
  return holding(root.path, acquireLock(root.path, setting), () => work(recover(transactionPlace(root))));
}

/** The same where the process can answer others while it waits; the operation itself waits for nothing. */
export async function withLockLater<Result>(
  { hints: { onWait } }: Workspace,
  root: OpenRoot,
  work: () => Result,
): Promise<Result> {
  refuseSecondLocation(root);
  return whenLocked(root.path, { onWait }, (lock) =>
    holding(root.path, lock, () => {
      recover(transactionPlace(root));
      return work();
    }),
  );
}

/** A copy shares its id, and so its half-done operations, with the root it was copied from: it finishes none of them. */
function refuseSecondLocation(root: OpenRoot): void {
  if (!root.waits) return;
  throw new CredenceError(
    "SECOND_LOCATION",
    "this is a second copy of a known project, so nothing is written to it",
  );
}

type OperationRecord = {
  readonly command: string;
  readonly id: string;
  readonly actor: Actor;
  readonly digest: string | null;
  readonly reason?: string | null;
};

export type Operation = Answering & { readonly record: OperationRecord; readonly changes: readonly Change[] };

type Operations = Pick<TransactionPlace, "syncTogether"> & Settling & { operations: readonly Operation[] };

export function commitChanges(workspace: Workspace, root: OpenRoot, operation: Operation): void {
  commitOperations(workspace, root, { operations: [operation] });
}

/** Several operations as one transaction, which the search index follows once: for many memories at a time. */
export function commitOperations(
  workspace: Workspace,
  root: OpenRoot,
  { operations, also, failing, isTrustNew, ...together }: Operations,
): void {
  const { unreadable, unmade } = workspace.seenIn(root);
  if (unreadable !== null) refuseUnreadableRecord(root);
  if (unmade !== null) throw explainUnwritten(unmade);
  const lock = findHeld(root.path);
  if (lock === null) throw new CredenceError("INTERNAL", "a root changes only under its lock");
  const [first, ...more] = operations.map(({ record }) => journalEntryOf(workspace, record));
  if (first === undefined) return;
  lock.beat();
  if (first.command !== "forget") tryFinishForgetting(workspace, root);
  const acts = operations.flatMap((each) => each.changes);
  const settling = {
    changes: acts,
    isTrustNew: isTrustNew === true,
    ...(also && { also }),
    ...(failing && { failing }),
  };
  const { changes, ended } =
    root.kind === "shared"
      ? { changes: printMarks(workspace, root, { changes: acts, said: readSigned(acts) }), ended: [] }
      : settleFiles(workspace, root, settling);
  const before = readDirectoryStamps(root, workspace.now);
  commit({ ...transactionPlace(root), ...together }, [first, ...more], changes);
  saveChain();
  workspace.seenIn(root).texts.drop(ended);
  quietly(() => dropOldNames(root, workspace.now));
  const statements = readStatements(workspace, root, changes);
  rememberStatements(workspace, root, statements);
  keepApprovedTexts(workspace, root, { statements, changes });
  followChange(workspace, root, { changes, before, ids: keepAnswers(root, operations, workspace.now) });
}

export function journalEntryOf(workspace: Workspace, record: OperationRecord): JournalEntry {
  const at = renderInstant(workspace.now);
  const op = `${at.replaceAll(/[^0-9]/g, "")}-${randomBytes(6).toString("hex")}`;
  const { command, id, actor, digest, reason = null } = record;
  const isHere = actor === "machine" && isPersonThere(workspace);
  return { v: 1, op, at, command, id, actor, digest, reason, ...(isHere ? { terminal: true } : {}) };
}

/** A received statement of an untrusted signer is retained and not remembered. */
function readStatements(workspace: Workspace, root: OpenRoot, changes: readonly Change[]): SignedStatement[] {
  return changes.flatMap((change) => {
    if (change.kind !== "write" || !change.path.startsWith("attest/")) return [];
    const read = parseStatement(change.text, basename(change.path, ".json"));
    if (!("hash" in read)) return [];
    const isOurs = isSignedHere(change) && isCurrent(findSigner(workspace, root, read.signer), read);
    return isOurs || isGenuine(workspace, root, read) ? [read] : [];
  });
}

/** Is it the key by which this machine knows the signer, and not one that was replaced? */
function isCurrent(known: KnownSigner | null, { key }: SignedStatement): boolean {
  return known?.key === key && known.former !== true;
}

/** A statement is remembered as soon as it is written, because its file may be deleted later. */
function rememberStatements(workspace: Workspace, root: OpenRoot, written: readonly SignedStatement[]): void {
  // A tombstone has a place of its own, and is copied there by whoever looks for tombstones first.
  const statements = written.filter(isTextStatement);
  // The operation is done and its statements are on disk: the next process that lists the root remembers them.
  quietly(() => workspace.seenIn(root).remember(statements));
}

// After each operation on a root its search index and index.md follow. Fails open: the operation is done and both are
// derived, so what cannot be written is left for the next search to mend.

/** An operation does not wait for an index that has more to catch up with than this. */
const CATCH_UP_MAX = 5_000;

type Followed = {
  readonly changes: readonly Change[];
  /** The directories just before the operation. */
  readonly before: DirectoryStamps;
  /** Of which something else changed than a file. */
  readonly ids?: readonly string[];
};

/** Without `followed` nobody knows what changed: a killed process left it, or a hand. */
export function followChange(workspace: Workspace, root: OpenRoot, followed: Followed | null): void {
  try {
    if (!updateIndex(workspace, root, followed)) removeIndexMd(root);
  } catch (error) {
    if (!isSqliteFailure(error) && codeOf(error) === "") throw error;
    removeIndexMd(root);
  }
}

function updateIndex(workspace: Workspace, root: OpenRoot, followed: Followed | null): boolean {
  const index = openKeptIndex(workspace, root);
  if (index === null) return false;
  try {
    const { subject } = prepareIndex(workspace, root, { index, options: {} });
    // Nothing else changed, if the directories were known before.
    if (followed !== null && wasKnown(subject, followed.before)) {
      // Before the files are read: what comes meanwhile looks new.
      const places = readDirectoryStamps(root, workspace.now);
      let isListed = false;
      indexIds(subject, idsOf(followed), (changes) => {
        noteOwnPlaces(subject, places);
        isListed = countQueued(index) === 0 && patchIndexMd(root, index, changes);
      });
      if (isListed) return true;
      if (countQueued(index) === 0) {
        writeIndexMd(root, index);
        return true;
      }
    }
    const { findLeft } = refreshIndex(workspace, root, { index, options: { filesMax: CATCH_UP_MAX } });
    if (findLeft() !== null) return false;
    writeIndexMd(root, index);
    return true;
  } finally {
    index.database.close();
  }
}

/** `memories/<id>.md`, `quarantine/<id>.md` and `attest/<id>/<hash>.json`. */
function idsOf({ changes, ids = [] }: Followed): string[] {
  const paths = changes.flatMap((change) =>
    change.kind === "move" ? [change.from, change.to] : [change.path],
  );
  return [...ids, ...paths.flatMap((path) => parseMemoryId(path.split(sep)[1] ?? "") ?? [])];
}

// An operation that was begun and that nobody carries on: the next writer finishes it.

/** While somebody writes there is always one under way. It may end between the first look and the second. */
export function isInterrupted(root: OpenRoot): boolean {
  const place = transactionPlace(root);
  return hasPending(place) && !isBeingWritten(root.path) && hasPending(place);
}

/** The same where one is damaged, of which doctor says what to do about it. That nobody can look is said of machine state. */
export function seemsInterrupted(root: OpenRoot): boolean {
  try {
    return isInterrupted(root);
  } catch (error) {
    if (error instanceof CredenceError) return error.code === "STATE_REFUSED";
    throw error;
  }
}
