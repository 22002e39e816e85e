// Writes an export.
//
// Attack: an export that lands in a root, where its files would be taken for memories, or in machine state; an export that
// overwrites a file. Both are refused before anything is written.

import { lstatSync, readdirSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { ensureDirectory, writeNewFile } from "../../store/durable.ts";
import { isInside, isRoot } from "../../store/find-root.ts";
import { writing } from "../../store/fs-failure.ts";
import { findRealPlace } from "../../store/paths.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ExportedFile } from "./export.ts";

const PRIVATE = { file: 0o600, directory: 0o700 };

export type ExportPlace = { readonly cwd: string; readonly out: string };

/** One file, which must not exist yet. */
export function writeExportFile(workspace: Workspace, place: ExportPlace, text: string): void {
  const path = findExportPlace(workspace, place);
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw isTaken(place.out);
  write(path, text);
}

/** A folder, which must be new or empty. */
export function writeExportFolder(
  workspace: Workspace,
  place: ExportPlace,
  files: readonly ExportedFile[],
): void {
  const directory = findExportPlace(workspace, place);
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  const isFree = stat === undefined || (stat.isDirectory() && readdirSync(directory).length === 0);
  if (!isFree) throw isTaken(place.out);
  for (const { path, text } of files) {
    const target = join(directory, path);
    // A record names its own id, which must not lead out of the folder.
    if (!target.startsWith(directory + sep))
      throw new CredenceError("PATH_ERROR", `${path} leads out of ${place.out}`);
    write(target, text);
  }
}

function write(path: string, text: string): void {
  writing("the export", () => {
    ensureDirectory(dirname(path), PRIVATE.directory);
    writeNewFile(path, text, PRIVATE.file);
  });
}

/** The path for an export, outside of every root and of machine state. */
export function findExportPlace(workspace: Workspace, { cwd, out }: ExportPlace): string {
  const path = findRealPlace(resolve(cwd, out));
  if (path === null)
    throw new CredenceError("PATH_ERROR", `${out} is a broken symlink`, "give a new path with --out");
  const own = [workspace.state.path, findRealPlace(workspace.cache) ?? workspace.cache];
  if (own.some((each) => isInside(each, path)) || isInRoot(path)) {
    throw new CredenceError(
      "PATH_ERROR",
      `${out} is inside a memory root or machine state`,
      "give another path with --out",
    );
  }
  return path;
}

function isInRoot(path: string): boolean {
  for (let at = path; at !== dirname(at); at = dirname(at)) if (isRoot(at)) return true;
  return false;
}

function isTaken(out: string): CredenceError {
  return new CredenceError("EXISTS", `${out} already exists`, "give a new path with --out");
}
