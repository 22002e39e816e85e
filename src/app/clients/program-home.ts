// The program's own place, `<data>/credence`, holds the one version that clients run. What runs from the npx cache, a clone or a
// temporary directory may be gone tomorrow, and npm replaces what it installed. Setup and install of any copy therefore copy that
// program there, whole or not at all, before a launcher names it, and remove the copy before it once no launcher does. A run that
// was killed leaves one of the two at work, and the next one finishes it.
//
// Attack: a link in the place leads into a work tree, so that a checkout swaps the program. Such a place is refused, as machine
// state is.

import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { launcherIn } from "../../agents/hook-words.ts";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { isRecord, parseJson } from "../../memory/json.ts";
import {
  ensureDirectory,
  removeTree,
  replaceFile,
  syncDirectory,
  syncFile,
  temporaryBeside,
} from "../../store/durable.ts";
import { isInside } from "../../store/find-root.ts";
import { codeOf, ifPossible, namesIn, writing } from "../../store/fs-failure.ts";
import { findEntry, findRealPlace } from "../../store/paths.ts";
import { findAbandoned } from "../../store/temporary-files.ts";
import { listTemporary } from "../workspace/auto-root.ts";
import { makeState, rememberMade, removeEmptyDirectories } from "../workspace/made-directories.ts";
import { readSettingsOrNull } from "./examine-clients.ts";
import { isInWorkTree, recordGit } from "./find-program.ts";
import type { CallPlaces, RunningProgram } from "./launch.ts";
import { isCommand, readLauncher, renderCommand } from "./launcher.ts";
import { bytesBelow } from "./room.ts";

export type ProgramPlan = {
  /** What the launcher is to start. */
  readonly program: RunningProgram;
  /** Null for a program that is no package of ours, as one that runs from its sources: it stays where it is. */
  readonly version: string | null;
  /** Where a copy is to be, and how large it gets; null where the program is in its place already. */
  readonly copy: { readonly path: string; readonly bytes: number } | null;
  /** The command to put on PATH. */
  readonly command: string | null;
  /** Puts the program into its place. */
  readonly settle: (state: string, cache: string) => void;
  /** Removes every other copy, unless the launcher of this state still starts one. */
  readonly removeOthers: (state: string) => void;
};

/** What of the package the program needs, or a person reads. */
const PARTS = ["dist", "docs", "plugin", ".claude-plugin", "package.json"];
const VERSION = /^\d[\w.+-]{0,40}$/;
/** In every copy: what is without it was made by somebody else, and is not ours to remove. */
const MARK = ".credence-copy";

function placeProgram({ cwd, home, env }: CallPlaces): string {
  const own = env["CREDENCE_HOME"];
  if (own) return resolve(cwd, own, "program");
  const data = env["XDG_DATA_HOME"];
  return join(data !== undefined && isAbsolute(data) ? data : join(home, ".local", "share"), "credence");
}

export function planProgram(running: RunningProgram, places: CallPlaces): ProgramPlan {
  const script = realpathSync(resolve(places.cwd, running.script));
  const source = findPackage(script);
  if (source === null)
    return {
      program: { ...running, script },
      ...{ version: null, copy: null, command: null, removeOthers: () => undefined },
      settle: (state) => recordGit(state, places),
    };
  const base = placeProgram(places);
  refuseWorkTree(base, places.home);
  const target = isInside(realOf(base), source.path) ? source.path : findTarget(base, source);
  const borrows = existsSync(running.node) && isBorrowed(running.node, [base, source.path]);
  const node = borrows ? join(target, "node") : running.node;
  const program = { node, script: join(target, "dist", basename(script)) };
  const command = join(base, "bin", "credence");
  const settle = (state: string, cache: string): void =>
    writing(base, () => {
      makeState({ state, cache });
      rememberMade({ state, directories: [base] }, () => ensureDirectory(base, 0o700));
      if (!existsSync(target)) copyPackage(source, target);
      if (borrows) copyProgram(running.node, node);
      ensureDirectory(dirname(command), 0o700);
      replaceFile(command, renderCommand({ ...program, home: places.home }), 0o700);
      removeHalfWritten([base, target, dirname(command)], state);
      recordGit(state, places);
    });
  const removeOthers = (state: string): void => {
    if (startsOther(state, program)) return;
    // The next install removes what the disk refuses to remove now.
    ifPossible(() => {
      for (const each of listCopies(base)) if (realOf(each) !== realOf(target)) removeCopy(each);
    });
  };
  const nodeBytes = borrows && !existsSync(node) ? statSync(running.node).size : 0;
  const bytes = (existsSync(target) ? 0 : bytesOf(source.path)) + nodeBytes;
  const copy = target === source.path ? null : { path: target, bytes };
  return { program, version: source.version, copy, command, settle, removeOthers };
}

