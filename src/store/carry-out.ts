// The second half of a transaction: an intent is on disk, so there is no way back, only forward, now or after a crash.
// Every step may have been taken before.

import { lstatSync, readFileSync, renameSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { CredenceError } from "../memory/errors.ts";
import { sha256Hex } from "../memory/file/sha256.ts";
import { appendLine, removeQuietly, type SyncTogether, syncAll } from "./durable.ts";
import { isThere, toWriteFailure } from "./fs-failure.ts";
import { type JournalEntry, renderJournalEntry, trimJournal } from "./journal.ts";
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

export type CarryOutPlace = {
  readonly root: string;
  readonly journal: string;
  readonly intent: string;
  readonly syncTogether: SyncTogether | undefined;
};

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
      trimJournal(place.journal);
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

/** Says whether all of it is done now. */
function takeSteps({ root, syncTogether }: CarryOutPlace, { steps }: Intent): boolean {
  const touched = new Set<string>();
  let isWhole = true;
  for (const step of steps) {
    if (step.kind === "rename") {
      const [from, to] = [join(root, step.from), join(root, step.to)];
      if (isEdited(to, step)) removeQuietly(from);
      else if (isThere(from)) {
        renameSync(from, to);
        // Synced in this order: a file system that does not write a rename at once has it twice rather than never.
        touched.add(dirname(to)).add(dirname(from));
      } else if (step.sha256 !== null && !hasContent(to, step.sha256)) {
        // Somebody swept the new text away after the crash: then nothing is removed in exchange for it.
        isWhole = false;
      }
    } else if (isWhole && hasContent(join(root, step.path), step.sha256)) {
      unlinkSync(join(root, step.path));
      touched.add(join(root, dirname(step.path)));
    }
  }
  // All together has no order, which only names that stay in their directory can do without.
  const isLocal = steps.every((step) => step.kind === "rename" && dirname(step.from) === dirname(step.to));
  syncAll({ files: new Set(), directories: touched }, isLocal ? syncTogether : undefined);
  return isWhole;
}

/** Does something else lie there than what was looked at, and than what comes? A link or a directory is never that. */
function isEdited(path: string, { over, sha256 }: Extract<Step, { readonly kind: "rename" }>): boolean {
  if (over === undefined || !isThere(path)) return false;
  if (!lstatSync(path).isFile()) return true;
  const now = sha256Hex(readFileSync(path));
  return now !== over && now !== sha256;
}

function hasContent(path: string, sha256: string): boolean {
  return isThere(path) && sha256Hex(readFileSync(path)) === sha256;
}
