// Forget: the content and the words of the id are erased wherever Credence keeps them; a signed tombstone stays, so that it
// does not come back. What git has in its history only git can take out, and the caller says so.

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { digestFolded } from "../../memory/file/digest.ts";
import { gather } from "../../memory/law/sets/gather.ts";
import { wasEverApproved } from "../../memory/law/standing.ts";
import { isTextStatement, isTombstone, type TextStatement } from "../../memory/law/statement.ts";
import { SCAN_BYTES_MAX } from "../../memory/limits.ts";
import { parseMemoryId } from "../../memory/memory.ts";
import { type FileEntry, listArchive, listFiles, readFileContent } from "../../store/memory-files.ts";
import { refuseOutside } from "../../store/paths.ts";
import { hasPending } from "../../store/transaction.ts";
import { readContent } from "../memories/file/read-content.ts";
import { findMemory, reload } from "../memories/find-memory.ts";
import { type LoadedMemory, loadFile, loadMemory } from "../memories/load-memory.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { commitOperations, type Operation, transactionPlace, withLock } from "./change-root.ts";
import { cleanReason } from "./judge-text.ts";
import { eraseCopies, listWords } from "./removed/copies.ts";
import type { Trace } from "./removed/erase-lines.ts";
import { finishForgetting, isNoted, noteForgetting } from "./removed/erase-traces.ts";
import { findHolding, findMentions, planUnnaming } from "./removed/mentions.ts";
import { attestForgotten, findUuid, splitByMemory } from "./removed/tombstone.ts";
import { contentDigest } from "./sign/attest.ts";
import { newUuid } from "./sign/sign-set.ts";

export type ForgetOutcome = Pick<Forgettable, "stays"> & {
  readonly id: string;
  /** Files of the root in which somebody named it. */
  readonly named: readonly string[];
  /** Ids of those that went with it. */
  readonly proposals: readonly string[];
  /** Files that hold its text as a part of theirs. */
  readonly holding: readonly string[];
  readonly inGit: boolean;
};

export function forgetMemory(workspace: Workspace, forgettable: Forgettable, reason: string): ForgetOutcome {
  const { target, proposals, stays } = forgettable;
  const { id } = target.file;
  if (actorOf(workspace) !== "person")
    throw new CredenceError("NEEDS_PERSON", `only a person can forget ${id}`);
  const clean = cleanReason(reason);
  const { root } = target;
  const holding = withLock(root, () => {
    finishForgetting(workspace, root);
    const all = reloadAll(workspace, forgettable);
    const traces = all.map(traceOf);
    // A link in place of its statements leads out of the root.
    for (const each of traces) refuseOutside(root.path, join("attest", each.id));
    noteForgetting(root, traces);
    try {
      commitOperations(workspace, root, {
        operations: planAll(workspace, all, {
          traces,
          reason: clean,
          spared: foldedOf(workspace, root, stays),
        }),
      });
    } catch (error) {
      // What is recorded is carried out later; otherwise nothing was forgotten.
      if (!hasPending(transactionPlace(root))) finishForgetting(workspace, root);
      throw error;
    }
    finishForgetting(workspace, root);
    return findHolding(workspace, all);
  });
  const ids = [id, ...proposals.map(({ file }) => file.id)];
  const inGit = root.workTree !== null;
  const named = findMentions(workspace, root, ids);
  return { id, proposals: ids.slice(1), stays, holding, named, inGit };
}

/** Our own tombstone ended it already: a process that was killed had come so far. */
function isBuried({ keys }: Workspace, target: LoadedMemory): boolean {
  const uuid = findUuid(target.input);
  const isOurs = target.input.remembered
    .filter(isTombstone)
    .some(({ born, signer }) => born === uuid && signer === keys.person?.signer);
  return isOurs && isGone(target);
}

function traceOf({ root, input, digest }: LoadedMemory): Trace {
  const { own } = splitByMemory(input);
  const digests = [...new Set([...own.map((each) => each.digest), ...(digest === null ? [] : [digest])])];
  const { id } = input.place;
  return { id, borns: [findUuid(input) ?? newUuid()], digests, words: listWords(root, id) };
}

type Planning = {
  readonly traces: readonly Trace[];
  readonly reason: string | null;
  /** Folded digests of bodies that stay, because a person approved them in the place of what is forgotten. */
  readonly spared: ReadonlySet<string>;
};

function foldedOf(workspace: Workspace, root: OpenRoot, ids: readonly string[]): ReadonlySet<string> {
  const memories = ids.flatMap((id) => loadMemory(workspace, root, id)?.memory ?? []);
  return new Set(memories.map(digestFolded));
}

function planAll(
  workspace: Workspace,
  all: readonly LoadedMemory[],
  { traces, reason, spared }: Planning,
): Operation[] {
  const ids = traces.map(({ id }) => id);
  return all.flatMap((each, place) => {
    if (isBuried(workspace, each)) return [];
    const born = traces[place]?.borns[0] ?? newUuid();
    const operation = planForget(workspace, each, { born, reason, spared });
    // A memory that is forgotten with it is gone anyway.
    const unnamed = place === 0 ? planUnnaming(workspace, each.root, ids) : [];
    return [{ ...operation, changes: [...operation.changes, ...unnamed] }];
  });
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

function planForget(
  workspace: Workspace,
  target: LoadedMemory,
  { born, reason, spared }: Pick<Planning, "reason" | "spared"> & { readonly born: string },
): Operation {
  const { root, file, input, memory } = target;
  // Of a file that is gone the last word about it tells which text it was.
  const digest = isGone(target)
    ? (gather(input).counted.at(-1)?.digest ?? contentDigest(target))
    : contentDigest(target);
  const body = memory === null ? null : digestFolded(memory);
  const folded = body !== null && spared.has(body) ? null : body;
  return {
    // The words of the id and the digest stand nowhere but in the tombstone.
    record: { command: "forget", id: born, actor: "person", digest: null, reason },
    changes: [
      attestForgotten(workspace, input, { born, digest, folded, reason }),
      ...eraseCopies(root, file.id, textsOf(splitByMemory(input).others)),
    ],
  };
}

function textsOf(said: readonly TextStatement[]): ReadonlySet<string> {
  return new Set(said.map(({ text }) => text));
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
  const left = roots
    .map((root) => loadGone(workspace, root, id))
    .filter((each) => isLeft(each) || isNoted(each.root, id));
  if (left.length > 1) {
    throw new CredenceError("NOT_FOUND", `${id} was in both scopes`, "add --scope project or --scope user");
  }
  return left[0] ?? null;
}

/** Statements about the id, or what this machine remembers of them. The tombstone itself says nothing of the id. */
function isLeft({ input }: LoadedMemory): boolean {
  return [...input.attestations, ...input.remembered].some(isTextStatement);
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

/** A first look at the bytes: parsing every memory of a large root would keep other writers waiting. */
function readLink(file: FileEntry): { readonly id: string; readonly supersedes: string }[] {
  const content = readFileContent(file.path);
  if (content.kind === "refused" || !Buffer.from(content.bytes).includes("supersedes")) return [];
  const supersedes = readContent(file).memory?.supersedes ?? null;
  return supersedes === null ? [] : [{ id: file.id, supersedes }];
}

/** Whether its file can be erased: a link or a device in its place is for a person to remove. */
export function isErasable({ file }: LoadedMemory): boolean {
  return readFileContent(file.path, SCAN_BYTES_MAX).kind === "bytes";
}
