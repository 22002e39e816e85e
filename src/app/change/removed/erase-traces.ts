// The second half of forgetting: the tombstone is signed and the text is gone, and now every trace of both goes from what this
// machine keeps. A note in machine state says what is to go, and is the last to go itself, so that whoever takes the lock
// after a kill goes on: the next operation on the root, the same command again, or `credence doctor --repair`.
//
// Fails closed: what cannot be erased is told, and the note stays.

import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CredenceError } from "../../../memory/errors.ts";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { createEnding } from "../../../memory/law/sets/sets.ts";
import { isTextStatement } from "../../../memory/law/statement.ts";
import { isSqliteFailure, removeIndexFile } from "../../../search/index/open-index.ts";
import { mergeSegments } from "../../../search/index/reader.ts";
import { eraseStatements } from "../../../search/index/statements.ts";
import { eraseFromBackups } from "../../../store/backup.ts";
import { removeTree, replaceFile } from "../../../store/durable.ts";
import { ifPossible, isThere, toWriteFailure, writing } from "../../../store/fs-failure.ts";
import { readDropped, readJournal, renderJournalEntry } from "../../../store/journal.ts";
import { DIRECTORIES, listMonths } from "../../../store/memory-files.ts";
import { findAbandoned, findStaged } from "../../../store/temporary-files.ts";
import { readAttestFiles } from "../../../trust/attest-files.ts";
import { openKeptIndex } from "../../index/open-index.ts";
import { indexIds, prepareIndex } from "../../index/refresh-index.ts";
import { listTombstones } from "../../memories/forgotten.ts";
import { refuseNames } from "../../memories/kept/forgotten-names.ts";
import { findSigner } from "../../memories/known-signers.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { createTelling, eraseLines, type Trace } from "./erase-lines.ts";

const NOTE = "forgetting.json";

/** Before anything is erased. The caller holds the root's lock. */
export function noteForgetting(root: OpenRoot, traces: readonly Trace[]): void {
  writing("machine state", () => replaceFile(notePath(root), JSON.stringify({ v: 1, traces }), 0o600));
}

export function isForgetting(root: OpenRoot): boolean {
  return isThere(notePath(root));
}

/** Was a process killed that erased the traces of this id? */
export function isNoted(root: OpenRoot, id: string): boolean {
  return readNote(root).some((each) => each.id === id);
}

/** Erases what is noted, if its tombstone is there: without one nothing was forgotten. The caller holds the root's lock. */
export function finishForgetting(workspace: Workspace, root: OpenRoot): void {
  for (const path of findAbandoned(root.records)) removeTree(path);
  if (!isForgetting(root)) return;
  const { all } = listTombstones(workspace, root);
  const forgotten = readNote(root).filter(({ borns }) => all.some(({ born }) => borns.includes(born)));
  try {
    if (forgotten.length > 0) eraseTraces(workspace, root, forgotten);
    removeTree(notePath(root));
  } catch (error) {
    throw toIncomplete(error);
  }
}

/** The memory is forgotten all the same, and whoever comes next goes on. */
function toIncomplete(error: unknown): unknown {
  const failure = toWriteFailure(error, "machine state");
  if (!(failure instanceof CredenceError)) return failure;
  return new CredenceError(
    failure.code,
    `${failure.message}; the memory is forgotten but not erased everywhere yet`,
    "fix that, then run credence doctor --repair to erase the rest",
  );
}

/** For an operation that is about something else: it is not kept from its work. */
export function tryFinishForgetting(workspace: Workspace, root: OpenRoot): void {
  if (!isForgetting(root)) return;
  ifPossible(() => finishForgetting(workspace, root));
}

function notePath({ records }: OpenRoot): string {
  return join(records, NOTE);
}

/** Only we write it. A damaged one leads nowhere. */
function readNote(root: OpenRoot): Trace[] {
  const value = isForgetting(root) ? parseJson(readFileSync(notePath(root), "utf8")) : null;
  if (!isRecord(value) || !Array.isArray(value["traces"])) return [];
  return value["traces"].filter(
    (each): each is Trace =>
      isRecord(each) &&
      typeof each["id"] === "string" &&
      [each["borns"], each["digests"], each["words"]].every(Array.isArray),
  );
}