function refuseWorkTree(base: string, home: string): void {
  const real = findRealPlace(base);
  if (real !== null && !isInWorkTree(real, home)) return;
  const why = real === null ? "ends in a broken link" : `is inside a work tree (${real})`;
  const fix = "make it a directory outside of git: what a checkout can change is no place for the program";
  throw new CredenceError("PATH_ERROR", `the program's place ${base} ${why}`, fix);
}

/** Removes the files that killed runs were writing. */
function removeHalfWritten(directories: readonly string[], state: string): void {
  const own = ["", "installed", "backups/install"].map((name) => join(state, name));
  for (const path of [...directories, ...own].filter((each) => existsSync(each)).flatMap(findAbandoned))
    removeTree(path);
}

function readStarted(state: string): RunningProgram | null {
  return readLauncher(readSettingsOrNull(launcherIn(state)) ?? "");
}

/** Do clients start another copy until now? */
export function startsOther(state: string, { script }: RunningProgram): boolean {
  const started = readStarted(state);
  return started !== null && started.script !== script;
}

/** @returns the version that clients start now; null where none is connected, or the program is gone or no package of ours. */
export function findStartedVersion(state: string): string | null {
  const script = readStarted(state)?.script;
  return script !== undefined && existsSync(script)
    ? (findPackage(realpathSync(script))?.version ?? null)
    : null;
}

/** Does the Node go with what the program came from, with another copy, with a clone, or when a directory is emptied? Then the copy
 * has a Node of its own: nothing of ours may remove what a launcher names. */
export function isBorrowed(node: string, lenders: readonly string[], temporary = listTemporary()): boolean {
  const goes = [...lenders.map(realOf), ...temporary].some((each) => isInside(each, node));
  return goes || dirname(node).split(sep).includes(".node");
}

type Package = { readonly path: string; readonly version: string; readonly digest: string };

/** @returns null for a program that is no package of ours. */
function findPackage(script: string): Package | null {
  const path = dirname(dirname(script));
  const about = join(path, "package.json");
  const value = existsSync(about) ? parseJson(readFileSync(about, "utf8")) : null;
  if (!isRecord(value) || value["name"] !== "credence" || basename(dirname(script)) !== "dist") return null;
  const { version } = value;
  if (typeof version !== "string" || !VERSION.test(version)) return null;
  return { path, version, digest: digestOf(path) };
}

function bytesOf(path: string): number {
  const parts = PARTS.map((name) => join(path, name)).filter((each) => existsSync(each));
  return parts.reduce((sum, each) => sum + (statSync(each).isDirectory() ? bytesBelow(each) : 0), 0);
}

function digestOf(path: string): string {
  const dist = join(path, "dist");
  const names = readdirSync(dist, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => statSync(join(dist, name)).isFile());
  return sha256Hex(
    files.map((name) => `${name} ${sha256Hex(readFileSync(join(dist, name), "latin1"))}`).join("\n"),
  );
}

