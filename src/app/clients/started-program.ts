// What the clients of this machine start now: the program that the launcher names, or that entries of version 0.1 name
// themselves; and the copies of it and of settings that an upgrade keeps.

import { copyFileSync, existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { launcherIn, USUAL_LAUNCHER } from "../../agents/hook-words.ts";
import { type Instant, renderInstant } from "../../memory/instant.ts";
import { removeQuietly, replaceFile, setMode } from "../../store/durable.ts";
import { isInside } from "../../store/find-root.ts";
import { writing } from "../../store/fs-failure.ts";
import { ensurePrivate } from "../../store/state-directory.ts";
import { findAbandoned } from "../../store/temporary-files.ts";
import { listOutside, writeGit } from "../workspace/note-git.ts";
import { type KeptProgram, readVersionRecord, writeVersionRecord } from "../workspace/version-record.ts";
import { type ClientSurvey, readSettingsOrNull } from "./examine-clients.ts";
import { type CallPlaces, findProgram, findProjectTop, type RunningProgram } from "./launch.ts";
import { readLauncher, readLauncherPlace, renderCommand, renderLauncher } from "./launcher.ts";
import { findPackage, keepProgram, type ProgramPlan, placeProgram } from "./program-home.ts";

export type Started = RunningProgram & {
  /** Null where the program is gone, or is no package of ours. */
  readonly version: string | null;
};

/** @returns null where nothing is connected. */
export function findStarted(state: string, surveys: readonly ClientSurvey[]): Started | null {
  const named = readLauncher(readSettingsOrNull(launcherIn(state)) ?? "") ?? findOldest(surveys);
  return named === null ? null : { ...named, version: versionOf(named.script) };
}

/** As 0.1 wrote it into every line. */
function findOldest(surveys: readonly ClientSurvey[]): RunningProgram | null {
  const entries = surveys.flatMap((survey) => survey.inspect(readSettingsOrNull(survey.path))?.entries ?? []);
  const [node, script] = entries.find(({ isOld }) => isOld)?.programs ?? [];
  return node === undefined || script === undefined ? null : { node, script };
}

function versionOf(script: string): string | null {
  return existsSync(script) ? (findPackage(realpathSync(script))?.version ?? null) : null;
}

/** Before there was a launcher: it starts by what the launcher leaves out of today's words. */
export function isBeforeLauncher({ version }: Pick<KeptProgram, "version">): boolean {
  return /^0\.[01]\./.test(version);
}

export type Replacing = { readonly plan: ProgramPlan; readonly started: Started | null };

/** Whatever else clients start until now is kept before this one takes its place, and noted: rollback goes there. */
export function settleProgram(state: string, replacing: Replacing, places: CallPlaces): void {
  moveRecord(state, places);
  const record = readVersionRecord(state);
  const { plan, started } = replacing;
  const before = findReplaced(replacing) === null || started === null ? null : keepProgram(started, places);
  const version = record?.version ?? started?.version ?? null;
  // From here on a run that is interrupted knows where rollback goes.
  if (before !== null && version !== null) writeVersionRecord(state, { version, before });
  plan.settle();
  recordGit(state, places);
}

/** The person's own git, for every later call. */
export function recordGit(state: string, { cwd, home, env }: CallPlaces): void {
  const git = findProgram("git", { home, env: { PATH: listOutside(findProjectTop(cwd), env["PATH"]) } });
  if (git !== null) writeGit(ensurePrivate(state), git);
}

/** @returns the version that clients start until now; null where that is this one, or nothing is left of it to keep. */
export function findReplaced({ plan, started }: Replacing): string | null {
  const isThis = started === null || started.script === plan.program.script;
  return isThis || started.version === plan.version ? null : started.version;
}

export function isThere({ script }: KeptProgram): boolean {
  return existsSync(script);
}

/** @returns the home below which the launcher was written, where it is gone from there: entries that name it start this one only as
 * long as the system says where this user's home is. Where it is still there, this home is a copy, and both are somebody's. */
export function findMovedFrom(state: string): string | null {
  const own = readLauncherPlace(readSettingsOrNull(launcherIn(state)) ?? "");
  const isMoved = own !== null && own !== launcherIn(state) && !existsSync(own);
  return isMoved ? own.slice(0, -USUAL_LAUNCHER.length) : null;
}

/** What the record names below a home that was moved is below this one. */
function moveRecord(state: string, { home }: CallPlaces): void {
  const [from, record] = [findMovedFrom(state), readVersionRecord(state)];
  if (from === null || record === null) return;
  const moved = (path: string): string => (isInside(from, path) ? join(home, path.slice(from.length)) : path);
  const move = (kept: KeptProgram | null): KeptProgram | null =>
    kept === null ? null : { ...kept, node: moved(kept.node), script: moved(kept.script) };
  writeVersionRecord(state, { ...record, program: move(record.program), before: move(record.before) });
}

/** What a newer version may write in another form. The index is derived; client settings have copies of their own; keys and
 * memories never change their form here. */
const COPIED = ["config.json", "signers.json", "pause.json", "version.json"];

/** @returns where the copies are; null where there was nothing to copy. */
export function copyState(state: string, from: string, now: Instant): string | null {
  const names = COPIED.filter((name) => existsSync(join(state, name)));
  if (names.length === 0) return null;
  const stamp = renderInstant(now).replaceAll(/[-:]/g, "");
  const base = ensurePrivate(join(ensurePrivate(join(state, "backups")), "upgrade"));
  const target = ensurePrivate(join(base, `${stamp}-${from}`));
  writing("machine state", () => {
    for (const name of names) {
      copyFileSync(join(state, name), join(target, name));
      setMode(join(target, name), 0o600);
    }
  });
  return target;
}

/** Half of a file that a run was killed over. */
export function removeHalfWritten(state: string, places: CallPlaces): void {
  const own = ["", "installed", "backups/install"].map((name) => join(state, name));
  for (const path of [...own, join(placeProgram(places), "bin")].flatMap(findAbandoned)) removeQuietly(path);
}

/** Lets clients start another version that is kept here. One rename: whoever starts meanwhile gets the one or the other, whole. */
export function pointAt(state: string, { version, node, script }: KeptProgram, places: CallPlaces): void {
  const program = { node, script, home: places.home, isOld: isBeforeLauncher({ version }) };
  const own = launcherIn(state);
  writing("machine state", () => replaceFile(own, renderLauncher({ ...program, own }), 0o700));
  // For the person's own shell, where setup or upgrade put it there.
  const command = join(placeProgram(places), "bin", "credence");
  if (existsSync(dirname(command)))
    writing(command, () => replaceFile(command, renderCommand({ ...program, own: command }), 0o700));
}
