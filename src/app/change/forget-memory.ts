// Forget: the content is erased wherever Credence keeps it; a signed tombstone stays, so that it does not come back. What
// git has in its history only git can take out, and the caller says so.

import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { findUnlifted, selectEvidence } from "../../memory/law/evidence.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import { SCAN_BYTES_MAX } from "../../memory/limits.ts";
import { parseMemoryId } from "../../memory/memory.ts";
import { isSqliteFailure, removeIndexFile } from "../../search/index/open-index.ts";
import { eraseRemoved } from "../../search/index/reader.ts";
import { eraseFromBackups } from "../../store/backup.ts";
import {
  DIRECTORIES,
  type FileEntry,
  findArchived,
  findFiles,
  listFiles,
  listMonths,
  readFileContent,
} from "../../store/memory-files.ts";
import { findStaged } from "../../store/temporary-files.ts";
import type { Change } from "../../store/transaction.ts";
import { openKeptIndex } from "../index/open-index.ts";
import { eraseApprovedTexts, findApprovedFiles } from "../memories/approved-texts.ts";
import { findMemory, reload } from "../memories/find-memory.ts";
import { type LoadedMemory, loadFile, loadMemory, readContent } from "../memories/load-memory.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { attestAct, commitOperations, type Operation, withLock } from "./change-root.ts";
import { contentDigest } from "./demote-memory.ts";
import { cleanReason } from "./judge-text.ts";

export type ForgetOutcome = Pick<Forgettable, "stays"> & {
  readonly id: string;
  /** Ids of those that went with it. */
  readonly proposals: readonly string[];
  readonly inGit: boolean;
};

export function forgetMemory(workspace: Workspace, forgettable: Forgettable, reason: string): ForgetOutcome {
  const { target, proposals, stays } = forgettable;
  const { id } = target.file;
  if (actorOf(workspace) !== "person")
    throw new CredenceError("NEEDS_PERSON", `only a person can forget ${id}`);
  const clean = cleanReason(reason);
  withLock(target.root, () => {
    const all = reloadAll(workspace, forgettable);
    for (const { input, file } of all) {
      // First: a process killed from here on leaves the memory, and loses at most a comparison text.
      eraseApprovedTexts(workspace, input);
      // First: if this process dies in between, the memory is still there to be forgotten again.
      eraseFromBackups(workspace.state.path, target.root.id, file.id);
    }
    const operations = all.map((each) => planForget(workspace, each, clean));
    commitOperations(workspace, target.root, operations);
    eraseFromIndex(workspace, target.root);
  });
  const inGit = target.root.workTree !== null;
  return { id, proposals: proposals.map(({ file }) => file.id), stays, inGit };
}

/** What the person said yes to, and nothing that came up since. */
function reloadAll(workspace: Workspace, { target, proposals }: Forgettable): LoadedMemory[] {
  const { root, file } = target;
  const current = isGone(target) ? reloadGone(workspace, target) : reload(workspace, target, null);
  const all = [current, ...proposals.map((each) => reload(workspace, each, null))];
  const named = new Set(all.map((each) => each.file.id));
  const found = findReplacing(workspace, current).proposals;
  if (found.every((each) => named.has(each.file.id))) return all;
  throw new CredenceError("OCC_CONFLICT", `a change to ${file.id} was just proposed in ${root.shown}`);
}

function isGone({ file }: LoadedMemory): boolean {
  return lstatSync(file.path, { throwIfNoEntry: false }) === undefined;
}

function reloadGone(workspace: Workspace, { root, file }: LoadedMemory): LoadedMemory {
  if (loadMemory(workspace, root, file.id) === null) return loadGone(workspace, root, file.id);
  throw new CredenceError("OCC_CONFLICT", `${file.id} has just come back`);
}

function planForget(workspace: Workspace, target: LoadedMemory, reason: string | null): Operation {
  const { root, file, input } = target;
  // Of a file that is gone the last word about it tells which text it was.
  const digest = isGone(target)
    ? (selectEvidence(input).all.at(-1)?.digest ?? contentDigest(target))
    : contentDigest(target);
  return {
    record: { command: "forget", id: file.id, actor: "person", digest, reason },
    changes: [
      attestAct(workspace, input, { act: "forget", digest, reason }),
      ...findCopies(root.path, file.id).map((path) => erase(root, path)),
    ],
  };
}

/** Everywhere a text of this id can be: in use, in quarantine, in the archive, and in what a killed process left. */
function findCopies(root: string, id: string): string[] {
  const staged = DIRECTORIES.flatMap((directory) => findStaged(join(root, directory)));
  return [
    ...findFiles(root, id).map(({ path }) => path),
    ...findArchived(root, id),
    ...staged.filter((path) => basename(path).startsWith(`.${id}.md.`)),
  ];
}

