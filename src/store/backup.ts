// Copies of a root's memories and statements in machine state, made before many of them change at once. Private, plain
// files, whole or not there; forgetting a memory erases it here, too.

import { chmodSync, copyFileSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isThere } from "./carry-out.ts";
import { removeQuietly, syncDirectory, syncFile, temporaryBeside } from "./durable.ts";
import { codeOf, writing } from "./fs-failure.ts";
import { DIRECTORIES } from "./memory-files.ts";
import { ensurePrivate } from "./state-directory.ts";
import { findAbandoned } from "./temporary-files.ts";

export type BackedUpRoot = { readonly id: string; readonly path: string };

const COPIED = [...DIRECTORIES, "attest", "root.json"];

/** Says where the copy is. `time` names it; a second one of the same time gets a number. */
export function backUpRoot(state: string, root: BackedUpRoot, time: string): string {
  return writing("the backup", () => {
    const backups = ensurePrivate(join(state, "backups"));
    const directory = ensurePrivate(findFreeName(backups, time, root.id));
    for (const time of namesIn(backups)) {
      for (const path of findAbandoned(join(backups, time))) rmSync(path, { recursive: true, force: true });
    }
    const half = temporaryBeside(join(directory, root.id));
    mkdirSync(half, { mode: 0o700 });
    for (const name of COPIED) copyPlain(join(root.path, name), join(half, name));
    syncDirectory(half);
    renameSync(half, join(directory, root.id));
    syncDirectory(directory);
    return join(directory, root.id);
  });
}

/** Two roots of one run share a directory. */
function findFreeName(backups: string, time: string, id: string): string {
  for (let number = 1; ; number += 1) {
    const directory = join(backups, number === 1 ? time : `${time}-${number}`);
    const names = namesIn(directory);
    if (!names.some((name) => name.startsWith(id))) return directory;
  }
}

/**
 * Directories and regular files; a link or a device is not what a root holds, and is left out. Everything is on disk before
 * the backup gets its name: it is wanted when the change that follows went wrong, and a power loss is one way to go wrong.
 */
function copyPlain(from: string, to: string): void {
  const stat = lstatSync(from, { throwIfNoEntry: false });
  if (stat?.isFile() === true) {
    copyFileSync(from, to);
    chmodSync(to, 0o600);
    syncFile(to);
  }
  if (stat?.isDirectory() !== true) return;
  mkdirSync(to, { mode: 0o700 });
  for (const name of readdirSync(from)) copyPlain(join(from, name), join(to, name));
  syncDirectory(to);
}

/** Every copy of one memory, in every backup of its root. None comes back after a power loss. */
export function eraseFromBackups(state: string, rootId: string, id: string): void {
  const backups = join(state, "backups");
  const copies = namesIn(backups).flatMap((time) =>
    namesIn(join(backups, time))
      .filter((name) => name.startsWith(rootId))
      .flatMap((name) => DIRECTORIES.map((directory) => join(backups, time, name, directory, `${id}.md`))),
  );
  writing("the backup", () => {
    for (const path of copies.filter(isThere)) {
      removeQuietly(path);
      syncDirectory(dirname(path));
    }
  });
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return [];
    throw error;
  }
}
