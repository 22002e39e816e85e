// The second half of a transaction: an intent is on disk, so there is no way back, only forward, now or after a crash.
// Every step may have been taken before.

import { lstatSync, readFileSync, renameSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { sha256Hex } from "../memory/file/sha256.ts";
import { appendLine, syncDirectory } from "./durable.ts";
import { codeOf, toWriteFailure } from "./fs-failure.ts";
import { type JournalEntry, renderJournalEntry } from "./journal.ts";
import type { Step } from "./stage-changes.ts";

export type Intent = {
  readonly v: 1;
  /** Where the root was. Work trees and copies share its id, and so the directory of intents. */
  readonly root: string;
  readonly entry: JournalEntry;
  /** The others, where several operations were committed together. */
  readonly more?: readonly JournalEntry[];
  readonly steps: readonly Step[];
};

export function entriesOf({ entry, more = [] }: Intent): readonly JournalEntry[] {
  return [entry, ...more];
}

export type CarryOutPlace = { readonly root: string; readonly journal: string; readonly intent: string };

const JOURNAL_MODE = 0o600;

/** `entries` are those of the intent that the journal does not hold yet. */
export function carryOut(
  place: CarryOutPlace,
  intent: Intent,
  entries: readonly JournalEntry[] = entriesOf(intent),
): void {
  try {
    if (takeSteps(place, intent)) {
      appendLine(place.journal, entries.map(renderJournalEntry).join("\n"), JOURNAL_MODE);
    }
    unlinkSync(place.intent);
  } catch (error) {
    throw toUnfinished(error);
  }
}

export function toUnfinished(error: unknown): unknown {
  const failure = toWriteFailure(error, "the memory root");
  if (!(failure instanceof CredenceError)) return failure;
  return new CredenceError(
    failure.code,
    `${failure.message}; the operation is recorded but not complete`,
    "fix that, then run credence doctor --repair to complete it",
  );
}

/** Unlike existsSync this throws where it cannot tell. */
export function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

/** Says whether all of it is done now. */
function takeSteps({ root }: CarryOutPlace, { steps }: Intent): boolean {
  const touched = new Set<string>();
  let isWhole = true;
  for (const step of steps) {
    if (step.kind === "rename") {
      const directory = takeName(root, step);
      if (directory === null) isWhole = false;
      else touched.add(directory);
    } else if (isWhole && hasContent(join(root, step.path), step.sha256)) {
      unlinkSync(join(root, step.path));
      touched.add(join(root, dirname(step.path)));
    }
  }
  for (const directory of touched) syncDirectory(directory);
  return isWhole;
}

/** @returns the directory that is still to be synced; null where there is nothing to rename, nor what it would have become. */
function takeName(root: string, step: Extract<Step, { kind: "rename" }>): string | null {
  const [from, to] = [join(root, step.from), join(root, step.to)];
  if (isThere(from)) {
    renameSync(from, to);
    // Now, where it has left another directory: that one may be written next, with what came after, and then it has it twice
    // rather than never.
    if (dirname(from) !== dirname(to)) syncDirectory(dirname(to));
    return dirname(from);
  }
  // Somebody swept the new text away after the crash: then nothing is removed in exchange for it.
  if (step.sha256 !== null && !hasContent(to, step.sha256)) return null;
  // Renamed by a process that was killed then, perhaps before it could sync the name.
  return isThere(dirname(to)) ? dirname(to) : root;
}

function hasContent(path: string, sha256: string): boolean {
  return isThere(path) && sha256Hex(readFileSync(path)) === sha256;
}
