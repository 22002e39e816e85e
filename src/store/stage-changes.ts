// The first half of a transaction: every new text is on disk beside its place, under a name that nothing reads.
//
// Fails closed: whatever goes wrong here leaves the root as it was.

import { rmdirSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { sha256Hex } from "../memory/file/sha256.ts";
import {
  ensureDirectory,
  removeQuietly,
  type SyncTogether,
  syncAll,
  TOGETHER_MIN,
  type Unsynced,
  writeNewFile,
  writeUnsynced,
} from "./durable.ts";
import { codeOf, toWriteFailure } from "./fs-failure.ts";
import { refuseOutside } from "./paths.ts";
import { stagedName } from "./temporary-files.ts";

export type Change =
  /** `over`: the hash of what it replaces, null for nothing. What somebody put there since then stays, and the text is kept elsewhere. */
  | {
      readonly kind: "write";
      readonly path: string;
      readonly text: string;
      readonly over?: string | null;
    }
  /** A file whose bytes stay as they are, whatever they are. */
  | { readonly kind: "move"; readonly from: string; readonly to: string }
  /** Removed only while it still has the content that the operation saw. */
  | { readonly kind: "remove"; readonly path: string; readonly sha256: string };

export type TransactionPlace = {
  readonly root: string;
  /** Where this machine keeps what it knows of this root. */
  readonly records: string;
  readonly modes: { readonly file: number; readonly directory: number };
  /** Where many files may change at once: otherwise each of them is synced by itself. */
  readonly syncTogether?: SyncTogether;
};

export type Step =
  /** With the content of the new text; without, where a file moves as it is. */
  | {
      readonly kind: "rename";
      readonly from: string;
      readonly to: string;
      readonly sha256: string | null;
      readonly over?: string | null;
    }
  | { readonly kind: "remove"; readonly path: string; readonly sha256: string };

export type Staged = {
  readonly steps: readonly Step[];
  /** Takes everything back, as far as the disk lets it. */
  readonly unstage: () => void;
};

export function stageChanges(place: TransactionPlace, op: string, changes: readonly Change[]): Staged {
  const steps: Step[] = [];
  const made: string[] = [];
  const unsynced: Unsynced = { files: new Set(), directories: new Set() };
  const isLater = place.syncTogether !== undefined && changes.length >= TOGETHER_MIN;
  const unstage = (): void => {
    for (const step of steps) {
      if (step.kind === "rename" && step.sha256 !== null) removeQuietly(join(place.root, step.from));
    }
    for (const directory of made.toReversed()) removeIfEmpty(directory);
  };
  try {
    for (const change of changes) steps.push(stageOne(place, change, { op, made, unsynced, isLater }));
    // The names of the texts, and of the directories made for them, must be on disk before an intent speaks of them.
    syncAll(unsynced, place.syncTogether);
  } catch (error) {
    unstage();
    throw toWriteFailure(error, "the memory root");
  }
  return { steps, unstage };
}

type Staging = {
  readonly op: string;
  /** Directories, in the order they were made. */
  readonly made: string[];
  /** Directories that hold new names, and the new texts that are synced later. */
  readonly unsynced: Unsynced;
  readonly isLater: boolean;
};

function stageOne(place: TransactionPlace, change: Change, staging: Staging): Step {
  const { op, made, unsynced, isLater } = staging;
  if (change.kind === "remove") return change;
  const to = change.kind === "move" ? change.to : change.path;
  makeDirectories(place, dirname(to), { made, unsynced });
  if (change.kind === "move") {
    unsynced.directories.add(join(place.root, dirname(change.from)));
    return { kind: "rename", from: change.from, to, sha256: null };
  }
  const from = join(dirname(to), stagedName(basename(to), op));
  const path = join(place.root, from);
  const write = isLater ? writeUnsynced : writeNewFile;
  write(path, change.text, place.modes.file);
  if (isLater) unsynced.files.add(path);
  unsynced.directories.add(dirname(path));
  const { over } = change;
  return { kind: "rename", from, to, sha256: sha256Hex(change.text), ...(over !== undefined && { over }) };
}

function makeDirectories(
  place: TransactionPlace,
  directory: string,
  { made, unsynced }: Pick<Staging, "made" | "unsynced">,
): void {
  if (refuseOutside(place.root, directory)) return;
  let path = place.root;
  for (const name of directory.split(sep)) {
    path = join(path, name);
    if (ensureDirectory(path, place.modes.directory, (parent) => unsynced.directories.add(parent)))
      made.push(path);
  }
}

/** A directory made for a file that never came. */
function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    // In use by now, or the disk refuses: an empty directory harms nobody.
    if (codeOf(error) === "") throw error;
  }
}
