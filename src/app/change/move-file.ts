// Moves a memory between the directories of its root: the changes for the transaction, and afterwards the rename for git.

import { lstatSync } from "node:fs";
import { join, relative } from "node:path";
import { recordRename } from "../../git/record-rename.ts";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { type FrontmatterChanges, rewriteFrontmatter } from "../../memory/file/write-frontmatter.ts";
import type { Change } from "../../store/transaction.ts";
import { isMidMerge } from "../../store/work-tree.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { OpenRoot } from "../workspace/workspace.ts";

/** `to` is relative to the root. A file that is not a readable memory moves as it is. */
export function moveChanges(target: LoadedMemory, to: string, changes: FrontmatterChanges): Change[] {
  const { root, file, text } = target;
  refuseMidMerge(root, file.id);
  const from = relative(root.path, file.path);
  const rewritten = text === null ? null : rewriteFrontmatter(text, changes);
  if (from === to) return rewritten === null ? [] : [{ kind: "write", path: to, text: rewritten }];
  refuseOccupied(target, to);
  if (rewritten === null || text === null) return [{ kind: "move", from, to }];
  return [
    { kind: "write", path: to, text: rewritten },
    { kind: "remove", path: from, sha256: sha256Hex(text) },
  ];
}

/** A move never overwrites: a file at the target is another text of the same id. */
export function refuseOccupied({ root, file }: LoadedMemory, to: string): void {
  const place = join(root.path, to);
  if (place === file.path || lstatSync(place, { throwIfNoEntry: false }) === undefined) return;
  throw new CredenceError(
    "EXISTS",
    `another file is at ${root.shown}${to}`,
    "credence doctor --repair sets it aside",
  );
}

export function refuseMidMerge({ workTree }: OpenRoot, id: string): void {
  if (workTree !== null && isMidMerge(workTree)) {
    throw new CredenceError("MID_MERGE", `${id} cannot be moved while a merge is in progress`);
  }
}

/** After the transaction. */
export function recordMove({ root, file }: LoadedMemory, to: string): void {
  if (root.workTree === null) return;
  const { top } = root.workTree;
  recordRename({ top, from: relative(top, file.path), to: relative(top, `${root.path}/${to}`) });
}
