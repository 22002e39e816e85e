// What install puts on this machine and uninstall takes back, file by file. Each artefact is a row: where it is, what comes into its
// text, and what is left of that text without us. Installing changes all of them or none; when ours is taken out, a file that
// cannot be changed keeps no other from losing it.

import type { EditResult, Extra } from "../../agents/client-settings.ts";
import { type Launch, launcherIn } from "../../agents/hook-words.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Instant } from "../../memory/instant.ts";
import { listMissingDirectories, makeState, removeEmptyDirectories } from "../workspace/made-directories.ts";
import { renderLauncher } from "./launcher.ts";
import {
  isAsInstalled,
  originOf,
  planSettings,
  readOrigin,
  removeOrigin,
  type SettingsPlan,
  writeOrigin,
  writeSettings,
} from "./settings-file.ts";

export type Artefact = {
  readonly role: "launcher" | "settings" | "server" | "command";
  readonly path: string;
  /** Of the copy of what was there; null for a file that keeps none. */
  readonly backupName: string | null;
  /** Absent for a file that keeps its own. */
  readonly mode?: number;
  /** What was there before is noted until it leaves, with what the person wanted besides. Absent where our name tells what is ours. */
  readonly noted?: readonly Extra[];
  /** `before` is the text without what is ours. */
  readonly put: (text: string | null, before: string | null) => EditResult;
  /** `before` is what was there before ours came, where that is known. */
  readonly take: (text: string | null, before?: string | null) => EditResult;
};

export type Changing = {
  readonly launch: Launch;
  readonly dryRun: boolean;
  readonly now: Instant;
  /** Puts the program into its place, before a launcher names it. */
  readonly settle: () => void;
};

export type Change = {
  readonly artefact: Artefact;
  readonly plan: SettingsPlan;
  /** Where the copy of what was there is. */
  readonly copy: string | null;
};

/** The launcher is the first of them, before anything starts it. */
export function putAll(artefacts: readonly Artefact[], setting: Changing): Change[] {
  const { launch, dryRun } = setting;
  const changes = artefacts.map((artefact) => planOf(artefact, (text) => putIn(text, artefact, launch)));
  if (dryRun) return changes;
  // The launcher lies in there. Made by anybody else, machine state would be open to others, and refused from then on.
  makeState(launch);
  setting.settle();
  const undo: (() => void)[] = [];
  try {
    return changes.map((change) => {
      const { before, after } = change.plan;
      // First: a process killed between the two leaves a record too many, not one too few.
      undo.unshift(note(change, launch));
      const copy = write(change, setting);
      undo.unshift(() =>
        write({ ...change, plan: { ...change.plan, before: after, after: before } }, setting),
      );
      return { ...change, copy };
    });
  } catch (error) {
    // Half of an install would be hooks without their server, or a server that nobody asks.
    for (const each of undo) each();
    throw error;
  }
}

type Failure = { readonly path: string; readonly error: CredenceError };

/** The last that came goes first. Other clients may be started by the launcher, so it stays. */
export function takeAll(
  artefacts: readonly Artefact[],
  setting: Omit<Changing, "settle">,
): { readonly changes: readonly Change[]; readonly failures: readonly Failure[] } {
  const { launch, dryRun } = setting;
  const changes: Change[] = [];
  const failures: Failure[] = [];
  for (const artefact of artefacts.filter(({ role }) => role !== "launcher").toReversed()) {
    try {
      const change = planOf(artefact, (text) => takeOut(text, artefact, launch));
      changes.push(dryRun ? change : { ...change, copy: write(change, setting) });
      if (!dryRun) forget(artefact, launch);
    } catch (error) {
      if (!(error instanceof CredenceError)) throw error;
      failures.push({ path: artefact.path, error });
    }
  }
  return { changes, failures };
}

export function isChange({ plan }: Change): boolean {
  return plan.before !== plan.after;
}

/** What everything of ours starts. */
export function launcherOf(launch: Launch, home: string): Artefact {
  const path = launcherIn(launch.state);
  const put = (): EditResult => ({ kind: "edited", text: renderLauncher({ ...launch, home }) });
  return { role: "launcher", path, backupName: null, mode: 0o700, put, take: put };
}

function planOf(artefact: Artefact, edit: (text: string | null) => EditResult): Change {
  const { path, mode } = artefact;
  const plan = planSettings(path, edit);
  return { artefact, plan: mode === undefined ? plan : { ...plan, mode }, copy: null };
}

function write(
  { artefact, plan }: Change,
  { launch: { state }, now }: Omit<Changing, "settle">,
): string | null {
  return writeSettings(plan, { state, name: artefact.backupName, now });
}

function putIn(text: string | null, artefact: Artefact, launch: Launch): EditResult {
  if (artefact.noted === undefined) return artefact.put(text, null);
  const base = takeOut(text, artefact, launch);
  return base.kind === "refused" ? base : artefact.put(text, base.text);
}

/** What was there before, if nobody changed the file since; else the file without what is ours. */
function takeOut(text: string | null, artefact: Artefact, launch: Launch): EditResult {
  const origin = artefact.noted === undefined ? null : readOrigin(placeOf(artefact, launch));
  if (origin === null) return artefact.take(text);
  if (text !== null && isAsInstalled(origin, text)) return { kind: "edited", text: origin.before };
  return artefact.take(text, origin.before);
}

/** Notes what is there. @returns what takes that back, should ours not come. */
function note({ artefact, plan: { path, before, after } }: Change, launch: Launch): () => void {
  const extras = artefact.noted;
  if (extras === undefined) return () => undefined;
  const place = placeOf(artefact, launch);
  const known = readOrigin(place);
  // An extra may be in another file of the client: then this one stays as it is, and what came is noted all the same.
  const isNoted = before === after && extras.every((each) => known?.extras.includes(each));
  const base = after === null || isNoted ? null : takeOut(before, artefact, launch);
  // Directories come with the file: where it is there already, no other than those that came with it.
  const made = before === null ? listMissingDirectories(path) : (known?.made ?? []);
  if (after !== null && base?.kind === "edited")
    writeOrigin(place, { ...originOf(base.text, after, made), extras });
  return () => {
    if (before === null) removeEmptyDirectories(made);
    if (known === null) removeOrigin(place);
    else writeOrigin(place, known);
  };
}

/** Directories leave with the file that they came with. */
function forget(artefact: Artefact, launch: Launch): void {
  if (artefact.noted === undefined) return;
  const place = placeOf(artefact, launch);
  removeEmptyDirectories(readOrigin(place)?.made ?? []);
  removeOrigin(place);
}

function placeOf({ path }: Artefact, { state }: Launch) {
  return { state, file: path };
}
