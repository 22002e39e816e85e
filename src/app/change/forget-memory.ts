// Forget: the content is erased wherever Credence keeps it; a signed tombstone stays, so that it does not come back. What
// git has in its history only git can take out, and the caller says so.

import { lstatSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { selectEvidence } from "../../memory/law/evidence.ts";
import { findArchived } from "../../store/archive-files.ts";
import { eraseFromBackups } from "../../store/backup.ts";
import { DIRECTORIES, findFiles } from "../../store/memory-files.ts";
import { findStaged } from "../../store/temporary-files.ts";
import type { Change } from "../../store/transaction.ts";
import { eraseApprovedTexts } from "../memories/approved-texts.ts";
import { reload } from "../memories/find-memory.ts";
import { type LoadedMemory, loadMemory } from "../memories/load-memory.ts";
import { actorOf, type OpenRoot, type Workspace } from "../workspace/workspace.ts";
import { attest, commitOperations, type Operation, withLock } from "./change-root.ts";
import { cleanReason } from "./clean-reason.ts";
import { contentDigest } from "./demote-memory.ts";
import { eraseFromIndex } from "./erase-from-index.ts";
import { type Forgettable, findReplacing, loadGone } from "./find-forgettable.ts";
import { sha256OfFile } from "./sha256-of-file.ts";

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
      // First: whoever is killed from here on leaves the memory, and at most a comparison less.
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
  throw new CredenceError("OCC_CONFLICT", `a change of ${file.id} was proposed in ${root.shown} just now`);
}

function isGone({ file }: LoadedMemory): boolean {
  return lstatSync(file.path, { throwIfNoEntry: false }) === undefined;
}

function reloadGone(workspace: Workspace, { root, file }: LoadedMemory): LoadedMemory {
  if (loadMemory(workspace, root, file.id) === null) return loadGone(workspace, root, file.id);
  throw new CredenceError("OCC_CONFLICT", `${file.id} came back just now`);
}

function planForget(workspace: Workspace, target: LoadedMemory, reason: string | null): Operation {
  const { root, file, input } = target;
  const key = workspace.keys.person ?? workspace.keys.machine;
  // Of a file that is gone the last word about it tells which text it was.
  const digest = isGone(target)
    ? (selectEvidence(input).all.at(-1)?.digest ?? contentDigest(target))
    : contentDigest(target);
  return {
    record: { command: "forget", id: file.id, actor: "person", digest, reason },
    changes: [
      attest(workspace, { key, input }, { act: "forget", digest, reason }),
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