/** May it be gone tomorrow? */
export function isPassing(script: string): boolean {
  const path = dirname(dirname(realpathSync(script)));
  const isTemporary = listTemporary().some((each) => isInside(each, path));
  return path.includes(`${sep}_npx${sep}`) || existsSync(join(path, ".git")) || isTemporary;
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Of one version two builds may differ: then the second has its digest in its name. */
function findTarget(base: string, { version, digest }: Package): string {
  const [usual, other] = [join(base, version), join(base, `${version}-${digest.slice(0, 8)}`)];
  return [usual, other].find((each) => isSame(each, digest)) ?? (existsSync(usual) ? other : usual);
}

function isSame(path: string, digest: string): boolean {
  return existsSync(join(path, "dist")) && digestOf(path) === digest;
}

function copyPackage({ path, digest }: Package, target: string): void {
  const temporary = temporaryBeside(target);
  mkdirSync(temporary, { mode: 0o700 });
  try {
    for (const part of PARTS.filter((name) => existsSync(join(path, name))))
      cpSync(join(path, part), join(temporary, part), { recursive: true, dereference: true });
    writeFileSync(join(temporary, MARK), "");
    if (digestOf(temporary) !== digest)
      throw new CredenceError(
        "OCC_CONFLICT",
        "the program changed while it was copied",
        "run the command again",
      );
    for (const entry of readdirSync(temporary, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) syncFile(join(entry.parentPath, entry.name));
    renameSync(temporary, target);
    syncDirectory(dirname(target));
  } catch (error) {
    removeTree(temporary);
    // Another process was faster, with the same.
    if (!["EEXIST", "ENOTEMPTY"].includes(codeOf(error)) || !isSame(target, digest)) throw error;
  }
}

function copyProgram(from: string, to: string): void {
  if (existsSync(to)) return;
  const temporary = temporaryBeside(to);
  copyFileSync(from, temporary, constants.COPYFILE_FICLONE);
  chmodSync(temporary, 0o700);
  syncFile(temporary);
  renameSync(temporary, to);
}

/** Those that setup or install made. */
function listCopies(base: string): string[] {
  const paths = namesIn(base).map((name) => join(base, name));
  return paths.filter((path) => findEntry(path)?.isDirectory() === true && isOurs(path));
}

/** One that lost its mark to a removal that was killed at its last step is empty. */
function isOurs(copy: string): boolean {
  const names = readdirSync(copy);
  if (names.length === 0) return VERSION.test(basename(copy));
  return findEntry(join(copy, MARK))?.isFile() === true;
}

/** The mark goes last: a removal that was killed is finished by the next one. */
function removeCopy(path: string): void {
  for (const name of readdirSync(path).filter((each) => each !== MARK)) removeTree(join(path, name));
  removeTree(path);
}

export type LeavingProgram = {
  readonly base: string;
  /** The copies and the command that setup and install made. */
  readonly goes: readonly string[];
};

/** @returns null where there is none. The person's data may lie behind a link; one in the place of a copy is not followed. */
export function findLeavingProgram(places: CallPlaces): LeavingProgram | null {
  const base = realOf(placeProgram(places));
  const command = join(base, "bin", "credence");
  const isOurCommand = findEntry(command)?.isFile() === true && isCommand(readFileSync(command, "utf8"));
  const goes = [...listCopies(base), ...(isOurCommand ? [command] : [])];
  const isBare = (name: string): boolean => name === "bin" && namesIn(dirname(command)).length === 0;
  const isEmptied = findEntry(base)?.isDirectory() === true && namesIn(base).every(isBare);
  return goes.length === 0 && !isEmptied ? null : { base, goes };
}

export function removeProgram(places: CallPlaces): void {
  const leaving = findLeavingProgram(places);
  if (leaving === null) return;
  const { base, goes } = leaving;
  const place = placeProgram(places);
  const link = join(places.home, ".local/bin/credence");
  writing(base, () => {
    for (const path of goes) (findEntry(path)?.isDirectory() === true ? removeCopy : removeTree)(path);
    // The link that setup proposed would lead nowhere.
    const isOurs =
      findEntry(link)?.isSymbolicLink() === true && readlinkSync(link) === join(place, "bin/credence");
    if (isOurs) removeTree(link);
  });
  const isLinked = findEntry(place)?.isSymbolicLink() === true;
  removeEmptyDirectories([join(base, "bin"), ...(isLinked ? [] : [base])]);
}
