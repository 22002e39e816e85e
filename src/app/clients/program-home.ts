// A place of its own for the program. What runs from the npx cache, a clone or a temporary directory may be gone tomorrow, and npm
// replaces what it installed: every hook would go with it, and every way back. So whoever connects a client first copies the program,
// whole or not at all, to `<data>/credence/<version>`, and the launcher names that copy. Two versions stay, and where rollback goes.

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
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
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
import { codeOf, writing } from "../../store/fs-failure.ts";
import { findEntry } from "../../store/paths.ts";
import { findAbandoned } from "../../store/temporary-files.ts";
import { listTemporary } from "../workspace/auto-root.ts";
import { locateState } from "../workspace/locate-state.ts";
import { makeState, rememberMade, removeEmptyDirectories } from "../workspace/made-directories.ts";
import { type KeptProgram, readVersionRecord } from "../workspace/version-record.ts";
import type { CallPlaces, RunningProgram } from "./launch.ts";
import { isCommand, renderCommand } from "./launcher.ts";
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
  readonly settle: () => void;
};

/** What of the package the program needs, or a person reads. */
const PARTS = ["dist", "docs", "plugin", ".claude-plugin", "package.json"];
const KEPT = 2;
const VERSION = /^\d[\w.+-]{0,40}$/;
/** In every copy: what is without it was made by somebody else, and is not ours to remove. */
const MARK = ".credence-copy";

export function placeProgram({ cwd, home, env }: CallPlaces): string {
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
      ...{ version: null, copy: null, command: null, settle: () => undefined },
    };
  const { base, target, node, copyHere } = placePackage(source, running.node, places);
  const program = { node, script: join(target, "dist", basename(script)) };
  const command = join(base, "bin", "credence");
  const settle = (): void =>
    writing(base, () => {
      const state = makeState(locateState({ ...places, state: null, cache: null }));
      rememberMade({ state: state.path, directories: [base] }, () => ensureDirectory(base, 0o700));
      copyHere();
      // Only the newest two stay.
      utimesSync(target, new Date(), new Date());
      ensureDirectory(dirname(command), 0o700);
      replaceFile(command, renderCommand({ ...program, home: places.home, own: command }), 0o700);
      removeOld(base, [target, ...listRecorded(state.path)]);
    });
  const nodeBytes = node === running.node ? 0 : statSync(running.node).size;
  const bytes = existsSync(target) ? 0 : bytesOf(source.path) + nodeBytes;
  const copy = target === source.path ? null : { path: target, bytes };
  return { program, version: source.version, copy, command, settle };
}

/** Where a package is to be, and its Node where that may go with something else; itself where it is here already. */
function placePackage(source: Package, node: string, places: CallPlaces) {
  const base = placeProgram(places);
  const isKept = isInside(realOf(base), source.path);
  const target = isKept ? source.path : findTarget(base, source);
  const borrows = existsSync(node) && isBorrowed(node, [base, source.path]);
  const own = borrows ? join(target, "node") : node;
  const copyHere = (): void => {
    if (!existsSync(target)) copyPackage(source, target);
    if (borrows) copyProgram(node, own);
  };
  return { base, isKept, target, node: own, copyHere };
}

/** The copies that rollback goes to, and that clients start until their launcher is written anew. */
function listRecorded(state: string): string[] {
  const record = readVersionRecord(state);
  return [record?.before, record?.program].flatMap((each) =>
    each === null || each === undefined ? [] : [dirname(dirname(each.script))],
  );
}

/** A copy of another program than the one that runs. @returns the one that is kept, itself where it is here already. */
export function keepProgram({ node, script }: RunningProgram, places: CallPlaces): KeptProgram | null {
  const source = existsSync(script) ? findPackage(realpathSync(script)) : null;
  if (source === null) return null;
  const { base, isKept, target, node: own, copyHere } = placePackage(source, node, places);
  writing(base, () => {
    ensureDirectory(base, 0o700);
    copyHere();
    if (!isKept) utimesSync(target, new Date(), new Date());
  });
  const { version } = source;
  return { version, node: own, script: isKept ? script : join(target, "dist", basename(script)) };
}

