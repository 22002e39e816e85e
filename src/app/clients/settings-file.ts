// Changes a settings file of another program: through links to where it really is, whole or not at all, with its mode, and
// with a copy of what was there in machine state. What the text becomes is the caller's.
//
// Attack: a link, or a device, in place of the file. A link is followed, because people keep their settings elsewhere; what
// is no plain file at its end is refused.

import { readdirSync, readFileSync, rmSync, statSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { type EditResult, EXTRAS, type Extra } from "../../agents/client-settings.ts";
import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { isRecord, parseJson, textsIn } from "../../memory/json.ts";
import {
  ensureDirectory,
  removeQuietly,
  replaceFile,
  syncDirectory,
  writeNewFile,
} from "../../store/durable.ts";
import { codeOf, writing } from "../../store/fs-failure.ts";
import { findEntry, findRealPlace } from "../../store/paths.ts";
import { ensurePrivate } from "../../store/state-directory.ts";
import { findAbandonedOf } from "../../store/temporary-files.ts";

export type SettingsEdit = (text: string | null) => EditResult;

export type SettingsPlan = {
  readonly path: string;
  /** Null when there is no file. */
  readonly before: string | null;
  readonly after: string | null;
  /** Absent: the one that the file has. */
  readonly mode?: number;
};

/** Claude Code keeps its history in the file that names its servers. */
const MIB_MAX = 64;
const MIB = 1024 * 1024;
const PRIVATE_FILE = 0o600;

/** What would become of the file. */
export function planSettings(file: string, edit: SettingsEdit): SettingsPlan {
  const path = findRealPlace(file);
  if (path === null) throw new CredenceError("PATH_ERROR", `${file} is a broken symlink`, "repair the link");
  const before = readSettings(path);
  const edited = edit(before);
  if (edited.kind === "edited") return { path, before, after: edited.text };
  throw new CredenceError("NOT_READABLE", `${path}: ${edited.why}`, edited.fix);
}

export type BackupPlace = { readonly state: string; readonly name: string | null; readonly now: Instant };

/** @returns the path of the copy of the former text; null when there was none, or nothing changes. */
export function writeSettings(plan: SettingsPlan, backup: BackupPlace): string | null {
  const { path, before, after } = plan;
  // A run that was killed may have left a whole copy of it.
  for (const each of findAbandonedOf(path)) removeQuietly(each);
  if (before === after) return null;
  return writing(path, () => {
    const copy = before === null ? null : backUp(before, backup);
    // A client writes its settings at any time; its change is not to be lost.
    if (readSettings(path) !== before)
      throw new CredenceError("OCC_CONFLICT", `${path} changed just now`, "run the command again");
    try {
      put(plan);
    } catch (error) {
      // It is done; what could not be synced is the directory alone, and the former text is what a power loss brings back.
      if (readSettings(path) !== after) throw error;
    }
    return copy;
  });
}

function put({ path, after: text, mode }: SettingsPlan): void {
  if (text === null) {
    unlinkSync(path);
    syncDirectory(dirname(path));
    return;
  }
  ensureDirectory(dirname(path), 0o755);
  const stat = statSync(path, { throwIfNoEntry: false });
  replaceFile(path, text, mode ?? (stat === undefined ? PRIVATE_FILE : stat.mode & 0o777));
}

/** @returns null when there is no file. */
export function readSettings(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (!stat.isFile())
    throw new CredenceError("NOT_READABLE", `${path} is not a regular file`, "check what is there");
  if (stat.size > MIB_MAX * MIB) {
    const why = `${path} has ${Math.ceil(stat.size / MIB)} MiB; up to ${MIB_MAX} MiB can be changed`;
    throw new CredenceError("NOT_READABLE", why, "make it smaller, then run the command again");
  }
  try {
    // The byte order mark is a part of the text that stays.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    const why = error instanceof TypeError ? "is not UTF-8" : `cannot be read (${codeOf(error)})`;
    throw new CredenceError("NOT_READABLE", `${path} ${why}`, "repair the file, then run the command again");
  }
}

/** A second one of the same second gets a number. */
function backUp(text: string, { state, name, now }: BackupPlace): string | null {
  if (name === null) return null;
  const directory = ensurePrivate(join(ensurePrivate(join(state, "backups")), "install"));
  const stamp = renderInstant(now).replaceAll(/[-:]/g, "");
  for (let number = 1; ; number += 1) {
    const path = join(directory, `${stamp}${number === 1 ? "" : `-${number}`}-${name}`);
    try {
      writeNewFile(path, text, PRIVATE_FILE);
      return path;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }
}

// What a settings file was before our entries came into it, and which text install made of it: kept in machine state until
// they leave. A rule that a person had before is not ours because we would write the same.

export type SettingsOrigin = {
  /** Null when there was no file. */
  readonly before: string | null;
  /** The SHA-256 of what install made of it. */
  readonly after: string;
  /** Directories that install made for the file, the deepest first. */
  readonly made: readonly string[];
  /** What the person wanted besides our hooks. */
  readonly extras: readonly Extra[];
};

export type OriginPlace = { readonly state: string; readonly file: string };

const DIRECTORY = "installed";

/** @returns null when nothing is known. */
export function readOrigin(place: OriginPlace): SettingsOrigin | null {
  const { before, after, made, extras } = readRecord(pathOf(place)) ?? {};
  if ((before !== null && typeof before !== "string") || typeof after !== "string") return null;
  const known = Array.isArray(extras) ? EXTRAS.filter((each) => extras.includes(each)) : [];
  return { before, after, made: textsIn(made), extras: known };
}

function readRecord(path: string): Readonly<Record<string, unknown>> | null {
  const value = findEntry(path)?.isFile() === true ? parseJson(readFileSync(path, "utf8")) : null;
  return isRecord(value) ? value : null;
}

/** The files that our entries came into and have not left. One that is gone took them along. */
export function listInstalled(state: string): string[] {
  const directory = join(state, DIRECTORY);
  if (findEntry(directory)?.isDirectory() !== true) return [];
  const files = readdirSync(directory).map((name) => readRecord(join(directory, name))?.["file"]);
  return files.filter((file) => typeof file === "string").filter((file) => findEntry(file) !== null);
}

export function originOf(before: string | null, after: string, made: readonly string[]): SettingsOrigin {
  return { before, after: sha256Hex(after), made, extras: [] };
}

export function writeOrigin(place: OriginPlace, { before, after, made, extras }: SettingsOrigin): void {
  const more = extras.length === 0 ? {} : { extras };
  const text = JSON.stringify({ v: 1, file: place.file, before, after, made, ...more });
  ensurePrivate(join(place.state, DIRECTORY));
  writing("machine state", () => replaceFile(pathOf(place), `${text}\n`, 0o600));
}

export function removeOrigin(place: OriginPlace): void {
  writing("machine state", () => rmSync(pathOf(place), { force: true }));
}

/** Is this, to the byte, what install made? */
export function isAsInstalled({ after }: SettingsOrigin, text: string): boolean {
  return sha256Hex(text) === after;
}

function pathOf({ state, file }: OriginPlace): string {
  return join(state, DIRECTORY, `${sha256Hex(file)}.json`);
}
