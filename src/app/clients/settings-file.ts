// Changes a settings file of another program: through links to where it really is, whole or not at all, with its mode, and
// with a copy of what was there in machine state. What the text becomes is the caller's.
//
// Attack: a link, or a device, in place of the file. A link is followed, because people keep their settings elsewhere; what
// is no plain file at its end is refused.

import { readFileSync, statSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { ensureDirectory, replaceFile, syncDirectory, writeNewFile } from "../../store/durable.ts";
import { findRealPlace } from "../../store/find-real-place.ts";
import { codeOf, writing } from "../../store/fs-failure.ts";
import { ensurePrivate } from "../../store/state-directory.ts";

export type SettingsEdit = (
  text: string | null,
) =>
  | { readonly kind: "edited"; readonly text: string | null }
  | { readonly kind: "refused"; readonly why: string; readonly fix: string };

export type SettingsPlan = {
  readonly path: string;
  /** Null where there is no file. */
  readonly before: string | null;
  readonly after: string | null;
};

/** Claude Code keeps its history in the file that names its servers. */
const MIB_MAX = 64;
const MIB = 1024 * 1024;
const PRIVATE_FILE = 0o600;

/** What would become of the file. */
export function planSettings(file: string, edit: SettingsEdit): SettingsPlan {
  const path = findRealPlace(file);
  if (path === null)
    throw new CredenceError("PATH_ERROR", `${file} is a link that leads nowhere`, "mend the link");
  const before = readSettings(path);
  const edited = edit(before);
  if (edited.kind === "edited") return { path, before, after: edited.text };
  throw new CredenceError("NOT_READABLE", `${path}: ${edited.why}`, edited.fix);
}

export type BackupPlace = { readonly state: string; readonly name: string; readonly now: Instant };

/** Says where the copy of the former text is; null where there was none, or nothing changes. */
export function writeSettings({ path, before, after }: SettingsPlan, backup: BackupPlace): string | null {
  if (before === after) return null;
  return writing(path, () => {
    const copy = before === null ? null : backUp(before, backup);
    // A client writes its settings at any time; its change is not to be lost.
    if (readSettings(path) !== before)
      throw new CredenceError("OCC_CONFLICT", `${path} changed just now`, "run the command again");
    if (after === null) {
      unlinkSync(path);
      syncDirectory(dirname(path));
      return copy;
    }
    ensureDirectory(dirname(path), 0o755);
    replaceFile(path, after, modeOf(path));
    return copy;
  });
}

/** Null where there is no file. */
export function readSettings(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (!stat.isFile())
    throw new CredenceError("NOT_READABLE", `${path} is no plain file`, "look at what is there");
  if (stat.size > MIB_MAX * MIB) {
    const why = `${path} has ${Math.ceil(stat.size / MIB)} MiB; up to ${MIB_MAX} MiB can be changed`;
    throw new CredenceError("NOT_READABLE", why, "make it smaller, then run the command again");
  }
  try {
    // The byte order mark is a part of the text that stays.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    const why = error instanceof TypeError ? "is not UTF-8" : `cannot be read (${codeOf(error)})`;
    throw new CredenceError("NOT_READABLE", `${path} ${why}`, "mend the file, then run the command again");
  }
}

function modeOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? PRIVATE_FILE : stat.mode & 0o777;
}

/** A second one of the same second gets a number. */
function backUp(text: string, { state, name, now }: BackupPlace): string {
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