/** Does the Node go with another version, with whatever the program came from or with a clone, or when a directory is emptied? Then
 * a version has a copy of its own: nothing of ours may remove what a launcher names. */
export function isBorrowed(node: string, lenders: readonly string[], temporary = listTemporary()): boolean {
  const goes = [...lenders.map(realOf), ...temporary].some((each) => isInside(each, node));
  return goes || dirname(node).split(sep).includes(".node");
}

export type Package = { readonly path: string; readonly version: string; readonly digest: string };

/** @returns null for a program that is no package of ours. */
export function findPackage(script: string): Package | null {
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
  const usual = join(base, version);
  const isFree = !existsSync(usual) || isSame(usual, digest);
  return isFree ? usual : join(base, `${version}-${digest.slice(0, 8)}`);
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

/** Those that setup made, the newest first. */
function listCopies(base: string): string[] {
  return readdirSync(base)
    .map((name) => join(base, name))
    .filter((path) => findEntry(path)?.isDirectory() === true && isOurs(path))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
}

/** One that lost its mark to a removal that was killed at its last step is empty. */
function isOurs(copy: string): boolean {
  const names = readdirSync(copy);
  if (names.length === 0) return VERSION.test(basename(copy));
  return findEntry(join(copy, MARK))?.isFile() === true;
}

function removeOld(base: string, needed: readonly string[]): void {
  const others = listCopies(base).slice(KEPT);
  for (const path of others.filter((each) => !needed.includes(each))) removeCopy(path);
  for (const path of [base, ...needed].flatMap(findAbandoned)) removeTree(path);
}

/** The mark goes last: a removal that was killed is finished by the next one. */
function removeCopy(path: string): void {
  for (const name of readdirSync(path).filter((each) => each !== MARK)) removeTree(join(path, name));
  removeTree(path);
}

export type LeavingProgram = {
  /** Where the copies are. */
  readonly base: string;
  /** What setup made there. */
  readonly goes: readonly string[];
  /** What lies beside it, and stays. */
  readonly stays: readonly string[];
};

/** @returns null where setup made none. The person's data may lie behind a link; one in the place of a copy is not followed. */
export function findLeavingProgram(places: CallPlaces): LeavingProgram | null {
  const base = realOf(placeProgram(places));
  if (findEntry(base)?.isDirectory() !== true) return null;
  const command = join(base, "bin", "credence");
  const isOurCommand = findEntry(command)?.isFile() === true && isCommand(readFileSync(command, "utf8"));
  const goes = [...listCopies(base), ...(isOurCommand ? [command] : [])];
  const stays = readdirSync(base)
    .map((name) => join(base, name))
    .filter((path) => !goes.includes(path) && !(path === dirname(command) && isOurCommand));
  return goes.length === 0 ? null : { base, goes, stays };
}

/** @returns where the copies were; null where there was none. */
export function removeProgram(places: CallPlaces): string | null {
  const leaving = findLeavingProgram(places);
  const base = leaving?.base ?? realOf(placeProgram(places));
  if (leaving === null && !isEmptied(base)) return null;
  writing(base, () => {
    for (const path of listCopies(base)) removeCopy(path);
    for (const path of leaving?.goes ?? []) removeTree(path);
  });
  const isLinked = findEntry(placeProgram(places))?.isSymbolicLink() === true;
  removeEmptyDirectories([join(base, "bin"), ...(isLinked ? [] : [base])]);
  // The link to the command that setup proposed would lead nowhere.
  const link = join(places.home, ".local/bin/credence");
  const command = join(placeProgram(places), "bin", "credence");
  if (findEntry(link)?.isSymbolicLink() === true && readlinkSync(link) === command)
    writing(link, () => unlinkSync(link));
  return base;
}

/** By a removal that was killed before its last steps. */
function isEmptied(base: string): boolean {
  const list = (path: string): string[] | null =>
    findEntry(path)?.isDirectory() === true ? readdirSync(path) : null;
  return list(base)?.every((name) => name === "bin" && list(join(base, name))?.length === 0) === true;
}
