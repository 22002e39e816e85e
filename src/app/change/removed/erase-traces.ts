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
import { typeOfId } from "../../../memory/memory.ts";
import { isSqliteFailure, removeIndexFile } from "../../../search/index/open-index.ts";
import { mergeSegments } from "../../../search/index/reader.ts";
import { eraseStatements } from "../../../search/index/statements.ts";
import { eraseFromBackups } from "../../../store/backup.ts";
import { removeTree, replaceFile } from "../../../store/durable.ts";
import { ifPossible, ifThere, isThere, toWriteFailure, writing } from "../../../store/fs-failure.ts";
import { readDropped, readJournal, renderJournalEntry } from "../../../store/journal.ts";
import { DIRECTORIES, listMonths } from "../../../store/memory-files.ts";
import { findAbandoned, findStaged } from "../../../store/temporary-files.ts";
import { readAttestFiles } from "../../../trust/attest-files.ts";
import { openKeptIndex } from "../../index/open-index.ts";
import { indexIds, prepareIndex } from "../../index/refresh-index.ts";
import { listTombstones } from "../../memories/forgotten.ts";
import { refuseNames } from "../../memories/kept/forgotten-names.ts";
import { eraseSourcesOf } from "../../memories/kept/kept-sources.ts";
import { findSigner } from "../../memories/known-signers.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";
import { eraseWords, type Renaming, renameWords } from "./erase-words.ts";
import { unnameInBackups } from "./mentions.ts";
import { eraseEdits } from "./unfinished-edits.ts";

/** A memory that is forgotten, by everything that leads to its traces. */
export type Trace = {
  readonly id: string;
  readonly borns: readonly string[];
  /** Digests of every text that a statement about this memory names. */
  readonly digests: readonly string[];
};

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
      [each["borns"], each["digests"]].every(Array.isArray),
  );
}

function eraseTraces(workspace: Workspace, root: OpenRoot, traces: readonly Trace[]): void {
  const state = workspace.state.path;
  const renamings = traces.map(({ id, borns }) => ({ word: id, by: nameless(id, borns[0] ?? "") }));
  for (const trace of traces) {
    const { id, digests } = trace;
    const left = listOthers(workspace, root, trace);
    eraseFromRoot(root, id, left);
    eraseApproved(state, digests);
    eraseSourcesOf(root, digests);
    eraseFromBackups(state, root.id, id);
    eraseFromRecords(root, id, renamings);
    eraseEdits(root, id);
    if (!workspace.seenIn(root).erase(id)) {
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
  unnameInBackups(state, root.id, ids);
  rewriteJournal(root, traces, renamings);
  eraseWords(state, root, renamings);
  eraseFromIndex(workspace, root, ids);
}

/** An id of the same length that says nothing: whatever reads one still finds one. */
function nameless(id: string, born: string): string {
  return `${typeOfId(id)}_${born.repeat(4)}`.slice(0, id.length);
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

function eraseApproved(state: string, digests: readonly string[]): void {
  const directory = join(state, "approved");
  // By the beginning of the name: what a killed process left of one bears it, too.
  const found = ifThere(() => readdirSync(directory), []).filter((name) =>
    digests.includes(name.split(".")[0] ?? ""),
  );
  writing("an approved text", () => {
    for (const name of found) removeTree(join(directory, name));
  });
}

/** What agents wished for it, with their reasons, what was answered about it, and the corpora that it was in, or that were asked for with its words. */
function eraseFromRecords({ records }: OpenRoot, id: string, renamings: readonly Renaming[]): void {
  for (const name of ["requests.ndjson", "answers.ndjson"]) {
    const path = join(records, name);
    const lines = ifThere(() => readFileSync(path, "utf8"), "").split("\n");
    const kept = lines
      .filter((line) => line !== "" && idIn(parseJson(line)) !== id)
      .map((line) => renameWords(line, renamings));
    if (kept.join() !== lines.filter((line) => line !== "").join()) {
      writing("machine state", () => replaceFile(path, kept.map((line) => `${line}\n`).join(""), 0o600));
    }
  }
  const corpora = join(records, "corpora");
  for (const name of ifThere(() => readdirSync(corpora), [])) {
    const path = join(corpora, name);
    writing("machine state", () => eraseFromCorpus(path, id));
  }
}

function eraseFromCorpus(path: string, id: string): void {
  const corpus = lstatSync(path).isFile() ? parseJson(readFileSync(path, "utf8")) : null;
  if (!isRecord(corpus) || !Array.isArray(corpus["members"]) || !isRecord(corpus["filter"])) return;
  const { filter, members } = corpus;
  const left = members.filter((each) => idIn(each) !== id);
  const asked = [filter["query"], filter["tag"]].filter((text) => typeof text === "string");
  const isNamed = asked.some((text) => wordsOf(text).some((word) => wordsOf(id).includes(word)));
  // A query that found it may be its words, and without the query it would be another corpus.
  if (isNamed || (left.length < members.length && asked.length > 0)) removeTree(path);
  else if (left.length < members.length) {
    replaceFile(path, `${JSON.stringify({ ...corpus, members: left })}\n`, 0o600);
  }
}

const TELLING_CHARS_MIN = 4;

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.filter(
    (word) => word.length >= TELLING_CHARS_MIN && word !== "project" && word !== "reference",
  );
}

function idIn(value: unknown): unknown {
  return isRecord(value) ? value["id"] : null;
}

/** What was done stays on record, when and by whom; not to what, nor why. */
function rewriteJournal(root: OpenRoot, traces: readonly Trace[], renamings: readonly Renaming[]): void {
  const path = join(root.records, "journal.ndjson");
  const uuids = new Map(traces.map(({ id, borns }) => [id, borns[0] ?? ""]));
  const entries = readJournal(path);
  const lines = entries.map((entry) => {
    const id = uuids.get(entry.id);
    if (id !== undefined) return renderJournalEntry({ ...entry, id, digest: null, reason: null });
    // Why another was changed may name it.
    const reason = entry.reason === null ? null : renameWords(entry.reason, renamings);
    return renderJournalEntry({ ...entry, reason });
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
