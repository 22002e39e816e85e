// Forget: the content is erased wherever Credence keeps it; a signed tombstone stays, so that it does not come back. What
// git has in its history only git can take out, and the caller says so.

import { basename, join, relative } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { findArchived } from "../store/archive-files.ts";
import { eraseFromBackups } from "../store/backup.ts";
import { DIRECTORIES, findFiles } from "../store/memory-files.ts";
import { findStaged } from "../store/temporary-files.ts";
import type { Change } from "../store/transaction.ts";
import { eraseApprovedTexts } from "./approved-texts.ts";
import { attest, commitChanges, withLock } from "./change-root.ts";
import { cleanReason } from "./clean-reason.ts";
import { contentDigest } from "./demote-memory.ts";
import { eraseFromIndex } from "./erase-from-index.ts";
import { reload } from "./find-memory.ts";
import type { LoadedMemory } from "./load-memory.ts";
import { sha256OfFile } from "./sha256-of-file.ts";
import { actorOf, type OpenRoot, type Workspace } from "./workspace.ts";

export type ForgetOutcome = { readonly id: string; readonly inGit: boolean };

export function forgetMemory(workspace: Workspace, target: LoadedMemory, reason: string): ForgetOutcome {
  const { id } = target.file;
  if (actorOf(workspace) !== "person")
    throw new CredenceError("NEEDS_PERSON", `only a person can forget ${id}`);
  const clean = cleanReason(reason);
  withLock(target.root, () => {
    const current = reload(workspace, target, null);
    const digest = contentDigest(current);
    // First: whoever is killed from here on leaves the memory, and at most a comparison less.
    eraseApprovedTexts(workspace, current.input);
    // First: if this process dies in between, the memory is still there to be forgotten again.
    eraseFromBackups(workspace.state.path, current.root.id, id);
    commitChanges(workspace, current.root, {
      record: { command: "forget", id, actor: "person", digest, reason: clean },
      changes: [
        attest(
          workspace,
          { key: workspace.keys.person ?? workspace.keys.machine, input: current.input },
          { act: "forget", digest, reason: clean },
        ),
        ...findCopies(current.root.path, id).map((path) => erase(current.root, path)),
      ],
    });
    eraseFromIndex(workspace, current.root);
  });
  return { id, inGit: target.root.workTree !== null };
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