export function eraseFile({ root, file }: LoadedMemory): Change {
  return erase(root, file.path);
}

/** Removes the file that was just read, and no other that took its name. */
function erase(root: OpenRoot, path: string): Change {
  return { kind: "remove", path: relative(root.path, path), sha256: sha256OfFile(path) };
}

// What goes when a person forgets a memory: its file, or what is left of it where there is none any more, and the
// proposals to change it, because they hold its words. What a person approved in its place is theirs, and stays.

export type Forgettable = {
  readonly target: LoadedMemory;
  /** Would replace it, or one of these, and nobody approved them: they go with it. */
  readonly proposals: readonly LoadedMemory[];
  /** Ids of those that replace it and were approved. */
  readonly stays: readonly string[];
};

export function findForgettable(workspace: Workspace, given: string): Forgettable {
  const target = findLeft(workspace, given) ?? findMemory(workspace, given);
  return { target, ...findReplacing(workspace, target) };
}

/** A memory without a file: what its statements say of it. */
function loadGone(workspace: Workspace, root: OpenRoot, id: string): LoadedMemory {
  const path = join(root.path, "memories", `${id}.md`);
  return loadFile(workspace, root, { file: { id, directory: "memories", path }, remembered: null });
}

/** @returns null when the memory has a file, or nothing is left to erase. */
function findLeft(workspace: Workspace, given: string): LoadedMemory | null {
  const id = parseMemoryId(given);
  const { roots } = workspace;
  if (id === null || roots.some((root) => loadMemory(workspace, root, id) !== null)) return null;
  const left = roots.map((root) => loadGone(workspace, root, id)).filter((each) => isLeft(workspace, each));
  if (left.length > 1) {
    throw new CredenceError("NOT_FOUND", `${id} was in both scopes`, "add --scope project or --scope user");
  }
  return left[0] ?? null;
}

function isLeft(workspace: Workspace, { input }: LoadedMemory): boolean {
  if (input.attestations.length + input.remembered.length === 0) return false;
  const isForgotten = findUnlifted(selectEvidence(input), null).some(({ act }) => act === "forget");
  return !isForgotten || findApprovedFiles(workspace, input).length > 0;
}

function findReplacing(
  workspace: Workspace,
  { root, file }: LoadedMemory,
): Pick<Forgettable, "proposals" | "stays"> {
  const links = [...listFiles(root.path).entries, ...listArchive(root.path)].flatMap(readLink);
  const proposals = new Map<string, LoadedMemory>();
  const stays = new Set<string>();
  // An array goes on over what is added to it while it is walked.
  const ids = [file.id];
  for (const id of ids) {
    for (const link of links) {
      if (link.supersedes !== id || ids.includes(link.id) || stays.has(link.id)) continue;
      const loaded = loadMemory(workspace, root, link.id);
      if (loaded === null) continue;
      if (wasEverApproved(loaded.input)) stays.add(link.id);
      else {
        proposals.set(link.id, loaded);
        ids.push(link.id);
      }
    }
  }
  return { proposals: [...proposals.values()], stays: [...stays] };
}

type Link = { readonly id: string; readonly supersedes: string };

/** A first look at the bytes: parsing every memory of a large root would keep other writers waiting. */
function readLink(file: FileEntry): Link[] {
  const content = readFileContent(file.path);
  if (content.kind === "refused" || !Buffer.from(content.bytes).includes("supersedes")) return [];
  const supersedes = readContent(file).memory?.supersedes ?? null;
  return supersedes === null ? [] : [{ id: file.id, supersedes }];
}

function listArchive(root: string): FileEntry[] {
  return listMonths(root).flatMap((month) =>
    readdirSync(join(root, month)).flatMap((name) => {
      // A second copy of a month bears a number.
      const id = parseMemoryId(basename(name, ".md").replace(/-\d+$/, ""));
      return id === null ? [] : [{ id, directory: "quarantine" as const, path: join(root, month, name) }];
    }),
  );
}

// After a memory was forgotten its words go from the search index, too. FTS5 only marks what is deleted and keeps its words
// until it merges, so everything is merged here; indexes of other work trees with this root's id are thrown away.

function eraseFromIndex(workspace: Workspace, root: OpenRoot): void {
  const index = openKeptIndex(workspace, root);
  if (index === null || index.path === null) return;
  removeOthers(index.path);
  try {
    eraseRemoved(index);
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

/** Of the bytes on disk, also of a file too large to be a memory. A link or a device in its place is not touched. */
function sha256OfFile(path: string): string {
  const content = readFileContent(path, SCAN_BYTES_MAX);
  if (content.kind === "refused")
    throw new CredenceError("PATH_ERROR", `${path} is not touched: ${content.why}`);
  return sha256Hex(content.bytes);
}
