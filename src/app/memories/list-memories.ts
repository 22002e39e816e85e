// Every memory of some roots, each with its standing, in the order of their ids. Read in pieces, because a root can hold
// more than should be in memory at once: whoever needs a few of them says which, or takes one after the other.

import { hearFile } from "../../memory/law/sets/standing-of-file.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import { NO_FILE } from "../../memory/law/standing-input.ts";
import type { Statement, TextStatement } from "../../memory/law/statement.ts";
import { type FileEntry, listFiles, listOneOfEach } from "../../store/memory-files.ts";
import { findAttestedIds } from "../../trust/attest-files.ts";
import { leaveOut, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { inputOfSaid } from "./known-signers.ts";
import { type LoadedMemory, loadFile, readStatements } from "./load-memory.ts";
import { type Reading, readUntil } from "./strangers.ts";

/** More than the first page of a list and the one after it, which says that there is more: only one piece is read for them. */
const PIECE = 512;

export function listMemories(
  workspace: Workspace,
  roots: readonly OpenRoot[],
  isWanted: (memory: LoadedMemory) => boolean = () => true,
): LoadedMemory[] {
  const wanted: LoadedMemory[] = [];
  for (const memory of walkMemories(workspace, roots)) if (isWanted(memory)) wanted.push(memory);
  return wanted;
}

/** Of an id in memories and in quarantine the latter is the memory. */
export function walkMemories(workspace: Workspace, roots: readonly OpenRoot[]): Generator<LoadedMemory> {
  return walk(workspace, roots, listOneOfEach);
}

/** For whoever looks for what is wrong: of such an id both, one after the other. */
export function walkFiles(workspace: Workspace, roots: readonly OpenRoot[]): Generator<LoadedMemory> {
  return walk(workspace, roots, (root) => listFiles(root).entries);
}

function* walk(
  workspace: Workspace,
  roots: readonly OpenRoot[],
  listIn: (root: string) => readonly FileEntry[],
): Generator<LoadedMemory> {
  for (const root of roots) {
    try {
      const entries = listIn(root.path);
      learnOfRemoved(workspace, root, entries);
      yield* loadFiles(workspace, root, entries);
    } catch (error) {
      leaveOut(workspace, root, error);
    }
  }
}

/** Some files of a root, sorted by id. */
export function* loadFiles(
  workspace: Workspace,
  root: OpenRoot,
  files: readonly FileEntry[],
): Generator<LoadedMemory> {
  for (let at = 0; at < files.length; at += PIECE) {
    yield* loadPiece(workspace, root, files.slice(at, at + PIECE));
  }
}

function loadPiece(workspace: Workspace, root: OpenRoot, files: readonly FileEntry[]): LoadedMemory[] {
  const seen = workspace.seenIn(root);
  const remembered = Map.groupBy(seen.recallEach(files.map(({ id }) => id)), ({ id }) => id);
  // New statements are remembered together: one write per piece instead of one per memory.
  const { here, flush } = rememberTogether(workspace, root);
  const loaded = files.map((file) =>
    loadFile(here, root, { file, remembered: remembered.get(file.id) ?? [] }),
  );
  flush();
  return loaded;
}

export type LoadOneByOne = {
  /** Of which memories most are asked for: what is remembered of them is looked up together. */
  readonly ids: readonly string[];
  readonly reading: Reading;
};

export type OneByOne = { readonly load: (file: FileEntry) => LoadedMemory; readonly flush: () => void };

/** Files of a root one by one, as somebody asks for them; what is new is remembered together when `flush` is called. */
export function loadOneByOne(workspace: Workspace, root: OpenRoot, { ids, reading }: LoadOneByOne): OneByOne {
  const { here, flush } = rememberTogether(workspace, root);
  const known = new Set(ids);
  const remembered = Map.groupBy(workspace.seenIn(root).recallEach(ids), ({ id }) => id);
  const recall = (id: string): Statement[] | null => (known.has(id) ? (remembered.get(id) ?? []) : null);
  // All of them at one moment, as far as the tombstones of the root go.
  const now: Reading = { ...reading, moment: {} };
  return {
    load: (file) => loadFile(here, root, { file, remembered: recall(file.id), reading: now }),
    flush,
  };
}

/** Each is read when the one before it was judged: what is parsed of a text is still known when it is judged. */
export function* loadInTurn(
  workspace: Workspace,
  root: OpenRoot,
  files: readonly FileEntry[],
): Generator<LoadedMemory> {
  for (let at = 0; at < files.length; at += PIECE) {
    const piece = files.slice(at, at + PIECE);
    const ids = piece.map(({ id }) => id);
    const { load, flush } = loadOneByOne(workspace, root, { ids, reading: readUntil(() => false) });
    try {
      for (const file of piece) yield load(file);
    } finally {
      flush();
    }
  }
}

function rememberTogether(
  workspace: Workspace,
  root: OpenRoot,
): { readonly here: Workspace; readonly flush: () => void } {
  const seen = workspace.seenIn(root);
  const fresh: TextStatement[] = [];
  const waiting = { ...seen, remember: (each: readonly TextStatement[]) => void fresh.push(...each) };
  return { here: { ...workspace, seenIn: () => waiting }, flush: () => seen.remember(fresh) };
}

/** Statements about memories that have no file: a `forget` that arrived from another machine has to be seen, too. */
export function learnOfRemoved(workspace: Workspace, root: OpenRoot, present: readonly FileEntry[]): void {
  const known = new Set(present.map(({ id }) => id));
  const removed = findAttestedIds(root.path).filter((id) => !known.has(id));
  for (const id of removed.sort()) learnOf(workspace, root, { id });
}

/** Says whether all its statements were read. */
export function learnOf(
  workspace: Workspace,
  root: OpenRoot,
  of: { readonly id: string; readonly reading?: Reading },
): boolean {
  return !readStatements(workspace, root, { ...of, remembered: null, file: NO_FILE }).unfinished;
}

// A proposal: a text of a machine that would replace what a person approved. It waits for a person, and until they decide no
// model is shown it beside the approved one, under the same title and at once.
//
// Asked of what this machine has seen, not of the target's file: whoever deletes or spoils that brings no proposal into use.

/** @returns the id of the approved memory that it would replace; null when it is no proposal, or that one is out of use. */
export function findProposedFor(workspace: Workspace, loaded: LoadedMemory): string | null {
  const { standing, memory, root } = loaded;
  if (standing.standing !== "inferred" || memory === null || memory.supersedes === null) return null;
  const id = memory.supersedes;
  const input = inputOfSaid(workspace, root, { id, said: workspace.seenIn(root).recall(id) });
  const isInUse = wasEverApproved(input) && hearFile(input).against.length === 0;
  return isInUse ? id : null;
}