function eraseTraces(workspace: Workspace, root: OpenRoot, traces: readonly Trace[]): void {
  const state = workspace.state.path;
  for (const trace of traces) {
    const { id } = trace;
    const left = listOthers(workspace, root, trace);
    eraseFromRoot(root, id, left);
    eraseFromBackups(state, root.id, id);
    if (!workspace.seenIn(root).erase(trace)) {
      throw new CredenceError(
        "LOCK_TIMEOUT",
        "another process reads the seen set, so its words are not all gone",
      );
    }
    const attestations = left.size === 0 ? [] : readAttestFiles(root.path, id).attestations;
    workspace
      .seenIn(root)
      .remember(attestations.filter(isTextStatement).filter(({ hash }) => left.has(hash)));
  }
  const ids = traces.map(({ id }) => id);
  refuseNames(root, ids, workspace.now);
  rewriteJournal(root, traces);
  eraseLines(state, root, traces);
  eraseFromIndex(workspace, root, ids);
}

/** Its statements, with the directory that bears its name, and what a killed process had staged of it. */
function eraseFromRoot(root: OpenRoot, id: string, left: ReadonlySet<string>): void {
  const places = [...DIRECTORIES, ...listMonths(root.path)].map((name) => join(root.path, name));
  const staged = places.flatMap(findStaged).filter((path) => basename(path).startsWith(`.${id}.md.`));
  const attest = join(root.path, "attest", id);
  const isOwn = [dirname(attest), attest].every(
    (path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  );
  const names = isOwn && left.size > 0 ? readdirSync(attest) : [];
  const over = names.filter((name) => !left.has(basename(name, ".json"))).map((name) => join(attest, name));
  for (const path of [...staged, ...(isOwn && left.size === 0 ? [attest] : over)])
    writing(path, () => removeTree(path));
}

/** Hashes of what somebody trusted said of another memory of the same id, which no tombstone ended: it is not theirs to take. */
function listOthers(workspace: Workspace, root: OpenRoot, { id }: Trace): ReadonlySet<string> {
  const isEnded = createEnding(listTombstones(workspace, root).all);
  const others = workspace
    .seenIn(root)
    .recall(id)
    .filter((each) => !isEnded(each) && findSigner(workspace, root, each.signer) !== null);
  return new Set(others.map(({ hash }) => hash));
}

/** What was done stays on record, when and by whom; not to what, nor why. */
function rewriteJournal(root: OpenRoot, traces: readonly Trace[]): void {
  const path = join(root.records, "journal.ndjson");
  const tells = createTelling(traces);
  const uuids = new Map(traces.map(({ id, borns }) => [id, borns[0] ?? ""]));
  const entries = readJournal(path);
  const lines = entries.map((entry) => {
    const id = uuids.get(entry.id);
    if (id !== undefined) return renderJournalEntry({ ...entry, id, digest: null, reason: null });
    // Why another was changed may name it.
    const isTold = entry.reason !== null && tells(entry.reason);
    return renderJournalEntry(isTold ? { ...entry, reason: null } : entry);
  });
  if (lines.join() === entries.map(renderJournalEntry).join()) return;
  const dropped = readDropped(path);
  if (dropped !== null) lines.unshift(JSON.stringify(dropped));
  writing("the operation journal", () => replaceFile(path, lines.map((line) => `${line}\n`).join(""), 0o600));
}

// FTS5 only marks what is deleted and keeps its words until it merges, so everything is merged here; indexes of other work
// trees with this root's id are thrown away.

function eraseFromIndex(workspace: Workspace, root: OpenRoot, ids: readonly string[]): void {
  const index = openKeptIndex(workspace, root);
  if (index === null || index.path === null) return;
  removeOthers(index.path);
  try {
    // A process that was killed may not have come so far.
    indexIds(prepareIndex(workspace, root, { index, options: {} }).subject, ids);
    eraseStatements(index, ids);
    mergeSegments(index);
  } catch (error) {
    if (!isSqliteFailure(error)) throw error;
    // Busy, full or damaged: without the file there are no words either.
    removeIndexFile(index.path);
  } finally {
    index.database.close();
  }
}

function removeOthers(path: string): void {
  const others = readdirSync(dirname(path)).filter(
    (name) => /^index.*\.sqlite$/.test(name) && name !== basename(path),
  );
  for (const name of others) removeIndexFile(join(dirname(path), name));
}
