// The files that make a directory a root: its random id and what git must not track.

import { randomBytes } from "node:crypto";
import { lstatSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HEX, isOf } from "../memory/alphabet.ts";
import { CredenceError } from "../memory/errors.ts";
import { FORMAT } from "../memory/formats.ts";
import { isRecord, parseJson } from "../memory/json.ts";
import { ensureDirectory, replaceFile } from "./durable.ts";
import { writing } from "./fs-failure.ts";
import { refuseOutside } from "./paths.ts";

const ROOT_ID_CHARS = 32;
const ROOT_FILE_BYTES_MAX = 4_096;

/** Derived or local: never in a commit. */
const IGNORED = ["index.md", ".index.lockdir/", "archive/", "*.tmp"];

/** Keeps a directory in git after its last memory left it. Without it git takes the directory for renamed, and a merge wants to
 * put the new memory of another machine where the last one went: into quarantine, or out of it. No reader looks at it. */
export const KEEP_FILE = ".gitkeep";

/** Shared with whoever has the repository; a person's own about one project; a person's own everywhere. */
export type RootKind = "shared" | "personal" | "user";

type PlacedRoot = { readonly kind: RootKind; readonly path: string; readonly shown: string };

export type Modes = { readonly file: number; readonly directory: number };

/** A project's files are as open as its sources; a person's own are theirs alone. */
export function modesOf(place: Pick<PlacedRoot, "kind">): Modes {
  return place.kind === "shared" ? { file: 0o644, directory: 0o755 } : { file: 0o600, directory: 0o700 };
}

/** The repository that a personal root is for. */
export type Repository = {
  /** Its common directory, links resolved. */
  readonly path: string;
  /** Its number on its disk and when it was made there, in milliseconds: a move on the same disk changes neither. */
  readonly inode: number;
  readonly born: number;
  readonly owner: number | null;
};

/** Makes the root, or completes one that lacks a part; says whether it is new. */
export function makeRoot(
  place: PlacedRoot,
  repository: Repository | null = null,
  id: string = randomBytes(16).toString("hex"),
): { readonly id: string; readonly isNew: boolean } {
  const modes = modesOf(place);
  const text = renderRootFile({ id, repository });
  return writing(place.shown, () => {
    for (const name of ["memories", "quarantine", "attest"]) {
      ensureDirectory(join(place.path, name), modes.directory);
    }
    writeIfAbsent(place, ".gitignore", `${IGNORED.join("\n")}\n`);
    const isNew = writeIfAbsent(place, "root.json", text);
    return { id: readRootId(place.path), isNew };
  });
}

/** Removes what makeRoot made of a root in which nothing was stored. The caller holds its lock. */
export function unmakeRoot(place: PlacedRoot): void {
  writing(place.shown, () => {
    for (const name of ["root.json", ".gitignore"]) rmSync(join(place.path, name), { force: true });
    for (const name of ["memories", "quarantine", "attest"]) rmdirSync(join(place.path, name));
  });
}

/** Of a root that git merges. */
export function keepDirectories(place: PlacedRoot): void {
  writing(place.shown, () => {
    for (const name of ["memories", "quarantine"]) writeIfAbsent(place, join(name, KEEP_FILE), "");
  });
}

/** An empty root becomes the one that another machine of the same person made. The caller holds its lock. */
export function adoptRootId(place: PlacedRoot, id: string): void {
  const { id: known, repository } = readRootFile(place.path);
  if (known !== id) replaceRootFile(place, { id, repository });
}

/** From here on the root is another repository's: a person said so. */
export function linkRoot(place: PlacedRoot, repository: Repository): void {
  replaceRootFile(place, { id: readRootId(place.path), repository });
}

function replaceRootFile(place: PlacedRoot, content: RootFile): void {
  writing(place.shown, () =>
    replaceFile(join(place.path, "root.json"), renderRootFile(content), modesOf(place).file),
  );
}

function renderRootFile({ id, repository }: RootFile): string {
  return `${JSON.stringify({ format: FORMAT, root: id, ...(repository === null ? {} : { repository }) })}\n`;
}

export type RootFile = {
  readonly id: string;
  /** Only a personal root has one. */
  readonly repository: Repository | null;
};

export function readRootFile(root: string): RootFile {
  const path = join(root, "root.json");
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size > ROOT_FILE_BYTES_MAX) throw brokenRoot(root);
  const value = parseJson(readFileSync(path, "utf8"));
  if (!isRecord(value)) throw brokenRoot(root);
  const { format, root: id } = value;
  if (format !== FORMAT)
    throw new CredenceError("UNKNOWN_FORMAT", `the root ${root} has a form that this credence does not know`);
  if (typeof id !== "string" || id.length !== ROOT_ID_CHARS || !isOf(HEX, id)) throw brokenRoot(root);
  return { id, repository: parseRepository(value["repository"]) };
}

function parseRepository(value: unknown): Repository | null {
  if (!isRecord(value)) return null;
  const { path, inode, born, owner } = value;
  const isOwned = owner === null || typeof owner === "number";
  if (typeof path !== "string" || typeof inode !== "number" || typeof born !== "number") return null;
  return isOwned ? { path, inode, born, owner } : null;
}

export function readRootId(root: string): string {
  return readRootFile(root).id;
}

/** A link, a file or a device in place of one of its directories leads out of the root, or nowhere. */
export function refuseOddDirectories(root: string): void {
  for (const name of ["memories", "quarantine", "attest", "archive"]) refuseOutside(root, name);
}

function writeIfAbsent(place: PlacedRoot, name: string, text: string): boolean {
  const path = join(place.path, name);
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
  replaceFile(path, text, modesOf(place).file);
  return true;
}

function brokenRoot(root: string): CredenceError {
  return new CredenceError(
    "PATH_ERROR",
    `root.json in ${root} is damaged`,
    "restore it from git or a backup",
  );
}
